/** Requests to the server on behalf of a screen: one at a time, with a text if the last one failed. */
import { codeOf } from "./api";
import { forget } from "./session";
import { i18n } from "../texts/index.svelte";
import { describeRefusal } from "../texts/refusal";

export class Task {
  busy = $state(false);
  #failure = $state.raw<{ error: unknown } | null>(null);

  /** Why the last request failed, in the current language. */
  get errorText(): string | null {
    return this.#failure && describeRefusal(i18n.texts, this.#failure.error);
  }

  async run(what: () => Promise<unknown>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.#failure = null;
    try {
      await what();
    } catch (error) {
      // The next request starts a new session.
      if (codeOf(error) === "no-session") forget();
      this.#failure = { error };
    } finally {
      this.busy = false;
    }
  }
}
