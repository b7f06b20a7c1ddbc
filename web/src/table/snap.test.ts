import { describe, expect, it } from "vitest";
import type { Draft, Piece } from "./draft";
import { layoutRack, layoutTable, rackSlot, ASPECT } from "./layout";
import { snapRack, snapTable } from "./snap";
import { readTiles } from "../tiles/face";

function draft(table: string[], rack: string): Draft {
  let id = 0;
  const pieces = (text: string): Piece[] => readTiles(text).map((face) => ({ id: ++id, face, own: false }));
  return { sets: table.map((text, index) => ({ id: index, pieces: pieces(text) })), rack: pieces(rack), next: 9 };
}
const nothing = new Set<number>();

describe("snapping to sets", () => {
  const one = draft(["r3 r4 r5", "b1 * b3"], "k1 k2");
  const layout = layoutTable([3, 3], 1000, 500, 20, 50);
  const middle = (layout.tile * ASPECT) / 2;
  it("goes to the nearer end, and a little beyond it", () => {
    expect(snapTable(one, layout, nothing, 160, middle)).toEqual({ kind: "beside", piece: 3, side: "after" });
    expect(snapTable(one, layout, nothing, 5, middle)).toEqual({ kind: "beside", piece: 1, side: "before" });
  });
  it("goes between tiles", () => {
    expect(snapTable(one, layout, nothing, 101, middle)).toEqual({ kind: "beside", piece: 2, side: "after" });
  });
  it("replaces a joker in its middle, and goes beside it near its edge", () => {
    const left = layout.sets[1]!.x;
    expect(snapTable(one, layout, nothing, left + 75, middle)).toEqual({ kind: "replace", piece: 5 });
    expect(snapTable(one, layout, nothing, left + 99, middle)).toEqual({ kind: "beside", piece: 5, side: "after" });
  });
  it("makes a new set away from all others, in reading order", () => {
    expect(snapTable(one, layout, nothing, 600, middle)).toEqual({ kind: "new", at: 2 });
    expect(snapTable(one, layout, nothing, 100, 400)).toEqual({ kind: "new", at: 2 });
    expect(snapTable(draft([], "k1"), layoutTable([], 1000, 500, 20, 50), nothing, 10, 10)).toEqual({ kind: "new", at: 0 });
  });
  it("does not snap to a set that is dragged as a whole", () => {
    expect(snapTable(one, layout, new Set([1, 2, 3]), 60, middle)).toMatchObject({ kind: "new" });
  });
  it("ignores dragged tiles when it looks for a neighbour", () => {
    expect(snapTable(one, layout, new Set([2]), 101, middle)).toEqual({ kind: "beside", piece: 1, side: "after" });
  });
});

describe("layouts", () => {
  it("fits everything with the largest tiles", () => {
    const few = layoutTable([3, 3], 400, 300, 20, 60);
    const many = layoutTable(Array.from({ length: 30 }, () => 4), 400, 300, 20, 60);
    expect(few.tile).toBe(60);
    expect(many.tile).toBeLessThan(few.tile);
    expect(many.tile).toBeGreaterThanOrEqual(20);
  });
  it("never cuts off a long run", () => {
    const long = layoutTable([13], 366, 300, 32, 60);
    expect(long.tile * 13).toBeLessThanOrEqual(366);
  });
  it("keeps sets apart", () => {
    const { tile, sets } = layoutTable([3, 4, 5, 3], 500, 400, 20, 50);
    sets.forEach((place, index) => {
      const next = sets[index + 1];
      if (next && next.y === place.y) expect(next.x).toBeGreaterThan(place.x + [3, 4, 5, 3][index]! * tile);
    });
  });
  it("lays 14 tiles in two rows on a phone and in one on a desk", () => {
    expect(layoutRack(14, 360, 140, 56, 4).rows).toBe(2);
    expect(layoutRack(14, 1200, 160, 64, 4).rows).toBe(1);
  });
  it("finds the tile of the rack before which another goes", () => {
    const one = draft([], "k1 k2 k3 k4 k5 k6 k7 k8");
    const layout = layoutRack(8, 300, 200, 60, 4);
    const spot = rackSlot(layout, 5, 4);
    expect(snapRack(one, layout, 4, spot.x + 2, spot.y + 10)).toEqual({ kind: "rack", before: 6 });
    expect(snapRack(one, layout, 4, 299, 199)).toEqual({ kind: "rack", before: null });
  });
});
