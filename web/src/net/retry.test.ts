import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Retrier, reloadPage, retryDelay } from "./retry.svelte";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("retrying", () => {
  it("doubles the delay each time, up to a maximum", () => {
    expect([0, 1, 2, 3].map(retryDelay)).toEqual([1000, 2000, 4000, 8000]);
    expect(retryDelay(5)).toBe(30_000);
    expect(retryDelay(5000)).toBe(30_000);
  });
  it("retries by itself until it succeeds, and then stops", async () => {
    const attempt = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error("no")).mockRejectedValueOnce(new Error("no")).mockResolvedValue();
    const counted: number[] = [];
    const retrier = new Retrier(attempt, 0, (failures) => counted.push(failures));
    await vi.advanceTimersByTimeAsync(999);
    expect(attempt).toHaveBeenCalledTimes(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(attempt).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1999);
    expect(attempt).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1 + 4000 + 60_000);
    expect(attempt).toHaveBeenCalledTimes(3);
    expect(counted).toEqual([1, 2, 3]);
    expect(retrier.trying).toBe(false);
  });
  it("continues with the delay from before a reload", async () => {
    const attempt = vi.fn<() => Promise<void>>().mockResolvedValue();
    new Retrier(attempt, 2, () => undefined);
    await vi.advanceTimersByTimeAsync(3999);
    expect(attempt).toHaveBeenCalledTimes(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(attempt).toHaveBeenCalledTimes(1);
  });
  it("tries at once on request, one attempt at a time, and not after it was stopped", async () => {
    const answers: (() => void)[] = [];
    const attempt = vi.fn(() => new Promise<void>((_, no) => answers.push(() => no(new Error("no")))));
    const retrier = new Retrier(attempt, 0, () => undefined);
    void retrier.tryNow();
    void retrier.tryNow();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(attempt).toHaveBeenCalledTimes(1);
    expect(retrier.trying).toBe(true);
    retrier.stop();
    answers[0]?.();
    await vi.advanceTimersByTimeAsync(60_000);
    void retrier.tryNow();
    expect(attempt).toHaveBeenCalledTimes(1);
  });
});

describe("reloading the page", () => {
  it("waits until the server answers", async () => {
    const reload = vi.fn();
    vi.stubGlobal("location", { pathname: "/t/abc", reload });
    vi.stubGlobal("fetch", vi.fn().mockRejectedValueOnce(new TypeError("offline")).mockResolvedValueOnce({ ok: false, status: 502 }).mockResolvedValueOnce({ ok: true }));
    await expect(reloadPage()).rejects.toThrow("offline");
    await expect(reloadPage()).rejects.toThrow("502");
    expect(reload).not.toHaveBeenCalled();
    void reloadPage();
    await vi.advanceTimersByTimeAsync(0);
    expect(reload).toHaveBeenCalledOnce();
  });
});
