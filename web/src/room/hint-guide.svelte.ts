/** The hint that a player follows: how much of it was asked for, what of it is lit, and the step that is shown. */
import type { Draft, Felt } from "../table/draft";
import { layFrom } from "../table/reconcile";
import type { HintView } from "../wire";
import { lightPlay, lightStep, NO_LIGHTS, type HintLights } from "./hint";

export class HintGuide {
  hint = $state.raw<HintView | null>(null);
  /** How much was asked for; 0 while no hint is open. */
  asked = $state(0);
  /** Whether it was asked for with a key, and is followed with keys. */
  byKey = false;
  /** How much of the hint is lit: 0 the whole play, otherwise the step that is shown; null nothing. */
  shown = $state<number | null>(null);
  /** The table to show instead of the draft's: a step of the hint. */
  felt = $state.raw<Felt | null>(null);
  readonly lights = $derived.by((): HintLights => {
    const { hint, shown } = this;
    const now = this.#now();
    if (!hint?.table || shown === null) return NO_LIGHTS;
    const step = shown > 0 ? hint.steps?.[shown - 1] : undefined;
    return step ? lightStep(this.#start(), now, hint.steps?.[shown - 2]?.table, step.table) : lightPlay(this.#start(), now, hint.table);
  });
  readonly #start: () => Felt;
  readonly #now: () => Draft;

  /** The table at the start of the turn, and the player's draft. */
  constructor(start: () => Felt, now: () => Draft) {
    this.#start = start;
    this.#now = now;
  }

  /** Whether the server still owes an answer. */
  get waiting() {
    return this.asked > (this.hint?.step ?? 0);
  }

  ask(step: number) {
    this.asked = step;
    if (step === 1) this.hint = null;
  }
  /** No hint will come after a refusal. */
  refused() {
    this.asked = this.hint?.step ?? 0;
  }
  /** A hint is for one position. */
  forget() {
    this.hint = null;
    this.asked = 0;
  }
  /** Shows the table after this many steps. 0 lights up the whole play on the draft, null shows nothing of it. */
  show(count: number | null) {
    this.shown = count;
    const table = count ? this.hint?.steps?.[count - 1]?.table : undefined;
    this.felt = table ? layFrom(this.#start(), this.#now(), table) : null;
  }
  /** The player goes on by hand: what is left of the play is lit on the draft. */
  goOn() {
    this.felt = null;
    if (this.shown) this.shown = 0;
  }
  /** The draft that plays the hint. */
  laid(): Draft | null {
    return (this.hint?.table && layFrom(this.#start(), this.#now(), this.hint.table)) || null;
  }
}
