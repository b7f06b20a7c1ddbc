import { describe, expect, it } from "vitest";
import { readTiles } from "../tiles/face";
import { toWire, type Draft, type Piece } from "./draft";
import { begin, record, redo, reset, undo } from "./history";
import { inOrder, reconcileRack, reconcileTable } from "./reconcile";

let id = 0;
const newId = () => ++id;
const pieces = (text: string): Piece[] => readTiles(text).map((face) => ({ id: newId(), face, own: false }));
const draft = (...table: string[]): Draft => ({
  sets: table.map((text, index) => ({ id: index, pieces: pieces(text) })),
  rack: [],
  next: table.length,
});

describe("the table that the server reports", () => {
  it("keeps pieces that stay, and their sets", () => {
    const old = draft("r3 r4 r5", "k7 r7 b7");
    const now = reconcileTable(old, ["k7 r7 b7 y7", "r3 r4 r5"], [], newId);
    expect(toWire(now)).toEqual(["k7 r7 b7 y7", "r3 r4 r5"]);
    expect(now.sets[1]!.pieces.map((piece) => piece.id)).toEqual(old.sets[0]!.pieces.map((piece) => piece.id));
    expect(now.sets.map((set) => set.id)).toEqual([1, 0]);
  });
  it("follows a tile from one set to another", () => {
    const old = draft("r3 r4 r5 r6", "k6 b6");
    const six = old.sets[0]!.pieces[3]!.id;
    const now = reconcileTable(old, ["r3 r4 r5", "k6 r6 b6"], [], newId);
    expect(now.sets[1]!.pieces[1]!.id).toBe(six);
  });
  it("recognises own tiles that were laid", () => {
    const rack = pieces("r6 k1");
    const now = reconcileTable(draft("r3 r4 r5"), ["r3 r4 r5 r6"], rack, newId);
    expect(now.sets[0]!.pieces[3]!.id).toBe(rack[0]!.id);
  });
  it("recognises a joker, whatever its reading", () => {
    const old = draft("*b3 b4 b5");
    const joker = old.sets[0]!.pieces[0]!.id;
    expect(reconcileTable(old, ["b4 b5 *"], [], newId).sets[0]!.pieces[2]!.id).toBe(joker);
  });
  it("never shows a piece twice", () => {
    const old = draft("r3 r4 r5", "r3 r4 r5");
    const now = reconcileTable(old, ["r3 r4 r5 r6", "r3 r4 r5", "r3 k3 b3"], [], newId);
    const ids = now.sets.flatMap((set) => set.pieces.map((piece) => piece.id));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("the rack", () => {
  it("keeps its player's order and adds what is drawn at the end", () => {
    const rack = pieces("r9 k1 *");
    expect(reconcileRack(rack, "k1 r9 b2 *", newId).map((piece) => piece.face)).toEqual(["r9", "k1", "*", "b2"]);
  });
  it("drops what is gone, one of two equal tiles", () => {
    const rack = pieces("r9 r9 k1");
    expect(reconcileRack(rack, "r9 k1", newId).map((piece) => piece.face)).toEqual(["r9", "k1"]);
  });
  it("restores an earlier order", () => {
    expect(inOrder(pieces("k1 k2 k3 r1"), ["k3", "b9", "k1"]).map((piece) => piece.face)).toEqual(["k3", "k1", "k2", "r1"]);
  });
});

describe("history", () => {
  it("goes back and forth, and forgets the future when something else is done", () => {
    const [a, b, c] = [draft("r1"), draft("r2"), draft("r3")] as const;
    let history = record(record(begin(a), b), b);
    expect(history.past.length).toBe(1);
    history = undo(history);
    expect(history.now).toBe(a);
    expect(undo(history)).toBe(history);
    expect(redo(history).now).toBe(b);
    history = record(history, c);
    expect(redo(history)).toBe(history);
    expect(undo(reset(history, a)).now).toBe(c);
  });
});
