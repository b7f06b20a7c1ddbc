import { describe, expect, it } from "vitest";
import { inSeatOrder } from "./result-form";
import { readResultLine, toFields, type ResultFields } from "./result-line";

function fieldsOf(text: string): ResultFields {
  const line = readResultLine(text);
  if ("fault" in line) throw new Error(`${text}: ${line.fault}`);
  const fields = toFields(line, 3, [11, 12, 13, 14]);
  if ("noSeat" in fields) throw new Error(fields.noSeat);
  return fields;
}
const faultOf = (text: string) => {
  const line = readResultLine(text);
  return "fault" in line ? line : null;
};

// The examples are those of crates/cli/src/tournament/desk/result_line.rs, so that both read the same words.
describe("a typed result", () => {
  it("is read", () => {
    expect(fieldsOf("7 A 0 B 35 C 100 D 12")).toEqual({
      round: 3, table: 7, game: 1, ended: "out",
      racks: [{ number: 11, sum: 0 }, { number: 12, sum: 35 }, { number: 13, sum: 100 }, { number: 14, sum: 12 }],
    });
    expect(fieldsOf("7 11 out 12 35 13 100 14 12")).toEqual(fieldsOf("7 a 0 b 35 c 100 d 12"));
    expect(fieldsOf("2/7.4 A 0 B 1")).toMatchObject({ round: 2, table: 7, game: 4 });
    expect(fieldsOf("p4.2 A 0 B 1")).toMatchObject({ play_off: 4, table: 2 });
    expect(fieldsOf("p4 A 0 B 1")).not.toHaveProperty("round");
  });
  it("may have a seat and its sum in one word, unless that is a tile", () => {
    expect(fieldsOf("7 a35 b0 c200u d12")).toEqual(fieldsOf("7 a 35 b 0 c 200u d 12"));
    expect(fieldsOf("7 ano b0 ccould d12")).toEqual(fieldsOf("7 a no b 0 c could d 12"));
    expect(fieldsOf("7 a 0 c b12 d 5").racks[1]).toEqual({ number: 13, tiles: "b12" });
    expect(fieldsOf("7 a35 b12 c0 d5").racks[1]).toEqual({ number: 12, sum: 12 });
    expect(fieldsOf("7 a 0 b35 c 5").racks[1]).toEqual({ number: 12, sum: 35 });
  });
  it("has an unopened rack as the sheet has it", () => {
    const rack = (words: string) => fieldsOf(`7 A 0 B ${words}`).racks[1];
    expect(rack("no")).toEqual({ number: 12, opened: false, could: false });
    expect(rack("100u")).toEqual(rack("no"));
    expect(rack("could")).toEqual({ number: 12, opened: false, could: true });
    expect(rack("200u")).toEqual(rack("could"));
    expect(rack("52 no")).toEqual({ number: 12, sum: 52, opened: false, could: false });
    expect(rack("r10 b10 K3 J u +k10")).toEqual({ number: 12, tiles: "r10 b10 k3 * k10", last_drawn: "k10", opened: false });
    expect(rack("r5,k3 =8")).toEqual({ number: 12, tiles: "r5 k3", sum: 8 });
    expect(rack("pushed")).toEqual({ number: 12, pushed: true });
    expect(fieldsOf("7 pool A 5 B 100u").racks[1]).toEqual({ number: 12, sum: 100, opened: false });
  });
  it.each([
    [" ", "empty"], ["seven A 0", "game"], ["0 A 0", "game"], ["1/ A 0", "game"], ["7 r5 A 0", "no-player"], ["7", "no-racks"],
    ["7 A 0 B r14", "word"], ["7 A 0 B -5", "word"], ["7 A 0 B 3.5", "word"], ["7 A 0 B C 5", "nothing-left"], ["7 A 0 B u", "nothing-left"],
    ["7 A 0 B 5 A 4", "twice"], ["7 A 5 B 6", "nobody-out"], ["7 A 5 B 6 pool time", "ended-twice"], ["7 A 0 B 6 time", "somebody-out"],
    ["7 A 0 u B 5", "contradiction"], ["7 A 0 B no could", "contradiction"], ["7 A 0 B pushed =5", "contradiction"],
    ["7 A 0 B r5 =5 =6", "contradiction"], ["7 A 0 r5 B 3", "contradiction"],
  ])("that is none says why: %s", (text, fault) => {
    expect(faultOf(text)?.fault).toBe(fault);
  });
  it("names a seat at which nobody sits", () => {
    const line = readResultLine("7 A 0 D 5");
    expect("fault" in line ? null : toFields(line, 1, [4, 5, 6])).toEqual({ noSeat: "D" });
  });
  it("never fails on any text", () => {
    const words = ["7", "a", "b0", "c", "no", "could", "pool", "time", "r5", "+k3", "=9", "u", "100u", "pushed", "*", "x", "p1", "2/3.1"];
    let state = 7;
    const next = () => (state = (state * 48_271) % 2_147_483_647);
    for (let tries = 0; tries < 5000; tries++) {
      const text = Array.from({ length: next() % 10 }, () => words[next() % words.length]).join(" ");
      const line = readResultLine(text);
      if (!("fault" in line)) expect(line.racks.some((rack) => rack.sum === 0) !== (line.unfinished !== null)).toBe(true);
    }
  });
});

describe("a stored result", () => {
  it("is shown in the order of the seats, whoever was typed first", () => {
    const seats = [{ number: 9 }, { number: 12 }, { number: 15 }];
    const racks = [{ number: 12 }, { number: 40 }, { number: 9 }, { number: 15 }];
    // 40 has left the table since.
    expect(inSeatOrder(racks, seats).map(({ number }) => number)).toEqual([9, 12, 15, 40]);
  });
});
