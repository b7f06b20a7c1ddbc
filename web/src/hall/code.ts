/** Printed codes: nine signs in three groups. */

const ALPHABET = "ACDEFGHJKMNPQRTWXY34679";
const LENGTH = 9;

/** A code as it is printed, however it was typed. */
export function cleanCode(text: string): string {
  const signs = text.toUpperCase().replace(/[\s-]/g, "");
  return signs.match(/.{1,3}/gu)?.join("-") ?? "";
}

/** Whether it looks like a code, with the check sign right: the weighted sum of its signs is a multiple of 23. */
export function isCode(code: string): boolean {
  const signs = [...code.replaceAll("-", "")];
  const values = signs.map((sign) => ALPHABET.indexOf(sign));
  if (signs.length !== LENGTH || values.includes(-1)) return false;
  const weighted = values.slice(0, -1).reduce((sum, value, at) => sum + value * (at + 2), 0);
  return (weighted + (values.at(-1) ?? 0)) % ALPHABET.length === 0;
}

export type Resolved =
  | { readonly kind: "found"; readonly id: string; readonly target: "sheet" | "player" | "table" }
  | { readonly kind: "unknown" | "tooMany" | "notReached" | "notACode" };

const WAIT_MS = 10_000;

/** The tournament and the thing that a code stands for. */
export async function resolveCode(code: string): Promise<Resolved> {
  if (!isCode(code)) return { kind: "notACode" };
  try {
    const response = await fetch("/api/v1/tournaments/code", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ code }),
      signal: AbortSignal.timeout(WAIT_MS),
    });
    if (response.status === 429) return { kind: "tooMany" };
    if (response.status >= 500) return { kind: "notReached" };
    if (!response.ok) return { kind: "unknown" };
    const { id, target } = (await response.json()) as { id: string; target: { kind: "sheet" | "player" | "table" } };
    return { kind: "found", id, target: target.kind };
  } catch {
    return { kind: "notReached" };
  }
}
