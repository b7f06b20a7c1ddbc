/** A link as a QR code, drawn as one SVG path. */
export async function qrPath(text: string): Promise<{ path: string; size: number }> {
  const { encode } = await import("uqr");
  const made = encode(text, { ecc: "M", border: 2 });
  const path = made.data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1Z` : ""))).join("");
  return { path, size: made.size };
}
