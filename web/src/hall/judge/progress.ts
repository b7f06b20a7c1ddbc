/** What a judge's phone knows before the server does, kept across reloads. */
import type { Draw } from "./draw";
import type { Entry } from "./entry";
import { gameOn, knownPhase, later, type GameView, type Phase } from "./model";
import type { TurnTimer } from "./timer";

export interface Progress {
  readonly game: number;
  readonly phase: Phase;
  readonly draw: Draw | null;
  /** The players from the starter on, before the server says so. */
  readonly order: readonly number[] | null;
  readonly steps: readonly string[];
  readonly timer: TurnTimer | null;
  /** When this phone paused the table, by the device's clock. */
  readonly pausedAt: number | null;
  readonly entry: Entry | null;
  /** Whether `entry` corrects a stored result. */
  readonly isCorrection: boolean;
  /** Those who agree with the result. */
  readonly nods: readonly number[];
}

export function freshProgress(game: number): Progress {
  return {
    game, phase: game > 1 ? "draw" : "people", draw: null, order: null, steps: [], timer: null, pausedAt: null, entry: null, isCorrection: false, nods: [],
  };
}

/** The phase that is shown: the phone may be ahead of the server, and the server of the phone. */
export function shownPhase(progress: Progress, games: readonly GameView[]): Phase {
  if (progress.isCorrection) return progress.phase;
  const game = games.find((one) => one.game === progress.game);
  return game ? later(progress.phase, knownPhase(game)) : progress.phase;
}

/** Goes on where the table is, unless this phone has something of its own about an unfinished game. */
export function resume(kept: Progress | null, games: readonly GameView[]): Progress {
  const game = gameOn(games);
  return kept && kept.game >= game ? kept : freshProgress(game);
}

const BY_SUM = "trinta.hall.by-sum";

/** Whether this judge entered the last result by sums. */
export function prefersSums(storage: Storage): boolean {
  return storage.getItem(BY_SUM) === "yes";
}

export function keepPreference(storage: Storage, bySum: boolean): void {
  try {
    storage.setItem(BY_SUM, bySum ? "yes" : "no");
  } catch {
    // Then it is chosen again.
  }
}

function nameOf(tournament: string, round: number, table: number): string {
  return `trinta.hall.${tournament}.judge.${round}.${table}`;
}

export function keptProgress(storage: Storage, tournament: string, round: number, table: number): Progress | null {
  try {
    const kept = JSON.parse(storage.getItem(nameOf(tournament, round, table)) ?? "null") as Progress | null;
    return kept && typeof kept.game === "number" && typeof kept.phase === "string" ? { ...freshProgress(kept.game), ...kept } : null;
  } catch {
    return null;
  }
}

export function keepProgress(storage: Storage, tournament: string, round: number, table: number, progress: Progress): void {
  try {
    storage.setItem(nameOf(tournament, round, table), JSON.stringify(progress));
  } catch {
    // Only a reload would need it.
  }
}
