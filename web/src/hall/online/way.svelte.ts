/** The way from a tournament to a table that is played at the server. */
import { session } from "../../net/session";
import { wayBack } from "../../net/way-back";
import { route } from "../../route.svelte";
import type { OnlineBody, OnlineView } from "../../wire";

/** By what right somebody goes there. */
export type Right = Pick<OnlineBody, "code"> | Pick<OnlineBody, "token" | "table">;

export class OnlineWay {
  busy = $state(false);
  /** The code of what was in the way at the last attempt. */
  trouble = $state<string | null>(null);
  readonly #id: string;

  constructor(id: string) {
    this.#id = id;
  }

  /** Goes to the table; `guest`: what somebody without a session is called. */
  async go(right: Right, guest: string, takeOver = false): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.trouble = null;
    try {
      await session(guest);
      const body: OnlineBody = { ...right, take_over: takeOver };
      const answer = await fetch(`/api/v1/tournaments/${encodeURIComponent(this.#id)}/online`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      if (!answer.ok) {
        this.trouble = ((await answer.json()) as { code?: string }).code ?? "other";
        return;
      }
      const { table, judge } = (await answer.json()) as OnlineView;
      if (judge) localStorage.setItem(`judge.${table}`, "");
      sessionStorage.setItem(wayBack(table), `${location.pathname}${location.hash}`);
      route.go(`/t/${table}`);
    } catch {
      this.trouble = "unreachable";
    } finally {
      this.busy = false;
    }
  }
}
