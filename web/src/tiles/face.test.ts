import { describe, expect, it } from "vitest";
import { colourKey, numberKey, piece, readFace, readTiles, writeSet } from "./face";

describe("the notation of tiles", () => {
  it("reads numbers, letters and jokers", () => {
    expect(readFace("r7")).toEqual({ kind: "number", colour: "red", number: 7 });
    expect(readFace("y13")).toEqual({ kind: "number", colour: "yellow", number: 13 });
    expect(readFace("K")).toEqual({ kind: "letter", letter: "K" });
    expect(readFace("*")).toEqual({ kind: "joker", stands: null });
    expect(readFace("*b4")).toEqual({ kind: "joker", stands: { kind: "number", colour: "blue", number: 4 } });
    expect(readFace("c")).toEqual({ kind: "joker", stands: { kind: "letter", letter: "C" } });
  });
  it("splits racks and sets into tiles", () => {
    expect(readTiles("r6 y7 k13")).toEqual(["r6", "y7", "k13"]);
    expect(readTiles("REcOVER")).toEqual([..."REcOVER"]);
    expect(readTiles("AGJO*")).toEqual(["A", "G", "J", "O", "*"]);
    expect(readTiles("* *r4")).toEqual(["*", "*r4"]);
    expect(readTiles("")).toEqual([]);
  });
  it("writes what it has read", () => {
    for (const set of ["r3 r4 *r5", "REcOVER", "k7 r7 *", "* *"]) expect(writeSet(readTiles(set))).toBe(set === "* *" ? "* *" : set);
  });
  it("removes the reading of a joker", () => {
    expect(["*r5", "c", "*", "r5", "C"].map(piece)).toEqual(["*", "*", "*", "r5", "C"]);
  });
  it("sorts by colour and by number", () => {
    const rack = ["*", "b2", "k13", "r1", "k1", "y1"];
    expect([...rack].sort((a, b) => colourKey(a) - colourKey(b))).toEqual(["k1", "k13", "r1", "b2", "y1", "*"]);
    expect([...rack].sort((a, b) => numberKey(a) - numberKey(b))).toEqual(["k1", "r1", "y1", "b2", "k13", "*"]);
  });
});
