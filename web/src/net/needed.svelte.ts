/** What a screen can't do without. It is fetched when the screen opens; a failure is for `Retry`, which calls `load`. */
export class Needed<T> {
  value = $state.raw<T | null>(null);
  /** Why it could not be fetched. */
  failure = $state.raw<unknown>(null);
  readonly #fetch: () => Promise<T>;

  /** To be made outside of an effect, so that a change of language does not fetch again. */
  constructor(fetch: () => Promise<T>) {
    this.#fetch = fetch;
    void this.load().catch((error: unknown) => (this.failure = error));
  }

  load = async (): Promise<void> => {
    this.value = await this.#fetch();
    this.failure = null;
  };
}
