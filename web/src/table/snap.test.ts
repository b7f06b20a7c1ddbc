import { describe, expect, it } from "vitest";
import { move, type Draft, type Piece } from "./draft";
import { FeltPlan } from "./felt";
import { layoutRack, rackSlot, ASPECT, type TableLayout } from "./layout";
import { snapRack, snapTable } from "./snap";
import { readTiles } from "../tiles/face";

function draft(table: string[], rack: string): Draft {
  let id = 0;
  const pieces = (text: string): Piece[] => readTiles(text).map((face) => ({ id: ++id, face, own: false }));
  return { sets: table.map((text, index) => ({ id: index, pieces: pieces(text) })), rack: pieces(rack), next: 9 };
}
const nothing = new Set<number>();
const layoutOf = ({ sets }: Draft): TableLayout => new FeltPlan().layout(sets, { width: 1000, height: 500, minTile: 20, maxTile: 50 }, 1);

describe("snapping to sets", () => {
  const one = draft(["r3 r4 r5", "b1 * b3"], "k1 k2");
  const layout = layoutOf(one);
  const [first, second] = layout.sets;
  if (!first || !second) throw new Error("two sets");
  const middle = first.y + (layout.tile * ASPECT) / 2;
  it("goes to the nearer end, and a little beyond it", () => {
    expect(snapTable(one, layout, nothing, first.x + 160, middle)).toEqual({ kind: "beside", piece: 3, side: "after" });
    expect(snapTable(one, layout, nothing, first.x - 5, middle)).toEqual({ kind: "beside", piece: 1, side: "before" });
  });
  it("goes between tiles", () => {
    expect(snapTable(one, layout, nothing, first.x + 101, middle)).toEqual({ kind: "beside", piece: 2, side: "after" });
  });
  it("replaces a joker in its middle, and goes beside it near its edge", () => {
    const left = second.x;
    expect(snapTable(one, layout, nothing, left + 75, middle)).toEqual({ kind: "replace", piece: 5 });
    expect(snapTable(one, layout, nothing, left + 99, middle)).toEqual({ kind: "beside", piece: 5, side: "after" });
  });
  it("makes a new set away from all others, where it is dropped", () => {
    expect(snapTable(one, layout, new Set([7]), 500, middle + 90)).toEqual({ kind: "new", at: 2, spot: { row: 3, x: 9.5 } });
    const empty = draft([], "k1");
    expect(snapTable(empty, layoutOf(empty), new Set([1]), 10, 10)).toEqual({ kind: "new", at: 0, spot: { row: 0, x: 0 } });
  });
  it("makes a new set beside another if it would overlap it", () => {
    const target = snapTable(one, layout, new Set([7, 8]), first.x - 50, middle);
    expect(target.kind === "new" && target.spot && target.spot.x + 2 < first.x / layout.tile).toBe(true);
  });
  it("does not snap to a set that is dragged as a whole", () => {
    expect(snapTable(one, layout, new Set([1, 2, 3]), first.x + 60, middle)).toMatchObject({ kind: "new" });
  });
  it("ignores dragged tiles when it looks for a neighbour", () => {
    expect(snapTable(one, layout, new Set([2]), first.x + 101, middle)).toEqual({ kind: "beside", piece: 1, side: "after" });
  });
});

describe("the rack", () => {
  it("lays 14 tiles in two rows on a phone and in one on a desk", () => {
    expect(layoutRack(14, 360, 140, 56, 4).rows).toBe(2);
    expect(layoutRack(14, 1200, 160, 64, 4).rows).toBe(1);
  });
  it("has two full rows for up to 18 tiles on a phone (P15)", () => {
    for (const width of [348, 378]) {
      for (const count of [14, 15, 17, 18]) {
        const { rows, perRow, tile } = layoutRack(count, width, 136, 50, 2);
        expect(rows, `${count} tiles`).toBe(2);
        expect(rows * perRow).toBeGreaterThanOrEqual(count);
        expect(perRow * (tile + 2) - 2).toBeLessThanOrEqual(width);
        expect(perRow * (tile + 2)).toBeGreaterThan(width * 0.88);
      }
    }
  });
  it("changes the size of its tiles rarely", () => {
    const sizes = Array.from({ length: 40 }, (_, count) => layoutRack(count, 378, 136, 50, 2).tile);
    expect(new Set(sizes).size).toBeLessThan(8);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(24);
    expect([...sizes].sort((a, b) => b - a)).toEqual(sizes);
  });
  it("keeps its size for the first four tiles that are drawn", () => {
    for (const width of [344, 374, 804, 1400]) {
      const dealt = layoutRack(14, width, 136, 64, 2);
      for (const count of [15, 16, 17, 18]) expect(layoutRack(count, width, 136, 64, 2), `${count} tiles`).toEqual(dealt);
    }
  });
  it("finds the tile of the rack before which another goes", () => {
    const one = draft([], "k1 k2 k3 k4 k5 k6 k7 k8");
    const layout = layoutRack(8, 300, 200, 60, 4);
    const spot = rackSlot(layout, 5, 4);
    expect(snapRack(one, layout, 4, spot.x + 2, spot.y + 10)).toEqual({ kind: "rack", before: 6 });
    expect(snapRack(one, layout, 4, 299, 199)).toEqual({ kind: "rack", before: null });
  });
  it("takes an empty slot as a whole", () => {
    const one = draft([], "k1 k2 k3");
    const out = move(one, [2], { kind: "new", at: 0 });
    const layout = layoutRack(3, 1000, 80, 60, 4);
    for (const share of [0.1, 0.9]) {
      expect(snapRack(out, layout, 4, rackSlot(layout, 1, 4).x + 60 * share, 20)).toEqual({ kind: "rack", before: 2 });
    }
  });
});
