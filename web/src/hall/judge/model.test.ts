import { describe, expect, it } from "vitest";
import { MemoryStorage } from "../net/testing";
import { signed } from "../figures";
import * as model from "./model";
import { freshProgress, keepProgress, keptProgress, resume, shownPhase } from "./progress";

const game = (number: number, more: Partial<model.GameView> = {}): model.GameView => ({ game: number, steps: [], redeals: [], annulled: false, unsigned: [], ...more });
const racks: model.ScoredRack[] = [{ number: 1, tiles: "", sum: 0, opened: true, score: "5", winner: true }];

describe("how far a table is", () => {
  it("follows the steps and results that the server knows", () => {
    expect(model.knownPhase(game(1))).toBe("people");
    expect(model.knownPhase(game(2))).toBe("draw");
    expect(model.knownPhase(game(1, { order: [1, 2] }))).toBe("deal");
    expect(model.knownPhase(game(1, { steps: [{ step: "arrange" }, { step: "play" }] }))).toBe("play");
    expect(model.knownPhase(game(1, { steps: [{ step: "play" }, { step: "end" }] }))).toBe("count");
    expect(model.knownPhase(game(1, { racks }))).toBe("done");
    expect(model.gameOn([game(1, { racks }), game(2), game(3)])).toBe(2);
    expect(model.gameOn([game(1, { racks }), game(2, { annulled: true })])).toBe(2);
  });
  it("is what the phone knows, if it is ahead", () => {
    const ahead = { ...freshProgress(1), phase: "count" as const };
    expect(shownPhase(ahead, [game(1)])).toBe("count");
    expect(shownPhase(freshProgress(1), [game(1, { steps: [{ step: "play" }] })])).toBe("play");
    expect(shownPhase({ ...ahead, isCorrection: true }, [game(1, { racks })])).toBe("count");
  });
  it("goes on after a reload, unless the table has moved on", () => {
    const storage = new MemoryStorage();
    const kept = { ...freshProgress(1), phase: "play" as const };
    keepProgress(storage, "t", 2, 7, kept);
    expect(resume(keptProgress(storage, "t", 2, 7), [game(1)])).toEqual(kept);
    expect(resume(keptProgress(storage, "t", 2, 7), [game(1, { racks }), game(2)])).toEqual(freshProgress(2));
    expect(keptProgress(storage, "t", 3, 7)).toBeNull();
    storage.setItem("trinta.hall.t.judge.3.7", "{");
    expect(keptProgress(storage, "t", 3, 7)).toBeNull();
  });
});

describe("scores", () => {
  it("are written with a sign, and cancel out", () => {
    expect(["-35", "247", "0", "-10/3"].map(signed)).toEqual(["−35", "+247", "0", "−3⅓"]);
    expect(model.sumsToZero({ 1: "210", 2: "-5", 3: "-5", 4: "-200" })).toBe(true);
    expect(model.sumsToZero({ 1: "15/2", 2: "15/2", 3: "-15" })).toBe(true);
    expect(model.sumsToZero({ 1: "10/3", 2: "-3" })).toBe(false);
  });
});
