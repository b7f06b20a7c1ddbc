/** Retries with exponential backoff. */

const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 30_000;

/** The delay after this many failures, in milliseconds. */
export function retryDelay(failures: number): number {
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** failures);
}

export class Retrier {
  /** Whether an attempt is in progress. */
  trying = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;
  #failures: number;
  readonly #attempt: () => Promise<void>;
  readonly #count: (failures: number) => void;

  /** `failures` is the number of earlier failures; `count` receives the new number before each attempt. */
  constructor(attempt: () => Promise<void>, failures: number, count: (failures: number) => void) {
    this.#attempt = attempt;
    this.#failures = failures;
    this.#count = count;
    this.#wait();
  }

  #wait() {
    if (!this.#stopped) this.#timer = setTimeout(() => void this.tryNow(), retryDelay(this.#failures));
  }

  /** Skips the rest of the delay. */
  async tryNow(): Promise<void> {
    if (this.trying || this.#stopped) return;
    clearTimeout(this.#timer);
    this.trying = true;
    // Before the attempt, because it may reload the page and discard this object.
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
 * Reloads the page at the same address once the server answers; before that, the browser would replace it with an error
 * page of its own.
 *
 * Calling `import()` again is not enough: some browsers remember that a module could not be fetched, a style sheet that
 * failed is not requested again, and after an update of the server the old files no longer exist.
 */
export async function reloadPage(): Promise<void> {
  const answer = await fetch(location.pathname, { cache: "no-store", signal: AbortSignal.timeout(10_000) });
  if (!answer.ok) throw new Error(`the page answers ${answer.status}`);
  location.reload();
  // Never resolves, so that nothing is retried while the browser reloads.
  await new Promise(() => undefined);
}
