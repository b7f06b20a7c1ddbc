/** The hashes of docs/shuffle.md. The page brings its own SHA-256: browsers have one only on secure addresses. */
import { sha256 } from "./sha256";

export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
export const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

function hash(...parts: (string | Uint8Array)[]): Uint8Array {
  return sha256(Uint8Array.from(parts.flatMap((part) => [...(typeof part === "string" ? new TextEncoder().encode(part) : part)])));
}

/** The commitment to a seed, which is also the name of its deal. */
export const commitmentTo = (seed: Uint8Array) => hash("trinta-seed-1", seed);
/** The commitment to the entropy of a seat in a deal. */
export const entropyCommitment = (deal: string, entropy: string) => toHex(hash("trinta-entropy-1", fromHex(deal), fromHex(entropy)));
export const keyOf = (seed: Uint8Array, entropy: readonly Uint8Array[]) =>
  hash("trinta-key-1", seed, ...entropy.flatMap((part) => [Uint8Array.of(part.length), part]));
