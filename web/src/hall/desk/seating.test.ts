import { describe, expect, it } from "vitest";
import { checkTables, movePlayer, movesInto, readTables, reviewSeating, swapPlayers } from "./seating";
import { player, round, viewOf } from "./testing";
import { plain, signed } from "../figures";
import { averageText, between, countdownText, lengthText, secondsOf } from "./times";
import { changedTables } from "./what-if";
import { choicesOf, longerRounds, settingsOf, tablesFor } from "./wizard";

describe("a seating", () => {
  const view = viewOf({
    players: [1, 2, 3, 4, 5, 6, 7].map((number) => player(number, number < 3 ? { school: "North" } : {})).concat(player(8, { status: "barred" })),
    rounds: [round(1, [[1, 2, 3, 4], [5, 6, 7]]), round(2, [[3, 4, 5, 6], [1, 2, 7]], "proposed")],
  });
  it("is looked at before it is published", () => {
    const review = reviewSeating(view, 2, [[3, 4, 5, 6], [1, 2, 7]]);
    expect(review.short).toEqual([2]);
    expect(review.repeats.map(({ pair }) => pair)).toEqual([[3, 4], [5, 6], [1, 2]]);
    expect(review.mates).toEqual([{ table: 2, groups: [[1, 2]] }]);
    expect(reviewSeating(view, 1, [[1, 2, 3, 4], [5, 6, 7]]).absent.map(({ number }) => number)).toEqual([8]);
  });
  it("counts a table with two pairs of schoolmates once", () => {
    const pairs = viewOf({ players: [1, 2, 3, 4].map((number) => player(number, { school: number < 3 ? "North" : "South" })), rounds: [round(1, [[1, 2, 3, 4]])] });
    expect(reviewSeating(pairs, 1, [[1, 2, 3, 4]]).mates).toEqual([{ table: 1, groups: [[1, 2], [3, 4]] }]);
  });
  it("says nothing of schoolmates where everybody is from one school", () => {
    const one = viewOf({ players: [1, 2, 3, 4].map((number) => player(number, { school: "North" })), rounds: [round(1, [[1, 2, 3, 4]])] });
    expect(reviewSeating(one, 1, [[1, 2, 3, 4]]).mates).toEqual([]);
  });
  it("is told as a difference", () => {
    const [first, second] = movesInto(view, 2);
    expect(first).toMatchObject({ table: 1, goes: [{ number: 1, to: 2 }, { number: 2, to: 2 }], stays: [{ number: 3 }, { number: 4 }] });
    expect(second?.goes.map(({ number, to }) => [number, to])).toEqual([[5, 1], [6, 1]]);
  });
  it("can be changed, with everybody once", () => {
    expect(swapPlayers([[1, 2], [3, 4]], 2, 3)).toEqual([[1, 3], [2, 4]]);
    expect(movePlayer([[1, 2, 3], [4, 5]], 3, 2)).toEqual([[1, 2], [4, 5, 3]]);
    expect(readTables("1: 2, 3\n\n4 5", [1, 2, 3, 4, 5])).toEqual([[1, 2, 3], [4, 5]]);
    expect(checkTables([[1, 2], [2, 3]], [1, 2, 3])).toEqual({ fault: "twice", numbers: [2] });
    expect(checkTables([[1, 2]], [1, 2, 3])).toEqual({ fault: "missing", numbers: [3] });
    expect(checkTables([[1, 9]], [1])).toEqual({ fault: "unknown", numbers: [9] });
    expect(checkTables([[1, 2], [3]], [1, 2, 3])).toEqual({ fault: "size", tables: [2] });
  });
  it("of a correction differs where somebody comes or goes", () => {
    expect(changedTables([{ table: 1, players: [1, 2] }, { table: 2, players: [3] }], [{ table: 1, players: [2, 4] }, { table: 2, players: [3] }])).toEqual([{ table: 1, comes: [4], goes: [1] }]);
  });
});

describe("times and figures", () => {
  it("are read and shown", () => {
    expect(secondsOf("10:31:05")).toBe(37_865);
    expect(secondsOf("25:00")).toBeNull();
    expect(between(secondsOf("23:59:50") ?? 0, secondsOf("00:00:10") ?? 0)).toBe(20);
    expect(between(100, 40)).toBe(-60);
    expect([lengthText(65), lengthText(3605)]).toEqual(["1:05", "1:00:05"]);
    expect([-5, 65, 3599, 3600].map(countdownText)).toEqual(["0:00", "1:05", "59:59", null]);
    expect([signed("-12"), signed("15/2"), signed("-10/3"), signed("0")]).toEqual(["−12", "+7½", "−3⅓", "0"]);
    expect([plain("57/2"), plain("-99/2"), plain("3/2")]).toEqual(["28½", "−49½", "1½"]);
    expect([averageText("-10/3"), averageText("7")]).toEqual(["−3.33", "7"]);
  });
});

describe("a new tournament", () => {
  const preset = { name: "plk-2017", settings: { rounds: 3, play: 25, slot: 30, start: "10:20:00", winners: 4, games_per_round: 1, capacity: 64, rules: { pool_empty: "end" } } };
  const choices = { preset: "plk-2017", title: "", date: "2027-03-20", players: 12, start: "14:00", rounds: 3, minutes: 30, seconds: 60 };
  it("says only what differs from its preset", () => {
    expect(settingsOf(preset, choices, "en")).toEqual({ start: "14:00", check_in: "13:30", assembly: "13:40", briefing: "13:50", locale: "en" });
    expect(settingsOf(preset, { ...choices, minutes: 40, seconds: 0, players: 100 }, "en")).toMatchObject({ slot: 40, play: 35, rules: { pool_empty: "end", turn_time: "none" }, capacity: 100 });
  });
  it("proposes rounds that most tables finish, and tries longer ones in steps of five minutes", () => {
    expect(choicesOf(preset).minutes).toBe(45);
    expect(choicesOf({ ...preset, settings: { ...preset.settings, slot: 60 } }).minutes).toBe(60);
    expect(choicesOf({ ...preset, settings: { ...preset.settings, slot: 100, games_per_round: 4 } }).minutes).toBe(100);
    expect(longerRounds(30, 4)).toEqual([35, 45, 55, 65]);
    expect(longerRounds(45, 3)).toEqual([55, 65, 80]);
  });
  it("seats everybody at tables of four and three", () => {
    for (let players = 6; players < 60; players++) {
      const seated = tablesFor(players);
      expect(seated && seated.tables * 4 - seated.short).toBe(players);
    }
    expect([tablesFor(5), tablesFor(2)]).toEqual([null, null]);
  });
});
