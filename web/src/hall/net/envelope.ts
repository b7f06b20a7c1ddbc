/** Commands in signed envelopes. */
import { isSigned, type DeviceKey } from "./keys";
import type { Command, Envelope } from "./messages";

const PREFIX = "trinta-hall-1";

/** `Array.sort` compares UTF-16 code units, which puts U+1F600 before U+FF21. */
function byCodePoint(one: string, other: string): number {
  const left = Array.from(one, (sign) => sign.codePointAt(0) ?? 0);
  const right = Array.from(other, (sign) => sign.codePointAt(0) ?? 0);
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** JSON with sorted keys and no spaces: the same bytes wherever a value is written. Fields without a value are left out. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item ?? null)).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined);
    fields.sort(([one], [other]) => byCodePoint(one, other));
    return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`).join(",")}}`;
  }
  return JSON.stringify(value);
}

/** Half a surrogate pair, from a broken emoji, is no valid Unicode and could not be read by the server. */
function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined);
    return Object.fromEntries(fields.map(([key, field]) => [key, wellFormed(field)]));
  }
  return value;
}

/** The text under the signature. */
export function signedText(tournament: string, envelope: Omit<Envelope, "signature">): string {
  const { at, code, command, device, n } = envelope;
  return `${PREFIX}\n${tournament}\n${canonical({ at, code, command, device, n })}`;
}

export interface Contents {
  readonly n: number;
  readonly at: string | null;
  readonly code: string | null;
  readonly command: Command;
}

export function seal(key: DeviceKey, tournament: string, contents: Contents): Envelope {
  const { n, at, code } = contents;
  const open = { device: key.device, n, at, code, command: wellFormed(contents.command) as Command };
  return { ...open, signature: key.sign(signedText(tournament, open)) };
}

export function isGenuine(tournament: string, envelope: Envelope): boolean {
  return isSigned(envelope.device, signedText(tournament, envelope), envelope.signature);
}
