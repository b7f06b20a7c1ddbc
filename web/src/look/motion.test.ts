import { expect, it } from "vitest";
import { milliseconds } from "./motion";

it("reads durations as they are written by hand and by the build", () => {
  for (const [text, value] of [["240ms", 240], [".24s", 240], [" 1ms", 1], ["1.2s", 1200]] as const) expect(milliseconds(text)).toBe(value);
});
