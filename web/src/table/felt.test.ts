import { describe, expect, it } from "vitest";
import { readTiles } from "../tiles/face";
import { lay, move, split, type Draft, type Piece } from "./draft";
import { FeltPlan, freeSpot, gridFor, KEEP_GAP, ROW_PITCH, SET_GAP, TIGHT_PITCH, type FeltSize } from "./felt";
import { ASPECT } from "./layout";
import type { TableLayout } from "./layout";

const DESKTOP: FeltSize = { width: 1040, height: 520, minTile: 30, maxTile: 64 };
const PHONE: FeltSize = { width: 366, height: 396, minTile: 24, maxTile: 44 };

function draft(table: string[], rack = ""): Draft {
  let id = 0;
  const pieces = (text: string): Piece[] => readTiles(text).map((face) => ({ id: ++id, face, own: false }));
  return { sets: table.map((text, index) => ({ id: index, pieces: pieces(text) })), rack: pieces(rack), next: table.length };
}
const at = (layout: TableLayout, one: Draft, id: number) => layout.sets[one.sets.findIndex((set) => set.id === id)];

/** No two sets overlap, and all are on the felt. */
function check(layout: TableLayout, one: Draft, size: FeltSize) {
  one.sets.forEach((set, index) => {
    const place = layout.sets[index]!;
    const right = place.x + set.pieces.length * layout.tile;
    expect(place.x).toBeGreaterThanOrEqual(-0.5);
    expect(right).toBeLessThanOrEqual(size.width + 0.5);
    one.sets.forEach((other, number) => {
      const there = layout.sets[number]!;
      if (number === index || there.y !== place.y) return;
      const apart = Math.max(there.x - right, place.x - there.x - other.pieces.length * layout.tile);
      expect(apart, "sets are apart").toBeGreaterThan(KEEP_GAP * layout.tile - 1);
    });
  });
}

describe("where sets are", () => {
  it("puts a set where its player drops it, and it stays there (P14)", () => {
    const plan = new FeltPlan();
    const one = draft(["r3 r4 r5"], "k7 r7 b7 y7");
    plan.layout(one.sets, DESKTOP, 1);
    plan.wish(4, { row: 4, x: 10.5 });
    const out = move(one, [4], { kind: "new", at: 1 });
    const { tile, sets } = plan.layout(out.sets, DESKTOP, 1);
    expect(sets[1]?.x).toBeCloseTo(10.5 * tile);
    // It grows to the right, or to the left, and its tiles stay.
    const more = move(out, [5], { kind: "beside", piece: 4, side: "after" });
    expect(plan.layout(more.sets, DESKTOP, 1).sets[1]?.x).toBeCloseTo(10.5 * tile);
    const left = move(more, [6], { kind: "beside", piece: 4, side: "before" });
    expect(plan.layout(left.sets, DESKTOP, 1).sets[1]?.x).toBeCloseTo(9.5 * tile);
    // The server may arrange its tiles in another order.
    const arranged = lay(left, 1, ["k7", "r7", "b7"]);
    expect(plan.layout(arranged.sets, DESKTOP, 1).sets[1]?.x).toBeCloseTo(9.5 * tile);
    // Undo brings back the spot as well.
    expect(plan.layout(more.sets, DESKTOP, 1).sets[1]?.x).toBeCloseTo(10.5 * tile);
  });
  it("finds the sets where they lay, also where a set lies twice, after a reload and for the next player of one device", () => {
    const plan = new FeltPlan();
    const one = draft(["r3 r4 r5", "b9 * b11", "r3 r4 r5"], "k7 r7 b7");
    const others = draft(["k1 k2 k3"]).sets;
    plan.layout(one.sets, DESKTOP, 1);
    plan.wish(7, { row: 3, x: 1.25 });
    const moved = move(one, [7, 8, 9], { kind: "new", at: 3 });
    const { sets, tile } = plan.layout(moved.sets, DESKTOP, 1);
    // Other ids, another order of the sets, a joker that has been read, and a set that was not there.
    const [first, joker, second] = moved.sets.map((set, index) => ({ id: 70 + index, pieces: set.pieces.map((piece) => ({ ...piece, id: piece.id + 500, face: piece.face === "*" ? "*b10" : piece.face })) }));
    const again = [joker!, first!, second!, ...others];
    const saved = plan.saved;
    const later = new FeltPlan(JSON.parse(JSON.stringify(saved)) as typeof saved);
    later.layout([], { ...DESKTOP, width: 100 }, 1);
    later.layout(again, { ...DESKTOP, height: 60 }, 1);
    const found = later.layout(again, DESKTOP, 1);
    expect(found.tile).toBe(tile);
    expect(found.sets.slice(0, 3)).toEqual([sets[1], sets[0], sets[2]]);
    check(found, { ...moved, sets: again }, DESKTOP);
    // A window of another size is tidied.
    const turned = new FeltPlan(saved).layout(again, PHONE, 1);
    check(turned, { ...moved, sets: again }, PHONE);
  });
  it("is no longer scrolled when its sets fit again", () => {
    const small = { width: 348, height: 246, minTile: 22, maxTile: 38 };
    const plan = new FeltPlan();
    const full = draft(Array.from({ length: 34 }, (_, index) => `k${(index % 10) + 1} k${(index % 10) + 2} k${(index % 10) + 3} k${(index % 10) + 4}`));
    const fits = ({ grid }: TableLayout) => grid.top + grid.rows * grid.pitch * grid.tile - (grid.pitch - ASPECT) * grid.tile <= small.height + 0.5;
    expect(fits(plan.layout(full.sets, small, 1))).toBe(false);
    const fewer = full.sets.slice(0, 18);
    const layout = plan.layout(fewer, small, 1);
    expect(fits(layout)).toBe(true);
    check(layout, { ...full, sets: fewer }, small);
  });
  it("moves a whole set where it is dropped, and back by undo", () => {
    const plan = new FeltPlan();
    const one = draft(["r3 r4 r5", "k1 k2 k3"]);
    const before = plan.layout(one.sets, DESKTOP, 1);
    plan.wish(1, { row: 0, x: 1 });
    const moved = move(one, [1, 2, 3], { kind: "new", at: 2 });
    const after = plan.layout(moved.sets, DESKTOP, 1);
    expect(at(after, moved, 0)?.x).toBeCloseTo(after.tile);
    expect(at(after, moved, 1)).toEqual(at(before, one, 1));
    expect(plan.layout(one.sets, DESKTOP, 1).sets).toEqual(before.sets);
  });
  it("leaves the parts of a split set where they are, apart from a gap", () => {
    const plan = new FeltPlan();
    const one = draft(["r3 r4 r5 r6 r7 r8"]);
    const before = plan.layout(one.sets, DESKTOP, 1);
    const two = split(one, 4);
    const after = plan.layout(two.sets, DESKTOP, 1);
    expect(after.sets[0]).toEqual(before.sets[0]);
    expect(after.sets[1]?.y).toBe(before.sets[0]?.y);
    expect(after.sets[1]!.x - before.sets[0]!.x).toBeCloseTo((3 + SET_GAP) * after.tile);
    // A tile that is taken out of the middle leaves its place empty.
    const taken = move(one, [3], { kind: "new", at: 1 });
    const rest = plan.layout(taken.sets, DESKTOP, 1);
    expect(rest.sets[0]).toEqual(before.sets[0]);
  });
  it("gives the sets of others a free spot and moves nothing for them", () => {
    const plan = new FeltPlan();
    let one = draft(["r3 r4 r5"]);
    let before = plan.layout(one.sets, DESKTOP, 1);
    for (let count = 1; count < 8; count++) {
      const set = { id: one.next, pieces: readTiles("k1 k2 k3").map((face, index) => ({ id: 100 * count + index, face, own: false })) };
      one = { ...one, sets: [...one.sets, set], next: one.next + 1 };
      const after = plan.layout(one.sets, DESKTOP, 1);
      expect(after.sets.slice(0, count)).toEqual(before.sets);
      check(after, one, DESKTOP);
      before = after;
    }
  });
  it("is tidied with smaller tiles only when something no longer fits, in the same order", () => {
    const plan = new FeltPlan();
    let one = draft([]);
    let tile = plan.layout(one.sets, PHONE, 1).tile;
    let tidied = 0;
    let { grid } = plan.layout(one.sets, PHONE, 1);
    for (let count = 0; count < 24; count++) {
      const set = { id: one.next, pieces: readTiles("k1 k2 k3 k4").map((face, index) => ({ id: 100 * count + index, face, own: false })) };
      one = { ...one, sets: [...one.sets, set], next: one.next + 1 };
      const layout = plan.layout(one.sets, PHONE, 1);
      if (layout.tile !== tile) tidied += 1;
      if (count > 0) expect(layout.tidied).toBe(layout.grid !== grid);
      grid = layout.grid;
      expect(layout.tile).toBeLessThanOrEqual(tile);
      tile = layout.tile;
      check(layout, one, PHONE);
    }
    expect(tidied).toBeGreaterThan(0);
    expect(tidied).toBeLessThan(8);
    expect(tile).toBeGreaterThanOrEqual(24);
  });
  it("shows a full table of a small phone without scrolling", () => {
    // 360 × 640: what top row, strip, rack and buttons leave of the height.
    const size: FeltSize = { width: 348, height: 246, minTile: 22, maxTile: 38 };
    for (const lengths of [Array<number>(21).fill(4), Array<number>(28).fill(3), [...Array<number>(12).fill(4), ...Array<number>(12).fill(3)]]) {
      const { tile, rows, pitch, top } = gridFor(lengths, size);
      expect(top + (rows - 1) * pitch * tile + tile * ASPECT, `${lengths.length} sets`).toBeLessThanOrEqual(size.height);
    }
  });
  it("moves rows together only when smaller tiles alone do not help", () => {
    const size: FeltSize = { width: 348, height: 246, minTile: 22, maxTile: 38 };
    const pitches = Array.from({ length: 21 }, (_, count) => gridFor(Array<number>(count).fill(4), size).pitch);
    expect(pitches[10]).toBe(ROW_PITCH);
    expect(pitches[20]).toBe(TIGHT_PITCH);
    expect(pitches).toEqual([...pitches].sort((a, b) => b - a));
  });
  it("never cuts off a long run", () => {
    const one = draft(["r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13"]);
    check(new FeltPlan().layout(one.sets, PHONE, 1), one, PHONE);
  });
  it("has larger tiles and centred sets on a large felt", () => {
    const one = draft(["r3 r4 r5", "k1 k2 k3"]);
    const layout = new FeltPlan().layout(one.sets, DESKTOP, 1);
    expect(layout.tile).toBe(64);
    const left = Math.min(...layout.sets.map((place) => place.x));
    const right = Math.max(...layout.sets.map((place) => place.x + 3 * layout.tile));
    expect(left).toBeCloseTo(DESKTOP.width - right, 0);
    const alone = freeSpot(gridFor([], DESKTOP), [], 3);
    expect(alone?.row).toBe(2);
  });
  it("puts a lone set in the middle, and the next ones beside it", () => {
    for (const width of [1040, 1384]) {
      const size = { ...DESKTOP, width };
      for (const length of [3, 4, 6]) {
        const grid = gridFor([], size);
        const alone = freeSpot(grid, [], length)!;
        expect(alone.x + length / 2, `${length} tiles on ${width} px`).toBeCloseTo(grid.columns / 2);
        if (length > 4) continue;
        const second = freeSpot(grid, [{ row: alone.row, from: alone.x, to: alone.x + length }], 3)!;
        const third = freeSpot(grid, [alone, second].map((spot, index) => ({ row: spot.row, from: spot.x, to: spot.x + (index ? 3 : length) })), 3)!;
        expect(second.row).toBe(alone.row);
        expect(third.row).toBe(alone.row);
        expect((second.x + third.x + 3) / 2, "one at each side").toBeCloseTo(grid.columns / 2);
      }
    }
  });
  it("keeps what did not change in its place, whatever is moved (unless the felt is tidied)", () => {
    let seed = 3;
    const chance = (below: number) => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
    for (const size of [DESKTOP, PHONE]) {
      const plan = new FeltPlan();
      let one = draft(["r3 r4 r5 r6", "k7 r7 b7", "b1 b2 b3"], "y1 y2 y3 y4 y5 k13");
      const all = 16;
      let before = plan.layout(one.sets, size, 1);
      let moved = 0;
      for (let turn = 0; turn < 2000; turn++) {
        const piece = 1 + chance(all);
        const target = chance(2) ? ({ kind: "new", at: one.sets.length } as const) : ({ kind: "beside", piece: 1 + chance(all), side: "after" } as const);
        if (target.kind === "new") plan.wish(piece, { row: chance(5), x: chance(20) / 2 });
        const next = chance(9) === 0 ? split(one, piece) : move(one, [piece], target);
        const after = plan.layout(next.sets, size, 1);
        check(after, next, size);
        if (after.grid === before.grid) {
          next.sets.forEach((set, index) => {
            const old = one.sets.findIndex((other) => other.id === set.id);
            if (old < 0 || one.sets[old] !== set || set.pieces.some((other) => other.id === piece)) return;
            expect(after.sets[index]).toEqual(before.sets[old]);
            moved += 1;
          });
        }
        one = next;
        before = after;
      }
      expect(moved).toBeGreaterThan(500);
    }
  });
});
