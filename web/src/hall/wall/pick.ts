/** What the wall shows: what the organiser has chosen, or what the state of the tournament asks for. */
import type { PublicView, RoundView, ScreenView, TableView } from "./view";

export type Picture = "clock" | "seats" | "moves" | "standings" | "rules" | "ceremony" | "notice" | "counting";

/** Whether a table's results are in. */
export function isDone(table: TableView): boolean {
  return table.state === "recorded" || table.state === "released";
}

/** The newest round that the public knows. */
export function newestRound(view: PublicView): RoundView | undefined {
  return view.rounds.at(-1);
}

/** The round that is being played, or was played last. */
export function roundInPlay(view: PublicView): RoundView | undefined {
  return view.rounds.find((round) => round.round === view.round);
}

/** Whether all results of the round in play are in. */
export function isRoundDone(view: PublicView): boolean {
  const round = roundInPlay(view);
  return round !== undefined && round.tables.every(isDone);
}

/** Whether the last round has been played. */
export function allPlayed(view: PublicView): boolean {
  return view.round >= view.agenda.rounds.length && isRoundDone(view);
}

function picked(view: PublicView): Picture {
  if (view.postponed) return "notice";
  if (view.finished) return "ceremony";
  const newest = newestRound(view);
  if (newest && newest.round > view.round) return "seats";
  if (view.round === 0) return "rules";
  if (!isRoundDone(view)) return "clock";
  if (allPlayed(view)) return "counting";
  return Object.keys(roundInPlay(view)?.moves ?? {}).length > 0 ? "moves" : "standings";
}

/** The picture for the wall. What can't be shown yet (seats without a seating) gives way to what can. */
export function pictureOf(view: PublicView, screen: ScreenView): Picture {
  const auto = picked(view);
  switch (screen.show) {
    case "auto":
      return auto;
    case "seats":
      return newestRound(view) ? "seats" : auto;
    case "moves":
      return Object.keys(roundInPlay(view)?.moves ?? {}).length > 0 ? "moves" : auto;
    case "standings":
      return view.standings.length > 0 ? "standings" : auto;
    case "ceremony":
      return allPlayed(view) || view.finished ? "ceremony" : auto;
    default:
      return screen.show;
  }
}

/** The languages that the wall shows in turn; none is the device's own. */
export function languagesOf(screen: ScreenView): string[] {
  return (screen.language ?? "").split(/[\s,+]+/).filter((language) => language !== "");
}
