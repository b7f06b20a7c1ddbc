/** The line below the winners. */
import type { PublicView, StandingView } from "./view";

type Ranked = Pick<PublicView, "standings" | "cut">;

/** Those on winning places. More than the cut while a tie across it is not decided. */
export function winnersOf({ standings, cut }: Ranked): StandingView[] {
  return standings.filter((row) => row.rank !== null && row.rank <= cut);
}

/** The number of the last player on a winning place, below whom the line is drawn; none if everybody is on one. */
export function cutAfter(view: Ranked): number | null {
  const winners = winnersOf(view);
  return winners.length === view.standings.length ? null : (winners.at(-1)?.number ?? null);
}

/** Whether more players are on winning places than win. */
export function isTiedAtCut(view: Ranked): boolean {
  return winnersOf(view).length > view.cut;
}
