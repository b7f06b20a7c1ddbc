/** How much of a turn's time is left, by the server's clock. */
import type { Room } from "../room/room.svelte";

const REFRESH_MS = 200;

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
    return deadline === null ? (view?.clock?.left ?? null) : Math.max(0, deadline - this.#now);
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
