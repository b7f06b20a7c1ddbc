/** Stand-ins for tests: storage, a random source, and a server that forgets answers. */
import type { Answer, ClientMessage, Envelope, ServerMessage } from "./messages";

/** `localStorage` in memory, which can be made to refuse. */
export class MemoryStorage implements Storage {
  readonly #entries = new Map<string, string>();
  isFull = false;
  get length(): number {
    return this.#entries.size;
  }
  clear(): void {
    this.#entries.clear();
  }
  getItem(key: string): string | null {
    return this.#entries.get(key) ?? null;
  }
  key(index: number): string | null {
    return [...this.#entries.keys()][index] ?? null;
  }
  removeItem(key: string): void {
    this.#entries.delete(key);
  }
  setItem(key: string, value: string): void {
    if (this.isFull) throw new DOMException("full", "QuotaExceededError");
    this.#entries.set(key, value);
  }
}

/** Repeatable random numbers from 0 up to 1. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The server's side of one connection. */
export class FakeSocket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  readyState = 0;
  readonly received: ClientMessage[] = [];
  readonly #handle: (message: ClientMessage, socket: FakeSocket) => void;

  constructor(handle: (message: ClientMessage, socket: FakeSocket) => void) {
    this.#handle = handle;
  }
  /** Lets the client in. */
  accept(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  send(text: string): void {
    const message = JSON.parse(text) as ClientMessage;
    this.received.push(message);
    this.#handle(message, this);
  }
  tell(message: ServerMessage<unknown>): void {
    if (this.readyState === 1) this.onmessage?.({ data: JSON.stringify(message) });
  }
  /** The connection breaks. */
  drop(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.();
  }
  close(): void {
    this.readyState = 3;
  }
}

/** Does every envelope at most once, in the order of arrival, as the server does. */
export class FakeServer {
  readonly done: Envelope[] = [];
  /** Decides which commands are refused. */
  refuses: (envelope: Envelope) => boolean = () => false;

  handle(envelope: Envelope): Answer {
    if (this.done.some((other) => other.device === envelope.device && other.n === envelope.n)) return { ok: true, again: true };
    if (this.refuses(envelope)) return { error: { code: "paused", message: "the table is paused" } };
    this.done.push(envelope);
    return { ok: true };
  }
  get lastN(): number | null {
    return this.done.reduce<number | null>((last, { n }) => Math.max(last ?? 0, n), null);
  }
  welcome(): ServerMessage<unknown> {
    return {
      type: "welcome", protocol: 1, id: "t", viewer: { role: "judge", table: 7, round: 2 }, now: "10:31:05", now_ms: 37_865_000, utc_offset: 0,
      last_n: this.lastN, screen: { show: "auto", order: "number", page: null, revealed: 0, language: null, frozen: false },
    };
  }
}
