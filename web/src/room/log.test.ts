import { afterEach, describe, expect, it, vi } from "vitest";
import type { SeenEvent } from "../wire";
import { adopt, append, byRound, EMPTY_LOG, tellOf } from "./log";
import { Room } from "./room.svelte";
import { stageRoom, viewOf } from "./testing";

vi.mock("../sound/sound", () => ({ play: () => undefined }));
afterEach(() => vi.unstubAllGlobals());

const told = (event: SeenEvent, turns: number[]) => tellOf({ table: "game", event }, turns);
const drew = (seat: number, tiles?: string): SeenEvent => ({ event: "drew", seat, tiles: { count: 1, ...(tiles === undefined ? {} : { tiles }) }, why: "choice" });

describe("the log", () => {
  it("has the tiles that were laid, and those that were drawn for whoever drew them", () => {
    expect(told({ event: "played", seat: 1, table: ["k1 k2 k3"], placed: "k1 k2 k3" }, [1, 1])).toMatchObject({ round: 1, tiles: ["k1", "k2", "k3"], tilesFor: null });
    expect(told(drew(0, "r7"), [2, 1])).toMatchObject({ round: 2, tiles: ["r7"], tilesFor: 0 });
    expect(told(drew(1), [2, 1])).toMatchObject({ tiles: [] });
  });
  it("shows a word as it stands on the table, whatever the order in which its letters are told", () => {
    expect(told({ event: "played", seat: 1, table: ["GEESE"], placed: "EEEGS" }, [1, 1])?.tiles.join("")).toBe("GEESE");
    expect(told({ event: "played", seat: 1, table: ["GEESE", "MOTh"], placed: "MOT*" }, [1, 1])?.tiles.join("")).toBe("MOTh");
    expect(told({ event: "played", seat: 1, table: ["MOTHS", "CAT"], placed: "ACST" }, [1, 1])?.tiles.join("")).toBe("CATS");
  });
  it("is grouped by round; who starts and who left stays where it happened", () => {
    const lines = append(EMPTY_LOG, [
      told({ event: "dealt", starter: 1, racks: [], pool: 50 }, [0, 0]),
      told(drew(1), [0, 1]),
      told(drew(0), [1, 1]),
      tellOf({ table: "away", seat: 1 }, [1, 1]),
      told(drew(1), [1, 2]),
    ].filter((one) => one !== null)).lines;
    expect(byRound(lines).map(({ round, lines }) => [round, lines.map((line) => line.item.kind)])).toEqual([
      [1, ["begins", "drew", "drew", "away"]],
      [2, ["drew"]],
    ]);
  });
  it("keeps every heading that has been shown, also if it began with what belongs to no turn", () => {
    const all = [
      tellOf({ table: "away", seat: 1 }, [4, 4]), told(drew(1), [4, 5]), tellOf({ table: "away", seat: 0 }, [4, 5]), told(drew(0), [5, 5]), told(drew(1), [5, 6]),
    ].filter((one) => one !== null);
    let before: (number | null)[] = [];
    for (let count = 1; count <= all.length; count++) {
      const headings = byRound(append(EMPTY_LOG, all.slice(0, count)).lines).map(({ round }) => round);
      expect(headings.slice(0, before.length)).toEqual(before);
      before = headings;
    }
    expect(before).toEqual([null, 5, 6]);
  });
  it("says when turns are missing: not seen before a reload, or lost with the connection", () => {
    const log = { ...EMPTY_LOG, game: 1, turns: 4 };
    expect(adopt(log, 1, 4, true).partial).toBe(false);
    expect(adopt(log, 1, 6, true).partial).toBe(true);
    expect(adopt(log, 1, 6, false).partial).toBe(false);
    expect(adopt(EMPTY_LOG, 3, 0, true)).toMatchObject({ game: 3, partial: false });
    expect(adopt(EMPTY_LOG, 3, 5, true).partial).toBe(true);
  });
  it("starts anew with a new game", () => {
    const log = { ...append(EMPTY_LOG, [told(drew(1), [0, 1])].filter((one) => one !== null)), game: 1 };
    expect(adopt(log, 2, 0, false)).toEqual({ ...EMPTY_LOG, game: 2 });
  });
  it("survives a reload, and a lost connection", () => {
    const first = stageRoom();
    first.welcome(viewOf([], "k1 k2", 1));
    first.happened(0, drew(1));
    first.happened(1, drew(0, "r7"));
    const kept = first.room.story.log.lines;
    expect(kept).toHaveLength(2);
    const again = new Room({ table: "staged", seat: 0 });
    const view = viewOf([], "k1 k2 r7", 1);
    view.game?.state.seats.forEach((seat) => (seat.turns = 1));
    again.story.viewed({ number: 1, turns: 2 }, true, true);
    expect(again.story.log).toMatchObject({ lines: kept, partial: false });
    again.story.viewed({ number: 1, turns: 3 }, false, true);
    expect(again.story.log).toMatchObject({ lines: kept, partial: true });
  });
});
