import { describe, expect, it, vi } from "vitest";
import { Needed } from "./needed.svelte";

describe("what a screen can't do without", () => {
  it("is there once it has been fetched", async () => {
    const needed = new Needed(() => Promise.resolve(7));
    expect(needed.value).toBe(null);
    await vi.waitFor(() => expect(needed.value).toBe(7));
    expect(needed.failure).toBe(null);
  });
  it("keeps the reason of a failure until a retry succeeds, and a retry that fails says so", async () => {
    const fetch = vi.fn<() => Promise<number>>().mockRejectedValueOnce(new Error("first")).mockRejectedValueOnce(new Error("second")).mockResolvedValue(7);
    const needed = new Needed(fetch);
    await vi.waitFor(() => expect(needed.failure).toEqual(new Error("first")));
    await expect(needed.load()).rejects.toThrow("second");
    expect(needed.failure).toEqual(new Error("first"));
    await needed.load();
    expect([needed.value, needed.failure]).toEqual([7, null]);
  });
});
