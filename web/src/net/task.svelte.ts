/** What the server is asked to do for somebody: one thing at a time, and in words why it was not done. */
import { codeOf } from "./api";
import { forget } from "./session";
import { tongue } from "../words/index.svelte";
import { sayRefusal } from "../words/refusal";

export class Task {
  busy = $state(false);
  #failure = $state.raw<{ error: unknown } | null>(null);

  /** Why the last thing was not done, in the language of now. */
  get trouble(): string | null {
    return this.#failure && sayRefusal(tongue.words, this.#failure.error);
  }

  async run(what: () => Promise<unknown>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.#failure = null;
    try {
      await what();
    } catch (error) {
      // Next time somebody new comes in.
      if (codeOf(error) === "no-session") forget();
      this.#failure = { error };
    } finally {
      this.busy = false;
    }
  }
}
