import { describe, expect, it } from "vitest";
import { freeSpot, overlaps, type Box } from "./free-spot";

const FELT: Box = { left: 0, top: 100, width: 400, height: 300 };
const WANTED: Box = { left: 120, top: 108, width: 100, height: 40 };
/** Deterministic, evenly spread numbers below `below`. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state / 2_147_483_648;
  }
}

describe("a free spot on the felt", () => {
  it("is inside the felt and covers no tile, wherever the tiles lie", () => {
    const next = numbers(7);
    for (let round = 0; round < 300; round++) {
      const tiles = Array.from({ length: round % 60 }, () => ({ left: next.next().value * 360, top: 100 + next.next().value * 250, width: 30, height: 40 }));
      const spot = freeSpot(FELT, WANTED, tiles);
      if (!spot) continue;
      expect(tiles.some((tile) => overlaps(spot, tile))).toBe(false);
      expect(spot.left >= FELT.left && spot.left + spot.width <= FELT.left + FELT.width && spot.top >= FELT.top && spot.top + spot.height <= FELT.top + FELT.height).toBe(true);
    }
  });
  it("is the nearest one", () => {
    const row: Box = { left: 0, top: 100, width: 400, height: 60 };
    expect(freeSpot(FELT, WANTED, [row])).toEqual({ ...WANTED, top: 164 });
    expect(freeSpot(FELT, WANTED, [])).toMatchObject({ left: 120, top: 108 });
  });
  it("is none on a full felt", () => {
    expect(freeSpot(FELT, WANTED, [FELT])).toBe(null);
  });
});
