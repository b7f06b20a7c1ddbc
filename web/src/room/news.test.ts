import { afterEach, describe, expect, it, vi } from "vitest";
import type { RuleCode, SeenEvent } from "../wire";
import { en } from "../texts/en";
import { newsOf, describeNews } from "./news";
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
    [{ event: "challenged", by: 1, misspelt: [] }, "Rui challenged the play, but every word is in the list."],
    [{ event: "challenged", by: 1, misspelt: ["QAT"] }, "Not in the list: QAT."],
    [{ event: "taken-back", seat: 0 }, "Ana's play goes back to the rack."],
    [{ event: "stood", seat: 0 }, "Ana's play stands."],
    [{ event: "new-deal", seat: 1, pairs: "k1 k1 r2 r2 b3 b3" }, "Rui has three pairs and asks for a new deal."],
    [{ event: "returned", seat: 0, table: [], tiles: "k1 r2", pool: 7 }, "2 tiles of Ana's turn could not be put back and went to the pool."],
  ])("%j is told", (event, text) => expect(say(event)).toBe(text));
});
