/** The tables of a round as cards of the board. */
import { openCases, roundOf } from "./needs";
import { between, secondsOf } from "./times";
import type { DirectorView, GameView, LogEntry, SeatView } from "./view";
import { seatsOf } from "../seat";

export type CardState = "wait" | "play" | "pause" | "count" | "final" | "flag";

export interface TableCard {
  table: number;
  state: CardState;
  /** Seconds in this state; null if nobody said when it began. */
  since: number | null;
  /** The time of day at which a table became final. */
  at: string | null;
  players: SeatView[];
  /** The numbers on the seats, from A on, also of those who have left. */
  seats: readonly number[];
  /** Scores by number, of the last game with a result. */
  scores: Record<number, string>;
  /** The game that is on, and how many there are. */
  game: number;
  games: number;
  calls: number[];
  callSince: number | null;
  callWhy: string | null;
  cases: number[];
  draw: boolean;
  late: number;
  unsigned: number[];
  judge: string | null;
  online: boolean;
  needsPerson: boolean;
}

export const gamesOf = (view: DirectorView, round: number, table: number): GameView[] => view.games.find((one) => one.round === round && one.table === table)?.games ?? [];

/** The last entry of a table for some commands. */
function lastEntry(log: readonly LogEntry[], round: number, table: number, names: readonly string[]): LogEntry | undefined {
  return log.findLast(({ command }) => names.includes(command.do) && command["round"] === round && command["table"] === table);
}

export function cardsOf(view: DirectorView, round: number, now: number, log: readonly LogEntry[]): TableCard[] {
  const seated = roundOf(view, round);
  if (!seated) return [];
  const started = log.findLast(({ command }) => command.do === "start" && command["round"] === round)?.at;
  const elapsed = (time: string | undefined) => {
    const at = secondsOf(time);
    return at === null ? null : Math.max(0, between(at, now));
  };
  return seated.tables.map((table): TableCard => {
    const games = gamesOf(view, round, table.table);
    const done = games.filter((game) => game.racks !== undefined || game.annulled);
    const current = games.find((game) => game.racks === undefined && !game.annulled) ?? games.at(-1);
    const shown = done.findLast((game) => game.racks !== undefined);
    const call = view.calls.find((one) => one.round === round && one.table === table.table);
    const cases = openCases(view).filter((one) => (one.round === round && one.table === table.table) || (one.former === undefined && table.players.some(({ number }) => number === one.number)));
    const paused = view.paused.find((one) => one.round === round && one.table === table.table);
    const isFinal = table.state === "recorded" || table.state === "released";
    const draw = round === view.round && view.draws.includes(table.table);
    const state: CardState =
      cases.length > 0 ? "flag"
      : isFinal ? (draw ? "count" : "final")
      : table.state === "paused" ? "pause"
      : table.state === "finished" ? "count"
      : table.state === "playing" ? "play"
      : "wait";
    const stored = lastEntry(log, round, table.table, ["result", "correct", "annul", "conflict"])?.at;
    const steps = current?.steps ?? [];
    const begun = state === "pause" ? paused?.since : state === "count" ? (steps.at(-1)?.at ?? stored) : (steps.find(({ step }) => step === "play")?.at ?? started);
    const deadline = secondsOf(table.deadline);
    const late = isFinal || deadline === null || state === "wait" ? 0 : Math.max(0, between(deadline, now));
    return {
      table: table.table,
      state,
      since: isFinal ? null : elapsed(begun),
      at: isFinal ? (stored ?? null) : null,
      players: table.players,
      seats: seatsOf(table),
      scores: Object.fromEntries((shown?.racks ?? []).map((rack) => [rack.number, rack.score])),
      game: current?.game ?? 1,
      games: Math.max(1, games.length),
      calls: view.calls.filter((one) => one.round === round && one.table === table.table).map((one) => one.call),
      callSince: call ? elapsed(call.at) : null,
      callWhy: call?.why ?? null,
      cases: cases.map((one) => one.case),
      draw,
      late,
      unsigned: shown?.unsigned ?? [],
      judge: view.judges[String(table.table)] ?? null,
      online: table.online === true,
      needsPerson: cases.length > 0 || call !== undefined || draw || late > 0 || state === "pause",
    };
  });
}

/** Cards that match what was typed: a table's number, a player's number after `#`, or part of a name. */
export function findCards(cards: readonly TableCard[], typed: string): TableCard[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === "") return [...cards];
  if (/^\d+$/.test(wanted)) return cards.filter((card) => card.table === Number(wanted) || card.players.some(({ number }) => number === Number(wanted)));
  return cards.filter((card) => card.players.some(({ name }) => name?.toLowerCase().includes(wanted)) || card.judge?.toLowerCase().includes(wanted));
}
