import { describe, expect, it } from "vitest";
import { readRecord } from "./replay";

const RECORD = [
  '{"trinta":1,"edition":"hk","players":["Ana","Bo"],"date":"2026-11-15"}',
  '{"event":"lot","draws":[{"seat":0,"tiles":["k7"]},{"seat":1,"tiles":["*","r3"]}]}',
  '{"event":"dealt","starter":0,"racks":["k10 r10 b10 k1","r1 k3"],"pool":"k7 y1"}',
  '{"event":"played","seat":0,"table":["r10 b10 k10"],"placed":"k10 r10 b10","opening":30}',
  '{"event":"drew","seat":1,"tiles":"k7","why":"choice"}',
  '{"event":"ended","reason":"out","racks":["k1","k3 r1 k7"],"scores":["6","-6"],"winners":[0]}',
].join("\n");

describe("a record", () => {
  it("gives a frame for each turn, with every rack", () => {
    const { players, frames } = readRecord(RECORD);
    expect(players).toEqual(["Ana", "Bo"]);
    expect(frames.map((frame) => frame.what)).toEqual(["dealt", "played", "drew", "ended"]);
    expect(frames[1]).toMatchObject({ event: 2, seat: 0, placed: ["k10", "r10", "b10"], table: ["r10 b10 k10"], pool: 2 });
    expect(frames[1]?.racks).toEqual([["k1"], ["r1", "k3"]]);
    expect(frames[2]?.racks[1]).toEqual(["r1", "k3", "k7"]);
    expect(frames[2]?.pool).toBe(1);
    expect(frames[3]?.scores).toEqual(["6", "-6"]);
  });
});
