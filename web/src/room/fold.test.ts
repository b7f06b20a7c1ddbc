import { describe, expect, it } from "vitest";
import type { SeenEvent } from "../wire";
import { fold, turnOf, type After } from "./fold";
import { isLastCircle, type ShownTable } from "./view";

const view: ShownTable = {
  plan: {
    name: "", edition: "hk", game: "numbers", rules: 2, settings: {}, changed: [], players: 2, open: false,
    spectators: { allowed: true, delay: 0 }, hints: false, open_drafts: false, hot_seat: false, stand_in_after: null, chat: "free",
  },
  seats: [0, 1].map(() => ({ who: null, away: false })),
  match: { length: 2, games: [], totals: ["0", "0"], wins: [0, 0], winners: [], over: false },
  deal: null,
  game: {
    number: 1, phase: { phase: "turn", seat: 0 }, table: [], pool: 50, passes: 0, contest: null, new_deal: false, commitment: "", commitments: [], aborted: [], seed: null,
    racks: [
      { count: 4, tiles: "k10 r10 b10 *", opened: false, turns: 0, drawOnly: 0, points: 0 },
      { count: 4, opened: false, turns: 0, drawOnly: 0, points: 0 },
    ],
  },
  clock: null,
  paused: false,
  closed: false,
};
const then = (seat: number): After => ({
  clock: { seat, limit: 60_000, left: 60_000, running: true },
  phase: { phase: "turn", seat },
});
const game = (event: SeenEvent) => [{ table: "game" as const, event }];

describe("following a table", () => {
  it("takes laid tiles from the rack, jokers whatever their reading, and takes the next turn from the message", () => {
    const { view: after, stale } = fold(view, game({ event: "played", seat: 0, table: ["k10 r10 *"], placed: "k10 r10 *", opening: 30 }), then(1));
    expect(after.game?.racks[0]).toMatchObject({ count: 1, tiles: "b10", opened: true, turns: 1 });
    expect(after.game?.table).toEqual(["k10 r10 *"]);
    expect(turnOf(after.game)).toBe(1);
    expect(stale).toBe(false);
  });
  it("needs a fresh view after an event while a new deal is offered", () => {
    const offered: ShownTable = { ...view, game: view.game && { ...view.game, new_deal: true } };
    const drew = game({ event: "drew", seat: 1, tiles: { count: 1 }, why: "choice" });
    expect(fold(offered, drew, then(0)).stale).toBe(true);
    expect(fold(view, drew, then(0)).stale).toBe(false);
  });
  it("N15: tells the last circle of passes from the first, in the rules that have two", () => {
    const settings = { pool_empty: "pass" };
    const passed = (seat: number) => game({ event: "passed", seat, why: "choice" });
    const announced = (rules: number, pool: number, over: object = settings) => {
      let now: ShownTable = { ...view, plan: { ...view.plan, rules, settings: { ...over } }, game: view.game && { ...view.game, pool } };
      return [0, 1, 0, 1].map((seat) => {
        now = fold(now, passed(seat), then(1 - seat)).view;
        return isLastCircle(now);
      });
    };
    expect(announced(2, 0)).toEqual([false, true, true, false]);
    expect(announced(2, 0, { pool_empty: "must-play" })).toEqual([false, true, true, false]);
    expect(announced(2, 0, { pool_empty: "last-turn" })).toEqual([false, false, false, false]);
    expect(announced(2, 1)).toEqual([false, false, false, false]);
    expect(announced(1, 0)).toEqual([false, false, false, false]);
  });
  it("N15: a play begins the circles anew", () => {
    const last: ShownTable = { ...view, plan: { ...view.plan, settings: { pool_empty: "pass" } }, game: view.game && { ...view.game, pool: 0, passes: 3 } };
    expect(isLastCircle(last)).toBe(true);
    const { view: after } = fold(last, game({ event: "played", seat: 0, table: ["k10 r10 b10"], placed: "k10 r10 b10" }), then(1));
    expect(isLastCircle(after)).toBe(false);
  });
  it("W12: counts down to the turn in which a player may only draw, and past it", () => {
    const racks = view.game?.racks.map((rack) => ({ ...rack, drawOnly: 2 })) ?? [];
    const lost: ShownTable = { ...view, game: view.game && { ...view.game, racks } };
    const drew = game({ event: "drew", seat: 1, tiles: { count: 1 }, why: "time-up" });
    const first = fold(lost, drew, then(0)).view;
    expect(first.game?.racks.map((rack) => rack.drawOnly)).toEqual([2, 1]);
    const second = fold(first, drew, then(0)).view;
    expect(fold(second, drew, then(0)).view.game?.racks[1]?.drawOnly).toBe(0);
  });
  it("counts what others draw without knowing it", () => {
    const { view: after } = fold(view, game({ event: "drew", seat: 1, tiles: { count: 3 }, why: "penalty" }), then(0));
    expect(after.game?.racks[1]).toMatchObject({ count: 7 });
    expect(after.game?.racks[1]?.tiles).toBeUndefined();
    expect(after.game?.pool).toBe(47);
  });
  it("shows the racks when the game is over, and needs a fresh view for the score sheet", () => {
    const ended: SeenEvent = { event: "ended", reason: "out", racks: [{ count: 0, tiles: "" }, { count: 1, tiles: "r3" }], scores: ["3", "-3"], winners: [0] };
    const { view: after, stale } = fold(view, game(ended), { clock: null, phase: null });
    expect(after.game?.phase.phase).toBe("over");
    expect(after.game?.racks[1]?.tiles).toBe("r3");
    expect(stale).toBe(true);
  });
  it("needs a fresh view where a message does not contain enough, and never changes the old one", () => {
    expect(fold(view, [{ table: "game-begun" }], then(0)).stale).toBe(true);
    expect(fold(view, game({ event: "taken-back", seat: 0 }), then(0)).stale).toBe(true);
    expect(view.game?.racks[0]?.count).toBe(4);
  });
});
