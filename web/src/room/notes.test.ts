import { describe, expect, it } from "vitest";
import type { NewsItem } from "./news";
import { badgeOf, note, standingPenalties, type Notes } from "./notes";

const NONE: Notes = new Map();
const drew = (seat: number): NewsItem => ({ kind: "drew", seat, count: 1 });
const penalty = (seat: number): NewsItem => ({ kind: "penalty", seat, count: 3 });

describe("notes at the seats", () => {
  it("show what came and went", () => {
    expect(badgeOf(drew(1))).toEqual({ text: "+1", bad: false });
    expect(badgeOf(penalty(1))).toEqual({ text: "+3", bad: true });
    expect(badgeOf({ kind: "played", seat: 1, count: 4 })).toEqual({ text: "−4", bad: false });
    expect(badgeOf({ kind: "passedAtTimeUp", seat: 1 })?.bad).toBe(true);
    expect(badgeOf({ kind: "newDeal", seat: 1 })).toBeNull();
  });
  it("are gone when the player is on turn again, and not before", () => {
    const one = note(NONE, [drew(1)], 2);
    const two = note(one, [drew(2)], 3);
    expect([...two.keys()]).toEqual([1, 2]);
    expect([...note(two, [drew(3)], 1).keys()]).toEqual([2, 3]);
  });
  it("keep a penalty if more happens in the same turn", () => {
    const lost: NewsItem = { kind: "lostTiles", seat: 1, count: 2 };
    expect(note(NONE, [penalty(1), drew(1)], 2).get(1)).toEqual(penalty(1));
    expect(note(NONE, [lost, penalty(1)], 2).get(1)).toEqual(penalty(1));
  });
  it("are not taken away by somebody coming or going", () => {
    expect(note(note(NONE, [penalty(1)], 2), [{ kind: "away", seat: 1 }], 2).get(1)).toEqual(penalty(1));
  });
  it("are said besides the latest news, but not twice", () => {
    const notes = note(note(NONE, [penalty(1)], 2), [drew(2)], 3);
    expect(standingPenalties(notes, drew(2))).toEqual([penalty(1)]);
    expect(standingPenalties(notes, penalty(1))).toEqual([]);
  });
});
