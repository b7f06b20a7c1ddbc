import { describe, expect, it } from "vitest";
import { readTiles } from "../tiles/face";
import type { Draft, Piece, Target } from "./draft";
import { dropMark } from "./drop-mark";
import { FeltPlan } from "./felt";
import { layoutRack, rackSlot } from "./layout";

let id = 0;
const pieces = (text: string): Piece[] => readTiles(text).map((face) => ({ id: ++id, face, own: false }));
const draft: Draft = { sets: [{ id: 0, pieces: pieces("r3 * r5") }], rack: pieces("k1 k2"), next: 1 };
const table = new FeltPlan().layout(draft.sets, { width: 800, height: 400, minTile: 30, maxTile: 60 }, 1);
const rack = layoutRack(2, 600, 120, 60, 2);
const mark = (target: Target | null) => dropMark(target, draft, table, rack, 2);
const corner = table.sets[0]!;

describe("the mark of a drop", () => {
  it("is beside a tile, or on the joker that is replaced", () => {
    expect(mark({ kind: "beside", piece: 3, side: "after" })).toEqual({ kind: "gap", x: corner.x + 3 * table.tile, y: corner.y });
    expect(mark({ kind: "beside", piece: 1, side: "before" })).toEqual({ kind: "gap", ...corner });
    expect(mark({ kind: "replace", piece: 2 })).toEqual({ kind: "replace", x: corner.x + table.tile, y: corner.y });
  });
  it("is before a tile of the rack, or after all", () => {
    expect(mark({ kind: "rack", before: 5 })?.x).toBe(rackSlot(rack, 1, 2).x - 3);
    expect(mark({ kind: "rack", before: null })?.x).toBe(rackSlot(rack, 2, 2).x - 3);
  });
  it("is nowhere without a target, or beside a tile that is gone", () => {
    expect(mark(null)).toBeNull();
    expect(mark({ kind: "beside", piece: 99, side: "after" })).toBeNull();
  });
});
