/** What players say, shown at their seats for a moment; one bubble per seat. */
import type { Phrase } from "../wire";
import type { Remark } from "./characters";

export type Speech = { kind: "text"; text: string } | { kind: "phrase"; phrase: Phrase } | { kind: "remark"; remark: Remark };
export type Bubble = Speech & { id: number };

/** The time in which a bubble can be read, its fading included. */
export const BUBBLE_MS = 2800;

export class Bubbles {
  all = $state.raw<ReadonlyMap<number, Bubble>>(new Map());
  #count = 0;
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>();

  say(seat: number, speech: Speech) {
    const id = ++this.#count;
    this.all = new Map(this.all).set(seat, { ...speech, id });
    clearTimeout(this.#timers.get(seat));
    this.#timers.set(seat, setTimeout(() => this.#remove(seat), BUBBLE_MS));
  }
  clear() {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.all = new Map();
  }
  #remove(seat: number) {
    this.#timers.delete(seat);
    const rest = new Map(this.all);
    rest.delete(seat);
    this.all = rest;
  }
}
