import { describe, expect, it } from "vitest";
import { differs, gathered, lay, rackSlots, remainingParts, move, read, split, tail, toWire, type Draft, type Piece } from "./draft";
import { readTiles } from "../tiles/face";

/** A draft from text; ids count from 1 over the table, then the rack. */
function draft(table: string[], rack: string): Draft {
  let id = 0;
  const pieces = (text: string): Piece[] => readTiles(text).map((face) => ({ id: ++id, face, own: false }));
  const sets = table.map((text, index) => ({ id: index, pieces: pieces(text) }));
  return { sets, rack: pieces(rack), next: table.length };
}
const rackOf = (one: Draft) => one.rack.map((piece) => piece.face).join(" ");
const count = (one: Draft) => one.rack.length + one.sets.reduce((sum, set) => sum + set.pieces.length, 0);

describe("taking tiles out of a set", () => {
  it("splits a run where a middle tile is taken", () => {
    const one = draft(["r3 r4 r5 r6 r7"], "");
    expect(remainingParts(one.sets[0]!.pieces, new Set([3])).map((part) => part.length)).toEqual([2, 2]);
  });
  it("closes up a group and a word", () => {
    expect(remainingParts(draft(["k7 r7 b7 y7"], "").sets[0]!.pieces, new Set([2])).length).toBe(1);
    expect(remainingParts(draft(["CLAP"], "").sets[0]!.pieces, new Set([2])).length).toBe(1);
    expect(remainingParts(draft(["k7 * b7 y7"], "").sets[0]!.pieces, new Set([3])).length).toBe(1);
  });
  it("takes from an end without splitting", () => {
    expect(toWire(move(draft(["r3 r4 r5 r6"], ""), [1], { kind: "new", at: 9 }))).toEqual(["r4 r5 r6", "r3"]);
  });
});

describe("putting tiles down", () => {
  it("adds to either end of a set, and between", () => {
    const one = draft(["r4 r5"], "r3 r6");
    expect(toWire(move(one, [3], { kind: "beside", piece: 1, side: "before" }))).toEqual(["r3 r4 r5"]);
    expect(toWire(move(one, [4], { kind: "beside", piece: 2, side: "after" }))).toEqual(["r4 r5 r6"]);
    expect(toWire(move(one, [4, 3], { kind: "beside", piece: 1, side: "after" }))).toEqual(["r4 r6 r3 r5"]);
  });
  it("makes a new set of several, in the order given, where it is wanted", () => {
    const one = draft(["r4 r5 r6", "k1 k2 k3"], "b9 y9 k9");
    expect(toWire(move(one, [9, 7, 8], { kind: "new", at: 1 }))).toEqual(["r4 r5 r6", "k9 b9 y9", "k1 k2 k3"]);
  });
  it("moves a whole set without making it another", () => {
    const one = draft(["r4 r5 r6", "k1 k2 k3"], "");
    const moved = move(one, [1, 2, 3], { kind: "new", at: 1 });
    expect(toWire(moved)).toEqual(["k1 k2 k3", "r4 r5 r6"]);
    expect(moved.sets.map((set) => set.id)).toEqual([1, 0]);
  });
  it("joins a set to another", () => {
    expect(toWire(move(draft(["r4 r5", "r6 r7"], ""), [3, 4], { kind: "beside", piece: 2, side: "after" }))).toEqual(["r4 r5 r6 r7"]);
  });
  it("reorders inside a set without splitting it", () => {
    expect(toWire(move(draft(["r3 r4 r5 r6"], ""), [3], { kind: "beside", piece: 1, side: "before" }))).toEqual(["r5 r3 r4 r6"]);
  });
  it("replaces a joker, which becomes a set of its own without a reading", () => {
    const one = draft(["b1 b2 *b3 b4 b5"], "b3 k11");
    const after = move(one, [6], { kind: "replace", piece: 3 });
    expect(toWire(after)).toEqual(["b1 b2 b3 b4 b5", "*"]);
    expect(after.sets[0]!.pieces[2]!.own).toBe(true);
  });
  it("puts a tile beside a tile that is not a joker", () => {
    expect(toWire(move(draft(["b1 b2"], "b3"), [3], { kind: "replace", piece: 2 }))).toEqual(["b1 b2 b3"]);
  });
  it("does nothing with a tile beside itself or a missing one", () => {
    const one = draft(["b1 b2"], "b3");
    expect(move(one, [1], { kind: "beside", piece: 1, side: "after" })).toBe(one);
    expect(move(one, [99], { kind: "new", at: 0 })).toBe(one);
  });
});

describe("the rack", () => {
  it("takes back what came from it, and only that", () => {
    const one = draft(["r4 r5 r6"], "r7 k1");
    const out = move(one, [4], { kind: "beside", piece: 3, side: "after" });
    expect(rackOf(move(out, [4], { kind: "rack", before: 5 }))).toBe("r7 k1");
    expect(move(one, [1], { kind: "rack", before: null })).toBe(one);
  });
  it("forgets the readings of jokers in every set that changes, and in no other", () => {
    const one = draft(["r3 *r4 r5 r6", "k1 *k2 k3", "r12 b12"], "r4 k4");
    // The joker is moved alone, into a group.
    expect(toWire(move(one, [2], { kind: "beside", piece: 9, side: "after" }))).toEqual(["r3", "r5 r6", "k1 *k2 k3", "r12 b12 *"]);
    expect(toWire(move(one, [11], { kind: "beside", piece: 7, side: "after" }))).toEqual(["r3 *r4 r5 r6", "k1 * k3 k4", "r12 b12"]);
    expect(toWire(split(one, 3))).toEqual(["r3 *", "r5 r6", "k1 *k2 k3", "r12 b12"]);
  });
  it("forgets the letter of a joker that is moved alone, but not when its word grows", () => {
    const one = draft(["ToY", "CAT"], "S");
    expect(toWire(move(one, [7], { kind: "beside", piece: 3, side: "after" }))).toEqual(["ToYS", "CAT"]);
    expect(toWire(move(one, [2], { kind: "beside", piece: 6, side: "after" }))).toEqual(["TY", "CAT*"]);
  });
  it("forgets the reading of a joker", () => {
    const one = draft([], "* A");
    const out = read(move(one, [1], { kind: "new", at: 0 }), 1, "c");
    expect(toWire(out)).toEqual(["c"]);
    expect(rackOf(move(out, [1], { kind: "rack", before: null }))).toBe("* A");
  });
  it("keeps a slot for every laid tile, to which the tile returns (P14)", () => {
    const one = draft(["r4 r5 r6"], "r7 k1 b9 k3");
    const [seven, , nine, three] = one.rack.map((piece) => piece.id);
    const out = move(move(one, [seven!], { kind: "beside", piece: 3, side: "after" }), [nine!], { kind: "new", at: 1 });
    expect(rackOf(out)).toBe("k1 k3");
    expect(rackSlots(out)).toEqual(rackSlots(one));
    const back = move(out, [seven!], { kind: "rack", before: null });
    expect(rackOf(back)).toBe("r7 k1 k3");
    expect(rackSlots(back)).toEqual(rackSlots(one));
    // Dropped on its own slot, also together with another.
    expect(rackOf(move(out, [nine!, seven!], { kind: "rack", before: nine! }))).toBe("r7 k1 b9 k3");
    // Dropped elsewhere, it takes its slot along.
    expect(rackSlots(move(out, [seven!], { kind: "rack", before: three! }))).toEqual([5, nine, seven, three]);
    // Another tile goes before an empty slot.
    expect(rackSlots(move(out, [three!], { kind: "rack", before: seven! }))).toEqual([three, seven, 5, nine]);
    expect(gathered(out).map((piece) => piece.face).join(" ")).toBe("r7 k1 b9 k3");
  });
  it("keeps the order that its player gives it", () => {
    expect(rackOf(move(draft([], "r1 r2 r3 r4"), [4, 1], { kind: "rack", before: 3 }))).toBe("r2 r4 r1 r3");
  });
});

describe("splitting, arranging and comparing", () => {
  it("splits before a piece", () => {
    expect(toWire(split(draft(["r3 r4 r5 r6"], ""), 3))).toEqual(["r3 r4", "r5 r6"]);
    const one = draft(["r3 r4"], "");
    expect(split(one, 1)).toBe(one);
  });
  it("finds the tail of a set", () => {
    expect(tail(draft(["r3 r4 r5"], "k1"), 2)).toEqual([2, 3]);
    expect(tail(draft(["r3"], "k1"), 2)).toEqual([2]);
  });
  it("lays a set as the server does", () => {
    const one = draft(["r12 r13 *"], "");
    const after = lay(one, 0, ["*r11", "r12", "r13"]);
    expect(toWire(after)).toEqual(["*r11 r12 r13"]);
    expect(after.sets[0]!.pieces[0]!.id).toBe(3);
    expect(lay(one, 0, ["r1", "r2", "r3"])).toBe(one);
  });
  it("knows whether anything was moved", () => {
    const one = draft(["r3 r4 r5 r6"], "k1 k2");
    expect(differs(one, one)).toBe(false);
    expect(differs(move(one, [6], { kind: "rack", before: 5 }), one)).toBe(false);
    expect(differs(split(one, 3), one)).toBe(true);
    expect(differs(move(one, [5], { kind: "new", at: 0 }), one)).toBe(true);
  });
  it("neither loses nor creates a tile, whatever is moved where", () => {
    let seed = 7;
    const chance = (below: number) => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
    let one = draft(["r3 r4 r5 r6", "k7 r7 b7", "b1 * b3"], "y1 y2 y3 * k13");
    const all = count(one);
    const faces = () => [...one.rack, ...one.sets.flatMap((set) => set.pieces)].map((piece) => piece.id).sort((a, b) => a - b).join();
    const ids = faces();
    for (let turn = 0; turn < 5000; turn++) {
      const some = [1 + chance(all), 1 + chance(all)].slice(0, 1 + chance(2));
      const piece = 1 + chance(all);
      const target = [
        { kind: "beside", piece, side: chance(2) ? "before" : "after" } as const,
        { kind: "replace", piece } as const,
        { kind: "new", at: chance(5) } as const,
        { kind: "rack", before: chance(2) ? piece : null } as const,
      ][chance(4)]!;
      one = chance(9) === 0 ? split(one, piece) : move(one, [...new Set(some)], target);
      expect(faces()).toBe(ids);
      expect(new Set(one.sets.map((set) => set.id)).size).toBe(one.sets.length);
      const onRack = new Set(one.rack.map((piece) => piece.id));
      expect(rackSlots(one).filter((id) => onRack.has(id))).toEqual([...onRack]);
      expect(one.sets.every((set) => set.pieces.length > 0)).toBe(true);
    }
  });
});
