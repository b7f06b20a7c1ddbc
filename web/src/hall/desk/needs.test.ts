import { describe, expect, it } from "vitest";
import { needsOf, nextStep } from "./needs";
import { cardsOf, findCards } from "./tables";
import { player, round, viewOf } from "./testing";
import { secondsOf } from "./times";

const at = (time: string) => secondsOf(time) ?? 0;
const TABLES = [[1, 2, 3, 4], [5, 6, 7, 8]];

describe("what needs a person", () => {
  const view = viewOf({
    round: 1, rounds: [round(1, TABLES)], missing: [1, 2], draws: [2], without_judge: [2],
    calls: [{ call: 2, round: 1, table: 1, at: "10:40:00" }, { call: 1, round: 1, table: 2, at: "10:38:00", why: "joker" }],
    cases: [{ case: 1, kind: "protest", round: 1, table: 1 }, { case: 2, kind: "conduct", number: 5 }, { case: 3, kind: "protest", round: 1, table: 2, decision: "dismiss" }],
    paused: [{ round: 1, table: 2, since: "10:30:00", escorted: [] }],
  });
  it("comes in order: calls by waiting time, cases, long pauses, draws, late tables", () => {
    const needs = needsOf(view, at("10:46:00"));
    expect(needs.map((need) => need.kind)).toEqual(["call", "call", "case", "case", "pause", "draw", "late", "late", "judge"]);
    expect(needs.slice(0, 2)).toMatchObject([{ call: 1, since: 480 }, { call: 2 }]);
    expect(needs.slice(2, 4)).toMatchObject([{ case: { case: 2 } }, { case: { case: 1 } }]);
  });
  it("leaves short pauses and tables in time alone", () => {
    expect(needsOf({ ...view, calls: [], cases: [], draws: [], without_judge: [] }, at("10:32:00"))).toEqual([]);
  });
  it("is nothing once the tournament is finished", () => {
    expect(needsOf({ ...view, finished: true }, at("10:46:00"))).toEqual([]);
  });
});

describe("the next step", () => {
  const step = (more: Parameters<typeof viewOf>[0], ties = 0) => nextStep(viewOf(more), ties);
  it("leads from the first player to the ceremony", () => {
    expect(step({ players: [], check_in_open: true })).toEqual({ step: "players" });
    expect(step({ check_in_open: true, players: [player(1, { status: "entered" })] })).toEqual({ step: "check-in" });
    expect(step({ check_in_open: true, players: [player(1), player(2, { status: "entered" })] })).toEqual({ step: "briefing", missing: 1 });
    expect(step({})).toEqual({ step: "seat", round: 1 });
    expect(step({ rounds: [round(1, TABLES, "proposed")] })).toEqual({ step: "publish", round: 1 });
    expect(step({ rounds: [round(1, TABLES, "published")] })).toEqual({ step: "start", round: 1 });
    expect(step({ rounds: [round(1, TABLES, "stale")] })).toEqual({ step: "seat-again", round: 1 });
    expect(step({ round: 1, rounds: [round(1, TABLES)], missing: [2] })).toMatchObject({ step: "results", tables: [2] });
    expect(step({ round: 1, rounds: [round(1, TABLES)] })).toEqual({ step: "seat", round: 2 });
    expect(step({ round: 3, cases: [{ case: 1, kind: "protest" }] })).toEqual({ step: "ruling" });
    expect(step({ round: 3 }, 1)).toEqual({ step: "play-off" });
    expect(step({ round: 3 })).toEqual({ step: "finish" });
    expect(step({ round: 3, finished: true })).toEqual({ step: "ceremony" });
    expect(step({ postponed: true })).toEqual({ step: "continue" });
  });
});

describe("the cards of the board", () => {
  const view = viewOf({
    round: 1, missing: [2], rounds: [round(1, TABLES, "started", { 1: { state: "recorded" } })],
    games: [{ round: 1, table: 1, games: [{ game: 1, steps: [], redeals: [], annulled: false, flags: [], unsigned: [], racks: TABLES[0]?.map((number) => ({ number, opened: true, score: number === 1 ? "30" : "-10", winner: number === 1, wins: "0" })) ?? [] }] }],
  });
  const log = [{ seq: 1, by: "organiser", at: "10:20:00", command: { do: "start", round: 1 } }, { seq: 2, by: "judge", at: "10:41:00", command: { do: "result", round: 1, table: 1 } }];
  it("have the time in their state", () => {
    const [first, second] = cardsOf(view, 1, at("10:30:00"), log);
    expect(first).toMatchObject({ state: "final", at: "10:41:00", since: null, scores: { 1: "30", 2: "-10" } });
    expect(second).toMatchObject({ state: "play", since: 600, late: 0 });
    expect(cardsOf(view, 1, at("10:47:00"), log)[1]).toMatchObject({ late: 120, needsPerson: true });
  });
  it("are flagged while a case is open, whatever their state", () => {
    expect(cardsOf({ ...view, cases: [{ case: 1, kind: "conduct", number: 2 }] }, 1, 0, log)[0]?.state).toBe("flag");
  });
  it("are found by table, number and name", () => {
    const cards = cardsOf(view, 1, 0, log);
    expect(findCards(cards, "7").map(({ table }) => table)).toEqual([2]);
    expect(findCards(cards, "1").map(({ table }) => table)).toEqual([1]);
    expect(findCards(cards, "player 3").map(({ table }) => table)).toEqual([1]);
  });
});
