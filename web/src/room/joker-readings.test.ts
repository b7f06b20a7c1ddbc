import { describe, expect, it, vi } from "vitest";
import type { Felt } from "../table/draft";
import { readTiles } from "../tiles/face";
import { JokerReadings } from "./joker-readings.svelte";
import { viewOf } from "./testing";

vi.mock("../sound/sound", () => ({ play: () => undefined }));

function felt(...sets: string[]): Felt {
  let id = 0;
  return { sets: sets.map((text, index) => ({ id: index, pieces: readTiles(text).map((face) => ({ id: ++id, face, own: false })) })), next: sets.length };
}

describe("jokers on the table (P17)", () => {
  const answers: Record<string, string> = { "k11 k12 *": "k11 k12 *k13", "b13 y13 *": "b13 y13 *" };
  const server = () => vi.fn(({ after }: { after: string[] }) => Promise.resolve({ legal: true, sets: after.map((set) => ({ ok: true, laid: [answers[set] ?? set] })) }));

  it("show what the server reads: the tile in a run, the number in a group", async () => {
    const ask = server();
    const readings = new JokerReadings(ask as never);
    const table = felt("r1 r2 r3", "k11 k12 *", "b13 y13 *");
    expect(readings.of(table).size).toBe(0);
    await readings.ask(viewOf([], "", 0), table);
    expect([...readings.of(table)]).toEqual([[6, "*k13"], [9, "*13"]]);
    expect(ask.mock.calls[0]?.[0].after).toEqual(["k11 k12 *", "b13 y13 *"]);
  });
  it("are asked about once, and again if the server did not answer", async () => {
    const ask = server();
    ask.mockResolvedValueOnce(null as never);
    const readings = new JokerReadings(ask as never);
    const table = felt("k11 k12 *");
    for (let times = 0; times < 3; times++) await readings.ask(viewOf([], "", 0), table);
    expect(ask).toHaveBeenCalledTimes(2);
  });
  it("keep their reading beside the same tile until the server has read the larger set", async () => {
    const readings = new JokerReadings(server() as never);
    const small = felt("k11 k12 *");
    await readings.ask(viewOf([], "", 0), small);
    expect(readings.of(small).get(3)).toBe("*k13");
    const [eleven, twelve, joker] = small.sets[0]!.pieces;
    const ten = { id: 9, face: "k10", own: false };
    const larger = { sets: [{ id: 0, pieces: [ten, eleven!, twelve!, joker!] }], next: 1 };
    expect(readings.of(larger).get(3)).toBe("*k13");
    expect(readings.of({ sets: [{ id: 0, pieces: [joker!, eleven!, twelve!] }], next: 1 }).has(3), "elsewhere in the set").toBe(false);
  });
  it("are not asked about in the word game, nor in unfinished sets", async () => {
    const ask = server();
    const readings = new JokerReadings(ask as never);
    const view = viewOf([], "", 0);
    await readings.ask({ ...view, plan: { ...view.plan, game: "words" } }, felt("C*T"));
    await readings.ask(view, felt("k1 *", "r1 r2 r3"));
    expect(ask).not.toHaveBeenCalled();
  });
});
