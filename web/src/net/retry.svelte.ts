/** Tries something again until it works, each time after a longer wait. */

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30_000;

/** How long to wait after this many failures, in milliseconds. */
export function retryDelay(failures: number): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures);
}

export class Retrier {
  /** Whether a try is under way. */
  trying = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;
  #failures: number;
  readonly #attempt: () => Promise<void>;
  readonly #count: (failures: number) => void;

  /** `count` is told how often it has failed, `failures` is how often it had before. */
  constructor(attempt: () => Promise<void>, failures: number, count: (failures: number) => void) {
    this.#attempt = attempt;
    this.#failures = failures;
    this.#count = count;
    this.#wait();
  }

  #wait() {
    if (!this.#stopped) this.#timer = setTimeout(() => void this.tryNow(), retryDelay(this.#failures));
  }

  /** Does not wait any longer. */
  async tryNow(): Promise<void> {
    if (this.trying || this.#stopped) return;
    clearTimeout(this.#timer);
    this.trying = true;
    // Before the attempt: it may load the whole page again, and then nothing of this is left.
    this.#count(++this.#failures);
    try {
      await this.#attempt();
      this.stop();
    } catch {
      this.#wait();
    } finally {
      this.trying = false;
    }
  }

  stop() {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }
}

/**
 * Loads the page again at the same address, once the server answers: otherwise the browser would put its own error page
 * in the place of this one.
 *
 * A new `import()` would not do. Some browsers remember that a module could not be fetched, a style sheet that failed is
 * not asked for again, and after an update of the server the old files are gone for good.
 */
export async function reloadPage(): Promise<void> {
  const answer = await fetch(location.pathname, { cache: "no-store", signal: AbortSignal.timeout(10_000) });
  if (!answer.ok) throw new Error(`the page answers ${answer.status}`);
  location.reload();
  // This page is about to go: nothing is tried meanwhile.
  await new Promise(() => undefined);
}
