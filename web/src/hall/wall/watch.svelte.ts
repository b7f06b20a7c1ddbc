/** A view of a tournament that stays when the connection is lost. */
import { untrack } from "svelte";
import { HallConnection, type Credentials } from "../net";
import { keepView, keptView, type Kept } from "./kept";

export class Watch<View> {
  readonly hall: HallConnection<View>;
  readonly #who: string;
  #kept = $state.raw<Kept<View> | null>(null);
  #seen = $state<string | null>(null);

  constructor(id: string, credentials: Credentials, who: string) {
    this.#who = who;
    // Made inside an effect, which must not depend on the clock of the connection.
    this.hall = untrack(() => new HallConnection<View>(id, credentials));
    this.#kept = keptView<View>(id, who);
    $effect(() => {
      const { view } = this.hall;
      if (view) keepView(id, this.#who, { view, at: untrack(() => this.now) });
    });
    $effect(() => {
      if (this.hall.status === "online" && this.hall.now !== null) this.#seen = this.hall.now;
    });
    $effect(() => () => this.hall.close());
  }

  get view(): View | null {
    return this.hall.view ?? this.#kept?.view ?? null;
  }

  /** The hall's time, as far as it is known. */
  get now(): string {
    return this.hall.now ?? this.#kept?.at ?? "00:00:00";
  }

  /** The time of what is shown, once there is no connection. */
  get lost(): string | null {
    if (this.hall.status === "online" || this.view === null) return null;
    // The first moments of a connection are no news.
    if (this.hall.status === "connecting" && this.hall.view !== null) return null;
    return this.#seen ?? this.#kept?.at ?? null;
  }
}
