/**
 * Envelopes without an answer, kept in the browser until there is one.
 *
 * Every envelope has an entry of its own, so that tabs of one browser can share the queue: one tab adds or removes entries
 * without overwriting those of another. The number is kept before the envelope is sent.
 */
import { seal } from "./envelope";
import type { DeviceKey } from "./keys";
import { isRefused, type Answer, type Command, type Envelope } from "./messages";

/** A refusal that arrived when nobody waited for it any more, because the page had been loaded again. */
export interface LateRefusal {
  readonly n: number;
  readonly command: Command;
  readonly answer: Answer;
}

function parse<T>(text: string | null): T | null {
  if (text === null) return null;
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}

export class Queue {
  readonly #storage: Storage;
  readonly #key: DeviceKey;
  readonly #tournament: string;
  readonly #prefix: string;
  /** What this tab has added, should storage refuse it; without an answer so far. */
  readonly #memory = new Map<number, Envelope>();
  #lastN = 0;
  #isKept = true;

  constructor(storage: Storage, key: DeviceKey, tournament: string) {
    this.#storage = storage;
    this.#key = key;
    this.#tournament = tournament;
    this.#prefix = `trinta.hall.${tournament}.`;
  }

  get device(): string {
    return this.#key.device;
  }

  /** Whether everything in the queue would survive a reload. */
  get isKept(): boolean {
    return this.#isKept;
  }

  #keep(name: string, value: string): boolean {
    try {
      this.#storage.setItem(this.#prefix + name, value);
      return true;
    } catch {
      return false;
    }
  }

  #numbers(kind: string): number[] {
    const start = this.#prefix + kind;
    const numbers: number[] = [];
    for (let at = 0; at < this.#storage.length; at++) {
      const name = this.#storage.key(at) ?? "";
      if (name.startsWith(start)) numbers.push(Number(name.slice(start.length)));
    }
    return numbers;
  }

  #kept(n: number): Envelope | null {
    const envelope = parse<Envelope>(this.#storage.getItem(`${this.#prefix}q.${n}`));
    return envelope?.device === this.#key.device && envelope.n === n ? envelope : null;
  }

  /** Numbers up to this one are used, as the server knows. */
  skipTo(lastN: number): void {
    this.#lastN = Math.max(this.#lastN, lastN);
  }

  #nextN(): number {
    const kept = Number(this.#storage.getItem(`${this.#prefix}n`) ?? 0);
    return Math.max(Number.isSafeInteger(kept) ? kept : 0, this.#lastN) + 1;
  }

  /** Seals a command and keeps it. */
  add(command: Command, at: string | null, code: string | null): Envelope {
    const n = this.#nextN();
    const envelope = seal(this.#key, this.#tournament, { n, at, code, command });
    this.#lastN = n;
    this.#memory.set(n, envelope);
    const isKept = this.#keep("n", String(n)) && this.#keep(`q.${n}`, JSON.stringify(envelope));
    this.#isKept &&= isKept;
    return envelope;
  }

  /** All without an answer, of every tab, in the order of their numbers. */
  get waiting(): Envelope[] {
    const all = new Map(this.#memory);
    for (const n of this.#numbers("q.")) {
      const envelope = this.#kept(n);
      if (envelope) all.set(n, envelope);
    }
    return [...all.values()].sort((one, other) => one.n - other.n);
  }

  /** Removes an envelope that has its answer. A refusal is kept if `isLate`: nobody waits for it. */
  answered(n: number, answer: Answer, isLate: boolean): void {
    const envelope = this.#memory.get(n) ?? this.#kept(n);
    if (envelope && isLate && isRefused(answer)) {
      this.#keep(`late.${n}`, JSON.stringify({ n, command: envelope.command, answer } satisfies LateRefusal));
    }
    this.#memory.delete(n);
    this.#storage.removeItem(`${this.#prefix}q.${n}`);
  }

  get late(): LateRefusal[] {
    const kept = this.#numbers("late.").sort((one, other) => one - other);
    return kept.flatMap((n) => parse<LateRefusal>(this.#storage.getItem(`${this.#prefix}late.${n}`)) ?? []);
  }

  dismissLate(n: number): void {
    this.#storage.removeItem(`${this.#prefix}late.${n}`);
  }
}
