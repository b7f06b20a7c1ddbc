import { describe, expect, it } from "vitest";
import { leftAt } from "./countdown.svelte";

describe("the time that is left", () => {
  it("is never more than the turn had when it began, also if the clock was last read before that", () => {
    const [began, left] = [10_000, 20_000];
    expect(leftAt(began - 150, left, began + left)).toBe(20_000);
    expect(leftAt(began, left, began + left)).toBe(20_000);
  });
  it("goes down to nothing, and not below", () => {
    expect(leftAt(13_000, 20_000, 30_000)).toBe(17_000);
    expect(leftAt(31_000, 20_000, 30_000)).toBe(0);
  });
});
