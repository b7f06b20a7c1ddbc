import { describe, expect, it } from "vitest";
import { screenOf } from "./screen";

describe("layouts", () => {
  it.each([
    [390, 844, 16, "phone", false],
    [360, 640, 16, "phone", false],
    [320, 568, 16, "phone", false],
    [360, 640, 32, "large-text", false],
    [390, 844, 32, "large-text", false],
    [844, 390, 16, "landscape", false],
    [640, 360, 16, "landscape", false],
    [820, 1180, 16, "tablet", false],
    [1024, 768, 16, "desktop", false],
    [1180, 820, 16, "desktop", true],
    [1440, 900, 16, "desktop", true],
    [1440, 900, 32, "landscape", false],
    [820, 1180, 32, "phone", false],
  ] as const)("%i by %i with text of %i px", (width, height, rem, layout, wide) => {
    expect(screenOf(width, height, rem)).toEqual({ layout, wide });
  });
});
