/** Checks that the seed of a finished game is the one to which the server committed before the deal (docs/shuffle.md). */

const PREFIX = new TextEncoder().encode("trinta-seed-1");

/** Whether the seed fits the commitment; null if this browser can't compute it, as on pages without HTTPS. */
export async function seedFits(seed: string, commitment: string): Promise<boolean | null> {
  const subtle = (globalThis.crypto as Crypto | undefined)?.subtle as SubtleCrypto | undefined;
  if (!subtle) return null;
  const bytes = (seed.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  const hash = await subtle.digest("SHA-256", new Uint8Array([...PREFIX, ...bytes]));
  const text = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return text === commitment;
}
