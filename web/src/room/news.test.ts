import { afterEach, describe, expect, it, vi } from "vitest";
import type { RuleCode, SeenEvent } from "../wire";
import { en } from "../texts/en";
import { texts as pt } from "../texts/pt";
import { RESULT_TEXTS } from "../texts/result";
import { texts as hans } from "../texts/zh-hans";
import { texts as hant } from "../texts/zh-hant";
import { describeWinners } from "./winners";
import { newsOf, describeNews, verdictOf } from "./news";
import { stageRoom, viewOf } from "./testing";

vi.mock("../sound/sound", () => ({ play: () => undefined }));
afterEach(() => vi.unstubAllGlobals());

const passed = (seat: number): SeenEvent => ({ event: "passed", seat, why: "choice" });

describe("N15", () => {
  it("tells once that one more circle of passes ends the game, and says so until somebody plays", () => {
    const { room, welcome, happened } = stageRoom();
    const view = viewOf(["k1 k2 k3"], "r4 r5 r6", 0);
    view.plan.settings = { pool_empty: "pass" };
    if (view.game) view.game.state.pool = 0;
    welcome(view);
    const told = () => room.news.map((news) => news.kind);
    happened(1, passed(0));
    expect(room.lastCircle).toBe(false);
    happened(0, passed(1));
    expect(room.lastCircle).toBe(true);
    happened(1, passed(0));
    expect(told()).toEqual(["passed", "passed", "lastCircle", "passed"]);
    happened(0, { event: "played", seat: 1, table: ["k1 k2 k3", "b4 b5 b6"], placed: "b4 b5 b6" });
    expect(room.lastCircle).toBe(false);
  });
});

describe("W8", () => {
  const challenged = (misspelt: string[]): SeenEvent => ({ event: "challenged", by: 1, misspelt });
  const fined = (seat: number, why: "misspelt" | "failed-challenge"): SeenEvent => ({ event: "drew", seat, tiles: { count: 1 }, why });
  const news = (...events: SeenEvent[]) => events.flatMap((event) => newsOf({ table: "game", event }) ?? []);
  const told = (own: number, ...events: SeenEvent[]) => verdictOf(news(...events)).map((item) => describeNews(en, item, (seat) => ["Ana", "Rui"][seat] ?? "", own));

  it("a challenge that was right is told with its words, and whom it cost a tile", () => {
    const events: SeenEvent[] = [challenged(["FILM"]), { event: "taken-back", seat: 0 }, fined(0, "misspelt")];
    expect(told(0, ...events)).toEqual(["Rui’s challenge was right. Not allowed at this table: FILM.", "You drew a penalty tile."]);
    expect(told(1, ...events)[0]).toBe("Your challenge was right. Not allowed at this table: FILM.");
  });
  it("a challenge that was wrong is told to both", () => {
    const events: SeenEvent[] = [challenged([]), fined(1, "failed-challenge"), { event: "stood", seat: 0 }];
    expect(told(1, ...events)).toEqual(["Your challenge failed: every word is allowed.", "You drew a penalty tile."]);
    expect(told(0, ...events)[0]).toBe("Rui’s challenge failed: every word is allowed.");
  });
  it("is no longer told once somebody has acted, and is not made up of other penalties", () => {
    expect(told(0, challenged([]), fined(1, "failed-challenge"), passed(1))).toEqual([]);
    expect(told(0, passed(1), fined(0, "misspelt"))).toEqual([]);
  });
});

describe("what the rules forbid", () => {
  it.each([
    ["must-play", "must-play"],
    ["a-rule-of-a-newer-server", "rules"],
    [undefined, "rules"],
  ])("a command refused by the rule %s is explained as %s", (rule, notice) => {
    const { room, welcome, receive } = stageRoom();
    welcome(viewOf(["k1 k2 k3"], "k4", 0));
    receive({ type: "refused", id: "a1", code: "rules", message: "no", ...(rule === undefined ? {} : { rule: rule as RuleCode }), version: 1 });
    expect(room.notice).toBe(notice);
  });
});

describe("what happens in a challenge, a new deal and on site", () => {
  const say = (event: SeenEvent) => {
    const told = newsOf({ table: "game", event });
    return told && describeNews(en, told, (seat) => ["Ana", "Rui"][seat] ?? "", 0);
  };
  it.each<[SeenEvent, string]>([
    [{ event: "challenged", by: 1, misspelt: [] }, "Rui’s challenge failed: every word is allowed."],
    [{ event: "challenged", by: 1, misspelt: ["QAT"] }, "Rui’s challenge was right. Not allowed at this table: QAT."],
    [{ event: "taken-back", seat: 1 }, "Rui’s play goes back to the rack."],
    [{ event: "stood", seat: 1 }, "Rui’s play stands."],
    [{ event: "new-deal", seat: 1, pairs: "k1 k1 r2 r2 b3 b3" }, "Rui has three pairs and asks for a new deal."],
    [{ event: "returned", seat: 1, table: [], tiles: "k1 r2", pool: 7 }, "2 tiles from Rui’s turn could not be put back and went to the pool."],
  ])("%j is told", (event, text) => expect(say(event)).toBe(text));
});

describe("what the reader did is told in the second person", () => {
  const say = (event: SeenEvent, own: number | null) => {
    const told = newsOf({ table: "game", event });
    return told && describeNews(en, told, (seat) => ["Ana", "Rui"][seat] ?? "", own);
  };
  it.each<[SeenEvent, string, string]>([
    [{ event: "played", seat: 0, table: [], placed: "k9 k10 k11", opening: 30 }, "You opened with 30 points.", "Ana opened with 30 points."],
    [{ event: "played", seat: 0, table: [], placed: "S I L V E R", opening: 6 }, "You opened with 6 letters.", "Ana opened with 6 letters."],
    [{ event: "played", seat: 0, table: [], placed: "k9" }, "You played a tile.", "Ana played a tile."],
    [{ event: "drew", seat: 0, tiles: { count: 3 }, why: "time-up" }, "You ran out of time and drew 3 tiles.", "Ana ran out of time and drew 3 tiles."],
    [{ event: "drew", seat: 0, tiles: { count: 3 }, why: "penalty" }, "Time’s up: your tiles came back, and you drew 3.", "Time ran out for Ana: the play went back, and 3 tiles came on top."],
    [{ event: "drew", seat: 0, tiles: { count: 3 }, why: "failed-challenge" }, "You drew 3 penalty tiles.", "Ana drew 3 penalty tiles."],
    [{ event: "played", seat: 0, table: [], placed: "k9 k10", time_up: true }, "Time ran out, but your play counts: 2 tiles.", "Time ran out for Ana, but the play counts: 2 tiles."],
    [{ event: "passed", seat: 0, why: "choice" }, "You passed.", "Ana passed."],
    [{ event: "passed", seat: 0, why: "time-up" }, "You ran out of time.", "Time ran out for Ana."],
    [{ event: "stood", seat: 0 }, "Your play stands.", "Ana’s play stands."],
    [{ event: "taken-back", seat: 0 }, "Your play goes back to your rack.", "Ana’s play goes back to the rack."],
    [{ event: "new-deal", seat: 0, pairs: "k1 k1" }, "You have three pairs and ask for a new deal.", "Ana has three pairs and asks for a new deal."],
  ])("%j", (event, own, other) => {
    expect(say(event, 0)).toBe(own);
    expect(say(event, 1)).toBe(other);
    expect(say(event, null)).toBe(other);
  });
});

describe("R7: several winners", () => {
  const say = (winners: number[], own: number | null) => {
    const told = newsOf({ table: "game", event: { event: "ended", reason: "passes", racks: [], winners, scores: ["7", "7", "-9", "-5"] } });
    return told && describeNews(en, told, (seat) => ["Ana", "Rui", "Mia", "Bo"][seat] ?? "", own);
  };
  it("are all announced", () => {
    expect(say([0, 1], null)).toBe("Ana and Rui win the game together!");
    expect(say([0, 1, 3], 2)).toBe("Ana, Rui and Bo win the game together!");
  });
  it("are named with the reader first", () => expect(say([0, 1], 1)).toBe("You and Ana win the game together!"));
  it("leave a single winner alone", () => {
    expect(say([2], 0)).toBe("Mia wins the game!");
    expect(say([2], 2)).toBe("You win the game!");
  });
  it.each([[hant, RESULT_TEXTS["zh-Hant"]], [hans, RESULT_TEXTS["zh-Hans"]], [pt, RESULT_TEXTS["pt-PT"]]] as const)("are all named in $tag", (texts, result) => {
    for (const winner of [texts.news.ended, texts.end.winner, result.matchWinner]) {
      const told = describeWinners(texts, winner, [0, 1], (seat) => ["Ana", "Rui"][seat] ?? "", null);
      expect(told).toMatch(/Ana.*Rui/);
    }
  });
});
