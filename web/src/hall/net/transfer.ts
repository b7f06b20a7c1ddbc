/**
 * Envelopes as QR codes, for a phone that does not reach the server: the desk scans them and delivers them.
 *
 * The envelopes as JSON, compressed where the browser can, are cut into parts that phones read easily. Each part is
 * `TH1:ID:PART/PARTS:CHECK:TEXT`, where the text begins with `d` (deflate) or `p` (plain) and goes on in base64url.
 */
import { fromBase64Url, toBase64Url } from "./keys";
import type { Envelope } from "./messages";

/** Characters of text in a part: a QR code of about 85 modules, which a laptop's camera still reads. */
const PART_LENGTH = 700;
const PART = /^TH1:([^:]+):(\d+)\/(\d+):([0-9a-f]+):([dp]?[\w-]*)$/;

/** Tells parts of different batches apart. */
function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (const sign of text) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(16);
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** The texts of the QR codes. */
export async function packEnvelopes(tournament: string, envelopes: readonly Envelope[]): Promise<string[]> {
  const plain = new TextEncoder().encode(JSON.stringify(envelopes));
  const canCompress = typeof CompressionStream === "function";
  const text = canCompress ? `d${toBase64Url(await through(plain, new CompressionStream("deflate-raw")))}` : `p${toBase64Url(plain)}`;
  const parts = Math.max(1, Math.ceil(text.length / PART_LENGTH));
  const check = checksum(text);
  return Array.from({ length: parts }, (_, at) => `TH1:${tournament}:${at + 1}/${parts}:${check}:${text.slice(at * PART_LENGTH, (at + 1) * PART_LENGTH)}`);
}

export interface Batch {
  readonly tournament: string;
  readonly parts: number;
  readonly missing: readonly number[];
}

/** Puts scanned parts together, in any order, also of several batches. */
export class EnvelopeScanner {
  readonly #batches = new Map<string, { tournament: string; parts: (string | undefined)[] }>();

  /** Takes a scanned text in; null if it is none of these. */
  add(text: string): Batch | null {
    const [, tournament, part, parts, check, piece] = PART.exec(text) ?? [];
    const [at, count] = [Number(part), Number(parts)];
    if (tournament === undefined || check === undefined || piece === undefined || at < 1 || at > count || count > 999) return null;
    const key = `${tournament}:${check}:${count}`;
    const batch = this.#batches.get(key) ?? { tournament, parts: Array.from<string | undefined>({ length: count }) };
    batch.parts[at - 1] = piece;
    this.#batches.set(key, batch);
    return { tournament, parts: count, missing: batch.parts.flatMap((one, index) => (one === undefined ? [index + 1] : [])) };
  }

  /** The envelopes of all batches that are complete, which are forgotten by this. */
  async takeComplete(): Promise<{ tournament: string; envelopes: Envelope[] }[]> {
    const complete: { tournament: string; envelopes: Envelope[] }[] = [];
    for (const [key, { tournament, parts }] of this.#batches) {
      if (parts.includes(undefined)) continue;
      this.#batches.delete(key);
      const text = parts.join("");
      if (checksum(text) !== key.split(":").at(-2)) continue;
      const bytes = Uint8Array.from(fromBase64Url(text.slice(1)));
      const plain = text.startsWith("d") ? await through(bytes, new DecompressionStream("deflate-raw")) : bytes;
      complete.push({ tournament, envelopes: JSON.parse(new TextDecoder().decode(plain)) as Envelope[] });
    }
    return complete;
  }
}
