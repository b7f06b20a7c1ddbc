import { describe, expect, it } from "vitest";
import { en } from "./en";
import { joinSentences, labelled, listNames, showScore } from "./phrasing";
import { texts as pt } from "./pt";
import { texts as hant } from "./zh-hant";

describe("how texts are put together", () => {
  it("R13: Chinese sentences and labels have no space after full-width punctuation", () => {
    expect(joinSentences(hant, ["4 人。", "", "不限時。"])).toBe("4 人。不限時。");
    expect(joinSentences(en, ["4 players.", "", "No hints."])).toBe("4 players. No hints.");
    expect(labelled(hant, "TOY", "不是英文字。")).toBe("TOY：不是英文字。");
    expect(labelled(pt, "TOY", "Não é uma palavra.")).toBe("TOY: Não é uma palavra.");
  });
  it("lists names as the language does", () => {
    expect(listNames(pt, ["Ana", "Rui"])).toBe("Ana e Rui");
    expect(listNames(hant, ["Ana", "Rui"])).toBe("Ana和Rui");
  });
  it("writes scores with a minus sign", () => {
    expect(["-5", "7½", "-7½", "0", -3, undefined].map(showScore)).toEqual(["−5", "7½", "−7½", "0", "−3", ""]);
  });
});
