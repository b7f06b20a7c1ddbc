/** What needs a person now, in the order in which to see to it, and the next step of the day. */
import { between, secondsOf } from "./times";
import type { CaseView, DirectorView, RoundView } from "./view";

/** A pause that is longer than this, in seconds, needs somebody (E10). */
export const LONG_PAUSE = 300;

export type Need =
  | { kind: "call"; round: number; table: number; call: number; since: number | null; why: string | null }
  | { kind: "case"; case: CaseView }
  | { kind: "pause"; round: number; table: number; since: number }
  | { kind: "late"; round: number; table: number; since: number }
  | { kind: "draw"; round: number; table: number }
  | { kind: "stale"; round: number }
  | { kind: "judge"; tables: number[] };

export type Step =
  | { step: "players" | "check-in" | "ruling" | "play-off" | "finish" | "continue" | "ceremony" }
  | { step: "briefing"; missing: number }
  | { step: "seat" | "seat-again" | "publish" | "start"; round: number }
  | { step: "results"; round: number; tables: number[]; draws: number[] };

export const openCases = (view: DirectorView): CaseView[] => view.cases.filter((one) => one.decision === undefined);
export const roundOf = (view: Pick<DirectorView, "rounds">, round: number): RoundView | undefined => view.rounds.find((one) => one.round === round);

/** A person's conduct can't wait; two different results hold up the table; a protest holds up the standings. */
const CASE_ORDER = ["cheating", "conduct", "conflict", "protest"];

export function needsOf(view: DirectorView, now: number): Need[] {
  if (view.finished) return [];
  const since = (time: string | undefined) => {
    const at = secondsOf(time);
    return at === null ? null : Math.max(0, between(at, now));
  };
  const calls: Need[] = view.calls
    .map(({ call, round, table, at, why }) => ({ kind: "call" as const, round, table, call, since: since(at), why: why ?? null }))
    .sort((one, other) => (other.since ?? 0) - (one.since ?? 0) || one.call - other.call);
  const cases: Need[] = openCases(view)
    .sort((one, other) => CASE_ORDER.indexOf(one.kind) - CASE_ORDER.indexOf(other.kind) || one.case - other.case)
    .map((one) => ({ kind: "case", case: one }));
  const pauses: Need[] = view.paused
    .map(({ round, table, since: from }) => ({ kind: "pause" as const, round, table, since: since(from) ?? 0 }))
    .filter((pause) => pause.since >= LONG_PAUSE)
    .sort((one, other) => other.since - one.since);
  const draws: Need[] = view.draws.map((table) => ({ kind: "draw", round: view.round, table }));
  const tables = roundOf(view, view.round)?.tables ?? [];
  const late: Need[] = tables
    .filter(({ table, state }) => view.missing.includes(table) && state !== "paused")
    .map(({ table, deadline }) => ({ kind: "late" as const, round: view.round, table, since: lateness(deadline, now) }))
    .filter((one) => one.since > 0)
    .sort((one, other) => other.since - one.since || one.table - other.table);
  const stale: Need[] = view.rounds.filter(({ state }) => state === "stale").map(({ round }) => ({ kind: "stale", round }));
  const judge: Need[] = view.without_judge.length > 0 && view.missing.length > 0 ? [{ kind: "judge", tables: view.without_judge }] : [];
  return [...calls, ...cases, ...pauses, ...draws, ...late, ...stale, ...judge];
}

/** Seconds since the end of play, 0 before it. */
export function lateness(deadline: string | undefined, now: number): number {
  const at = secondsOf(deadline);
  return at === null ? 0 : Math.max(0, between(at, now));
}

/** The next step of the day. `ties` are those that need deciding, once all results are in. */
export function nextStep(view: DirectorView, ties: number): Step {
  if (view.finished) return { step: "ceremony" };
  if (view.postponed) return { step: "continue" };
  const playing = view.players.filter(({ status }) => status !== "withdrawn");
  if (playing.length === 0) return { step: "players" };
  if (view.check_in_open) {
    const present = playing.filter(({ status }) => status === "present").length;
    return present === 0 ? { step: "check-in" } : { step: "briefing", missing: playing.length - present };
  }
  if (view.round > 0 && view.missing.length + view.draws.length > 0) {
    return { step: "results", round: view.round, tables: view.missing, draws: view.draws };
  }
  const round = view.round + 1;
  if (round <= view.agenda.rounds.length) {
    const state = roundOf(view, round)?.state;
    const step = state === "proposed" ? "publish" : state === "published" ? "start" : state === "stale" ? "seat-again" : "seat";
    return { step, round };
  }
  if (openCases(view).length > 0) return { step: "ruling" };
  return { step: ties > 0 ? "play-off" : "finish" };
}
