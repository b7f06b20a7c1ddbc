/** A player's own way through the tournament, as the card shows it. */
import { seatOf } from "../seat";
import { isDone } from "./pick";
import type { OwnGame, PlayerView, SeatView, TableView } from "./view";

/** Where the player sits in a round. */
export interface OwnSeat {
  round: number;
  table: TableView;
  /** A, B, C, D in the order of the seats. */
  letter: string;
}

export function seatIn(view: PlayerView, round: number): OwnSeat | null {
  const table = view.rounds.find((one) => one.round === round)?.tables.find((one) => one.players.some((player) => player.number === view.number));
  if (!table) return null;
  return { round, table, letter: seatOf(table, view.number) ?? "" };
}

/** What the card says on top. */
export type Where =
  | { kind: "play"; seat: OwnSeat }
  | { kind: "go" | "stay"; seat: OwnSeat; begins: string | undefined }
  | { kind: "then"; table: number; round: number; begins: string | undefined }
  | { kind: "wait" | "none" | "over" };

export function whereTo(view: PlayerView): Where {
  const now = view.round > 0 ? seatIn(view, view.round) : null;
  const next = seatIn(view, view.round + 1);
  if (next) {
    const kind = now?.table.table === next.table.table ? "stay" : "go";
    return { kind, seat: next, begins: view.agenda.rounds[view.round] };
  }
  if (now && !isDone(now.table)) return { kind: "play", seat: now };
  if (view.finished || (now && view.round >= view.agenda.rounds.length)) return { kind: "over" };
  const moved = view.rounds.find((one) => one.round === view.round)?.moves?.[view.number];
  if (moved !== undefined) return { kind: "then", table: moved, round: view.round + 1, begins: view.agenda.rounds[view.round] };
  return { kind: now ? "wait" : "none" };
}

/** A score of exact text, "-10/3", for comparing. */
function valueOf(score: string): number {
  const [top, bottom = 1] = score.split("/").map(Number);
  return (top ?? 0) / bottom;
}

/** The place at the table: one better for everybody with fewer points. */
export function placeIn(game: OwnGame): { place: number; players: number } {
  const own = valueOf(game.rack.score);
  const scores = Object.values(game.scores).map(valueOf);
  return { place: 1 + scores.filter((score) => score > own).length, players: scores.length };
}

/** Those who sat at the same table. */
export function othersIn(view: PlayerView, round: number, table: number): SeatView[] {
  const there = view.rounds.find((one) => one.round === round)?.tables.find((one) => one.table === table);
  return (there?.players ?? []).filter((player) => player.number !== view.number);
}
