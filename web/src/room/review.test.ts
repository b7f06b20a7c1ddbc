import { describe, expect, it } from "vitest";
import type { TurnView } from "../wire";
import { playShown, sameSets } from "./review";

const best = { tiles: 2, placed: "r6 r7", table: ["r3 r4 r5 r6 r7"] };
const play = { tiles: 1, placed: "r6", table: ["r3 r4 r5 r6"] };
const turn: TurnView = { event: 1, seat: 0, played: 0, best, proved: true, bot: { level: "level5", action: { do: "play", ...play } } };

describe("the play that a replay shows", () => {
  it("is the one that was made, the one with the most tiles, or the bot’s", () => {
    expect(playShown(turn, "played")).toBeNull();
    expect(playShown(turn, "best")).toEqual(best);
    expect(playShown(turn, "bot")).toMatchObject(play);
  });
  it("is none where the bot lays nothing, or nothing is known", () => {
    expect(playShown({ ...turn, bot: { level: "level5", action: { do: "draw" } } }, "bot")).toBeNull();
    expect(playShown({ ...turn, best: null, bot: null }, "best")).toBeNull();
    expect(playShown({ ...turn, best: null, bot: null }, "bot")).toBeNull();
    expect(playShown(undefined, "best")).toBeNull();
  });
});

describe("two tables", () => {
  it("are the same whatever the order of their sets", () => {
    expect(sameSets(["k1 k2 k3", "r3 r4 r5"], ["r3 r4 r5", "k1 k2 k3"])).toBe(true);
    expect(sameSets(["k1 k2 k3"], ["k1 k2 k3", "k1 k2 k3"])).toBe(false);
    expect(sameSets(["k1 k2 k3"], ["k1 k2 k3 k4"])).toBe(false);
  });
});
