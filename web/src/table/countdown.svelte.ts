/** How much of a turn's time is left, by the server's clock. */
import type { Room } from "../room/room.svelte";

const REFRESH_MS = 200;

/**
 * The milliseconds that are left at `now`, of the `left` that the server said; both moments by `performance.now()`. Never more
 * than that, although `now` is the last refresh, which may be from before the turn began.
 */
export function leftAt(now: number, left: number, deadline: number): number {
  return Math.max(0, Math.min(left, deadline - now));
}

export class Countdown {
  #now = $state(performance.now());
  readonly #room: () => Room;

  /** Only while a component is initialised, with which the countdown ends. */
  constructor(room: () => Room) {
    this.#room = room;
    $effect(() => {
      const timer = setInterval(() => (this.#now = performance.now()), REFRESH_MS);
      return () => clearInterval(timer);
    });
  }

  get #leftMs(): number | null {
    const { deadline, view } = this.#room();
    const left = view?.clock?.left ?? null;
    return deadline === null || left === null ? left : leftAt(this.#now, left, deadline);
  }
  /** Null if the turn has no time limit. */
  get seconds(): number | null {
    const left = this.#leftMs;
    return left === null ? null : Math.ceil(left / 1000);
  }
  /** From 1 at the start of the turn to 0. */
  get share(): number {
    const limit = this.#room().view?.clock?.limit;
    return limit ? Math.min(1, (this.#leftMs ?? 0) / limit) : 0;
  }
}
