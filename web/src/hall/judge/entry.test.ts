import { describe, expect, it } from "vitest";
import { seeded } from "../net/testing";
import * as entry from "./entry";

const BOX: entry.Box = { copies: 2, jokerPoints: 30 };
const SEATS = [22, 23, 25, 26];
const PLACE = { round: 2, table: 7, game: 1 };

function tapAll(state: entry.Entry, tiles: string): entry.Entry {
  return tiles.split(" ").reduce((now, tile) => entry.tap(now, tile, BOX), state);
}

describe("the entry of a result", () => {
  it("takes the worked example by tiles", () => {
    let state = entry.startEntry(SEATS, "out", 23);
    expect(state.current).toBe(22);
    state = entry.goOn(tapAll(state, "r13 b11 y9 k2"));
    expect(state.current).toBe(25);
    state = entry.goOn(tapAll(entry.setOpened(state, false), "r10 b10 k10 k13 y12"));
    state = entry.goOn(tapAll(state, "k5 r7"));
    expect(state.current).toBeNull();
    expect(entry.isComplete(state)).toBe(true);
    expect(entry.toCommand(state, PLACE)).toEqual({
      do: "result", round: 2, table: 7, game: 1, ended: "out",
      racks: [
        { number: 22, tiles: "r13 b11 y9 k2" },
        { number: 23, tiles: "" },
        { number: 25, tiles: "r10 b10 k10 k13 y12", opened: false },
        { number: 26, tiles: "k5 r7" },
      ],
    });
    expect(entry.valueOf(["r13", "b11", "y9", "k2", "*"], BOX)).toBe(65);
  });

  it("takes it by sums, with the judge's own verdict", () => {
    let state = entry.setBySum(entry.startEntry(SEATS, "out", 23), true);
    state = entry.goOn(entry.digit(entry.digit(state, 3), 5));
    state = entry.goOn(entry.judgeUnopened(state, true));
    state = entry.goOn(entry.digit(entry.digit(state, 1), 2));
    expect(state.current).toBeNull();
    expect(entry.toCommand(state, PLACE).racks).toEqual([
      { number: 22, sum: 35 }, { number: 23, tiles: "" }, { number: 25, opened: false, could: true }, { number: 26, sum: 12 },
    ]);
  });

  it("counts face values where nobody is out: no verdict, all racks", () => {
    let state = entry.setBySum(entry.startEntry(SEATS, "pool", null), true);
    expect(entry.isFilled(state, entry.rackOf(entry.judgeUnopened(state, false), 22)!)).toBe(false);
    state = entry.digit(entry.setOpened(state, false), 9);
    expect(entry.toCommand(state, PLACE).racks).toContainEqual({ number: 22, sum: 9, opened: false });
  });

  it("does not go on from an empty rack, nor to whoever is out", () => {
    const state = entry.startEntry(SEATS, "out", 23);
    expect(entry.goOn(state)).toBe(state);
    expect(entry.goTo(state, 23)).toBe(state);
    expect(entry.goTo(state, 26).current).toBe(26);
  });

  it("erases digits and verdicts", () => {
    const start = entry.setBySum(entry.startEntry(SEATS, "out", 23), true);
    expect(entry.rackOf(entry.eraseDigit(entry.digit(entry.digit(start, 3), 5)), 22)?.sum).toBe("3");
    const judged = entry.judgeUnopened(start, false);
    expect(entry.rackOf(entry.eraseDigit(judged), 22)).toMatchObject({ could: null, opened: true });
    expect(entry.rackOf(entry.digit(judged, 7), 22)).toMatchObject({ could: null, opened: true, sum: "7" });
    expect(entry.rackOf([0, 1, 2, 3, 4].reduce(entry.digit, start), 22)?.sum).toBe("123");
  });

  it("marks tiles that were drawn last, as long as they are on the rack", () => {
    let state = tapAll(entry.setOpened(entry.startEntry(SEATS, "out", 23), false), "r5 r5 k3");
    state = entry.markDrawn(state, 0);
    expect(entry.toCommand(state, PLACE).racks).toContainEqual({ number: 22, tiles: "r5 r5 k3", opened: false, last_drawn: "r5" });
    expect(entry.rackOf(entry.takeAway(entry.takeAway(state, 0), 0), 22)).toMatchObject({ tiles: ["k3"], lastDrawn: [] });
    expect(entry.rackOf(entry.setOpened(state, true), 22)?.lastDrawn).toEqual([]);
  });

  it("asks for one verdict with the other racks as one point", () => {
    const state = tapAll(entry.setOpened(entry.goTo(entry.startEntry(SEATS, "out", 23), 25), false), "r10 b10 k10");
    expect(entry.toTrial(state, PLACE).racks).toEqual([
      { number: 22, sum: 1 }, { number: 23, tiles: "" }, { number: 25, tiles: "r10 b10 k10", opened: false }, { number: 26, sum: 1 },
    ]);
  });

  it("reads back what is stored", () => {
    const stored = entry.fromStored(SEATS, "out", [
      { number: 22, tiles: "r13 k2", sum: 15, opened: true }, { number: 23, tiles: "", sum: 0, opened: true },
      { number: 25, opened: false, verdict: { could: false } }, { number: 26, sum: 12, opened: true },
    ]);
    expect(stored.out).toBe(23);
    expect(entry.isComplete(stored)).toBe(true);
    expect(entry.toCommand(stored, PLACE).racks).toEqual([
      { number: 22, tiles: "r13 k2" }, { number: 23, tiles: "" }, { number: 25, opened: false, could: false }, { number: 26, sum: 12 },
    ]);
  });

  it("has each tile of the box once in the grid", () => {
    const tiles = entry.GRID.flat().filter((tile) => tile !== null);
    expect(tiles).toHaveLength(53);
    expect(new Set(tiles).size).toBe(53);
  });

  it.each(Array.from({ length: 200 }, (_, seed) => seed))("never has more of a tile than the box, whatever is tapped (seed %i)", (seed) => {
    const random = seeded(seed);
    const tiles = ["r1", "r2", "k13", "*"];
    let state = entry.startEntry(SEATS, "out", SEATS[Math.floor(random() * 4)]!);
    for (let step = 0; step < 80; step++) {
      const tile = tiles[Math.floor(random() * tiles.length)]!;
      const wasGone = entry.isGone(state, tile, BOX);
      const chance = random();
      const before = state;
      if (chance < 0.6) {
        state = entry.tap(state, tile, BOX);
        if (wasGone) expect(state).toBe(before);
      } else if (chance < 0.75) state = entry.takeAway(state, Math.floor(random() * 4));
      else if (chance < 0.85) state = entry.goTo(state, SEATS[Math.floor(random() * 4)]!);
      else if (chance < 0.9) state = entry.markDrawn(state, Math.floor(random() * 4));
      else if (chance < 0.95) state = entry.setOpened(state, random() < 0.5);
      else state = entry.goOn(state);
      for (const one of tiles) {
        const all = state.racks.flatMap((rack) => rack.tiles).filter((other) => other === one).length;
        expect(all).toBeLessThanOrEqual(BOX.copies);
      }
      for (const rack of state.racks) {
        for (const drawn of rack.lastDrawn) {
          expect(rack.lastDrawn.filter((other) => other === drawn).length).toBeLessThanOrEqual(rack.tiles.filter((other) => other === drawn).length);
        }
      }
      expect(entry.rackOf(state, state.out!)?.tiles).toEqual([]);
    }
  });
});
