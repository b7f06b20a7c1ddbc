/** The clock of a turn, as plain values that survive a reload. Times are milliseconds of the device's clock. */

export interface TurnTimer {
  /** The player who has the turn. */
  readonly player: number;
  /** Seconds of this turn; null where turns have no limit, and the clock counts up. */
  readonly seconds: number | null;
  /** When it ran last; null while it stands. */
  readonly runningSince: number | null;
  /** What had passed before that. */
  readonly passedMs: number;
}

export function startTurn(player: number, seconds: number | null, now: number): TurnTimer {
  return { player, seconds, runningSince: now, passedMs: 0 };
}

export function passedMs(timer: TurnTimer, now: number): number {
  // A device's clock that was set back must not give time away.
  return timer.passedMs + (timer.runningSince === null ? 0 : Math.max(0, now - timer.runningSince));
}

/** Milliseconds left; null without a limit. */
export function leftMs(timer: TurnTimer, now: number): number | null {
  return timer.seconds === null ? null : Math.max(0, timer.seconds * 1000 - passedMs(timer, now));
}

/** The seconds on the dial: those left, or those passed where there is no limit. */
export function dial(timer: TurnTimer, now: number): number {
  const left = leftMs(timer, now);
  return left === null ? Math.floor(passedMs(timer, now) / 1000) : Math.ceil(left / 1000);
}

/** The part of the turn that is left, from 1 to 0. */
export function partLeft(timer: TurnTimer, now: number): number {
  const left = leftMs(timer, now);
  return left === null || !timer.seconds ? 1 : left / (timer.seconds * 1000);
}

export function isRunning(timer: TurnTimer): boolean {
  return timer.runningSince !== null;
}

export function isOver(timer: TurnTimer, now: number): boolean {
  return leftMs(timer, now) === 0;
}

export function stopTimer(timer: TurnTimer, now: number): TurnTimer {
  return { ...timer, passedMs: passedMs(timer, now), runningSince: null };
}

export function goOnTimer(timer: TurnTimer, now: number): TurnTimer {
  return timer.runningSince === null ? { ...timer, runningSince: now } : timer;
}

/** Gives an interrupted turn the seconds that it has left (E11). */
export function setLeft(timer: TurnTimer, player: number, left: number, now: number): TurnTimer {
  const passed = timer.seconds === null ? 0 : Math.max(0, (timer.seconds - left) * 1000);
  return { ...timer, player, passedMs: passed, runningSince: timer.runningSince === null ? null : now };
}

/** The player whose turn comes next. */
export function playerAfter(order: readonly number[], player: number): number {
  return order[(order.indexOf(player) + 1) % order.length] ?? player;
}

/** Those who still play when time is called, so that all have had equally many turns (E09). */
export function lastTurns(order: readonly number[], player: number): number[] {
  return order.slice(Math.max(0, order.indexOf(player)));
}

export type Signal = "tick" | "over" | null;
const TICKS_FROM = 10;

/** The sound between two readings of the dial, if there is one. */
export function signal(before: number, after: number): Signal {
  if (after >= before || before > TICKS_FROM + 1) return null;
  if (after === 0) return "over";
  return after <= TICKS_FROM ? "tick" : null;
}
