/** The hall's clock, as far as this device knows it. */

const DAY_MS = 86_400_000;

/** `10:31:05` in milliseconds since midnight. */
export function readTime(text: string): number | null {
  const [, hours, minutes, seconds = "0"] = /^(\d\d):(\d\d)(?::(\d\d))?$/.exec(text) ?? [];
  if (hours === undefined || minutes === undefined) return null;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}

/** Milliseconds since midnight as `10:31:05`. */
export function writeTime(ms: number): string {
  const seconds = Math.floor((((ms % DAY_MS) + DAY_MS) % DAY_MS) / 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** Milliseconds from one hall time to another, the shorter way around midnight. */
export function between(from: number, to: number): number {
  const difference = (((to - from) % DAY_MS) + DAY_MS) % DAY_MS;
  return difference > DAY_MS / 2 ? difference - DAY_MS : difference;
}

/** Hall time as a difference from this device's clock, which goes on while a phone sleeps. */
export class HallClock {
  #offset: number | null = null;
  readonly #deviceNow: () => number;

  constructor(offset: number | null = null, deviceNow: () => number = Date.now) {
    this.#offset = offset;
    this.#deviceNow = deviceNow;
  }

  /** The server says what time it is: in whole seconds, and if it can, in milliseconds of UTC. */
  set(now: string, nowMs?: number, utcOffset?: number): void {
    const spoken = readTime(now);
    if (spoken === null) return;
    const exact = nowMs === undefined || utcOffset === undefined ? null : (nowMs + utcOffset * 60_000) % DAY_MS;
    // A server in another day or time zone than it claims is taken at its word.
    const time = exact !== null && Math.abs(between(spoken, exact)) < 2000 ? exact : spoken;
    const offset = time - (this.#deviceNow() % DAY_MS);
    // Whole seconds lag by up to one; they correct the clock only if it is off by more.
    if (exact === null && this.#offset !== null && Math.abs(between(this.#offset, offset)) <= 1500) return;
    this.#offset = offset;
  }

  /** For a reload without the server. */
  get offset(): number | null {
    return this.#offset;
  }

  /** Milliseconds since midnight, if the hall's time was ever known. */
  get ms(): number | null {
    return this.#offset === null ? null : (((this.#deviceNow() + this.#offset) % DAY_MS) + DAY_MS) % DAY_MS;
  }

  get time(): string | null {
    const { ms } = this;
    return ms === null ? null : writeTime(ms);
  }
}
