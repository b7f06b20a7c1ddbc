import { describe, expect, it } from "vitest";
import { en } from "../texts/en";
import { texts as pt } from "../texts/pt";
import { texts as hans } from "../texts/zh-hans";
import { texts as hant } from "../texts/zh-hant";
import { describeFace } from "./describe";
import { fourthColourOf } from "./fourth-colour.svelte";

describe("R6: the fourth colour", () => {
  it.each([
    [en, "yellow 7", "orange 7"],
    [hant, "黃 7", "橙 7"],
    [hans, "黄 7", "橙 7"],
    [pt, "7 amarelo", "7 laranja"],
  ])("has the name that the edition prints", (texts, yellow, orange) => {
    expect(describeFace(texts, "y7", "yellow")).toBe(yellow);
    expect(describeFace(texts, "y7", "orange")).toBe(orange);
    expect(describeFace(texts, "*y7", "yellow")).toContain(yellow);
    expect(describeFace(texts, "r7", "yellow")).toBe(describeFace(texts, "r7", "orange"));
  });
  it("is read from the settings of the table", () => {
    expect(fourthColourOf({ fourth_colour: "yellow" })).toBe("yellow");
    expect(fourthColourOf({ fourth_colour: "orange" })).toBe("orange");
    expect(fourthColourOf(undefined)).toBe("orange");
  });
});
