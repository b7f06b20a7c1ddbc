import { describe, expect, it, vi } from "vitest";
import { dropStrayTaps, isSecondTap } from "./taps";

/** A window with one screen at a time, and what got through to it. */
function stage(applies = true) {
  class Screen {
    closest() {
      return this;
    }
  }
  vi.stubGlobal("Element", Screen);
  const listeners: Record<string, (event: unknown) => void> = {};
  dropStrayTaps({ addEventListener: (kind: string, listener: (event: unknown) => void) => (listeners[kind] = listener) } as unknown as Window, () => applies);
  let screen = new Screen();
  const got: string[] = [];
  return {
    got,
    change: () => {
      screen = new Screen();
    },
    tap: (what: string, timeStamp: number, clientX = 100, clientY = 100) => {
      let dropped = false;
      const event = { target: screen, timeStamp, clientX, clientY, detail: 1, stopPropagation: () => (dropped = true), preventDefault: () => undefined };
      listeners["pointerdown"]?.(event);
      listeners["click"]?.(event);
      if (!dropped) got.push(what);
    },
    press: (what: string) => {
      let dropped = false;
      listeners["click"]?.({ target: screen, detail: 0, stopPropagation: () => (dropped = true), preventDefault: () => undefined });
      if (!dropped) got.push(what);
    },
  };
}

describe("a second tap", () => {
  it("is near in time and place", () => {
    const first = { at: 1000, x: 10, y: 10 };
    expect(isSecondTap(first, { at: 1090, x: 14, y: 8 })).toBe(true);
    expect(isSecondTap(first, { at: 1600, x: 10, y: 10 })).toBe(false);
    expect(isSecondTap(first, { at: 1090, x: 60, y: 10 })).toBe(false);
  });
  it("does not hit a screen that has come up since the first", () => {
    const { tap, change, got } = stage();
    tap("begin", 1000);
    change();
    tap("home", 1090);
    tap("home again", 1150);
    expect(got).toEqual(["begin"]);
    tap("later", 1500);
    expect(got).toEqual(["begin", "later"]);
  });
  it("counts where people tap through screens fast", () => {
    const { tap, change, got } = stage(false);
    tap("next", 1000);
    change();
    tap("and next", 1090);
    expect(got).toEqual(["next", "and next"]);
  });
  it("counts on the same screen, elsewhere, and by keys", () => {
    const { tap, change, press, got } = stage();
    tap("draw", 1000);
    tap("draw, sure", 1090);
    change();
    tap("far away", 1150, 300, 300);
    change();
    press("by a key");
    expect(got).toEqual(["draw", "draw, sure", "far away", "by a key"]);
  });
});
