import { describe, expect, it } from "vitest";
import { seeded } from "../net/testing";
import { currentStep, DEAL, tick } from "./checklist";
import * as draws from "./draw";
import * as timers from "./timer";

describe("the turn timer", () => {
  it("counts down, stands and goes on", () => {
    let timer = timers.startTurn(23, 60, 1000);
    expect(timers.dial(timer, 24_000)).toBe(37);
    timer = timers.stopTimer(timer, 24_000);
    expect(timers.dial(timer, 500_000)).toBe(37);
    timer = timers.goOnTimer(timer, 500_000);
    expect(timers.dial(timer, 510_000)).toBe(27);
    expect(timers.isOver(timer, 537_000)).toBe(true);
    expect(timers.partLeft(timer, 507_000)).toBe(0.5);
  });
  it("counts up where turns have no limit", () => {
    const timer = timers.startTurn(23, null, 0);
    expect([timers.dial(timer, 65_500), timers.isOver(timer, 1e9), timers.leftMs(timer, 5)]).toEqual([65, false, null]);
  });
  it("gives no time away when the device's clock is set back", () => {
    expect(timers.dial(timers.startTurn(23, 60, 10_000), 0)).toBe(60);
  });
  it("gives an interrupted turn back what it had left", () => {
    const timer = timers.setLeft(timers.startTurn(25, 60, 0), 23, 40, 9000);
    expect([timer.player, timers.dial(timer, 9000), timers.dial(timer, 19_000)]).toEqual([23, 40, 30]);
  });
  it("goes around the table, and knows the last turns", () => {
    expect([timers.playerAfter([23, 25, 26, 22], 22), timers.playerAfter([1, 2, 3], 1)]).toEqual([23, 2]);
    expect(timers.lastTurns([23, 25, 26, 22], 25)).toEqual([25, 26, 22]);
  });
  it("ticks in the last ten seconds and rings at the end, each once", () => {
    const signals: timers.Signal[] = [];
    let before = 60;
    for (let ms = 0; ms <= 62_000; ms += 250) {
      const after = timers.dial(timers.startTurn(1, 60, 0), ms);
      const now = timers.signal(before, after);
      if (now) signals.push(now);
      before = after;
    }
    expect(signals).toEqual([...Array.from({ length: 10 }, () => "tick"), "over"]);
  });
});

describe("the draw for the start", () => {
  const enterAll = (draw: draws.Draw, tiles: draws.Drawn[]) => draw.players.reduce((now, player, at) => draws.enter(now, player, tiles[at]!), draw);
  it("is decided by the larger number", () => {
    const draw = enterAll(draws.startDraw([22, 23, 25, 26]), [11, 12, 7, 9]);
    expect(draws.outcome(draw)).toEqual({ kind: "decided", chosen: [23] });
    expect(draws.orderFrom([22, 23, 25, 26], 23)).toEqual([23, 25, 26, 22]);
  });
  it("is drawn again by those who are equal, and by a joker alone", () => {
    const tied = draws.outcome(enterAll(draws.startDraw([22, 23, 25, 26]), [11, 11, 7, 9]));
    expect(tied).toMatchObject({ kind: "again", draw: { players: [22, 23], drawn: {}, earlier: { 25: 7, 26: 9 } } });
    const joker = draws.outcome(enterAll(draws.startDraw([22, 23, 25]), [11, "*", 7]));
    expect(joker).toMatchObject({ kind: "again", draw: { players: [22, 23, 25], drawn: { 22: 11, 25: 7 } } });
  });
  it("names the next drawer, and takes a tile back", () => {
    const draw = draws.enter(draws.startDraw([1, 2]), 1, 5);
    expect([draws.drawer(draw), draws.drawer(draws.takeBack(draw, 1)), draws.outcome(draw).kind]).toEqual([2, 1, "open"]);
    expect(draws.enter(draw, 9, 5)).toBe(draw);
  });
  it("writes equal numbers in different colours, so that the box is not exceeded", () => {
    const draw = enterAll(draws.startDraw([1, 2, 3, 4, 5, 6]), [11, 11, 11, 11, 11, "*"]);
    expect(draws.toTiles(draw)).toEqual({ 1: "r11", 2: "b11", 3: "k11", 4: "y11", 5: "r11", 6: "*" });
  });
  it("always ends with as many chosen as there are places", () => {
    const random = seeded(3);
    for (let round = 0; round < 300; round++) {
      const players = [1, 2, 3, 4].slice(0, 2 + Math.floor(random() * 3));
      const places = 1 + Math.floor(random() * (players.length - 1));
      let draw = draws.startDraw(players, places);
      for (let step = 0; step < 200; step++) {
        const player = draws.drawer(draw);
        if (player !== null) draw = draws.enter(draw, player, random() < 0.1 ? "*" : 1 + Math.floor(random() * 4));
        const now = draws.outcome(draw);
        if (now.kind === "again") draw = now.draw;
        if (now.kind !== "decided") continue;
        expect(new Set(now.chosen).size).toBe(places);
        expect(players).toEqual(expect.arrayContaining([...now.chosen]));
        break;
      }
      expect(draws.outcome(draw).kind).toBe("decided");
    }
  });
});

describe("the checklist", () => {
  it("goes step by step, or ticks all up to one", () => {
    expect(currentStep([])).toBe("shuffle");
    expect(tick(["shuffle"], "take")).toEqual(["stack", "take"]);
    expect(tick(["shuffle"], "shuffle")).toEqual([]);
    expect(currentStep([...DEAL])).toBeNull();
  });
});
