import { expect, test } from "vitest";
import { readTiles } from "../tiles/face";
import { changedSince } from "./changed";

/** Sets with pieces numbered from 1, as the page has them. */
function table(...sets: string[]) {
  let id = 0;
  return sets.map((set, index) => ({ id: index, pieces: readTiles(set).map((face) => ({ id: ++id, face, own: false })) }));
}

test("P13: what was laid since is marked, and what lay there is not", () => {
  expect(changedSince(["r3 r4 r5"], table("r3 r4 r5 r6", "k7 b7 y7"))).toEqual(new Set([4, 5, 6, 7]));
  expect(changedSince(["r3 r4 r5"], table("r3 r4 r5"))).toEqual(new Set());
  expect(changedSince([], table("r3 r4 r5"))).toEqual(new Set([1, 2, 3]));
});

test("a tile that only moved is not marked", () => {
  expect(changedSince(["r3 r4 r5 r6", "k7 b7 y7"], table("r3 r4 r5", "r6 r7 r8", "k7 b7 y7"))).toEqual(new Set([5, 6]));
});

test("of equal tiles the one in the old set is old", () => {
  expect(changedSince(["r3 r4 r5"], table("r3 b3 y3", "r3 r4 r5"))).toEqual(new Set([1, 2, 3]));
});

test("a joker that stands for another tile is the same joker; words are read letter by letter", () => {
  expect(changedSince(["r3 *r4 r5"], table("r4 *r5 r6"))).toEqual(new Set([1, 3]));
  expect(changedSince(["CAT"], table("CATS"))).toEqual(new Set([4]));
});
