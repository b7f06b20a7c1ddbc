import { describe, expect, it } from "vitest";
import { seatOf, seatsOf } from "./seat";

describe("seats of a table", () => {
  it("keeps its letters when somebody leaves", () => {
    const table = { players: [{ number: 5 }, { number: 7 }, { number: 8 }], seats: [5, 6, 7, 8] };
    expect([5, 7, 8].map((number) => seatOf(table, number))).toEqual(["A", "C", "D"]);
    expect(seatOf(table, 9)).toBeUndefined();
    expect(seatOf(undefined, 5)).toBeUndefined();
  });

  it("has the players for seats where nobody has left", () => {
    expect(seatsOf({ players: [{ number: 3 }, { number: 1 }] })).toEqual([3, 1]);
  });
});
