import { describe, expect, it } from "vitest";
import { cleanCode, isCode } from "./code";

// The same as in crates/tournament/src/code.rs.
const PRINTED = ["F9E-MM7-HEJ", "AHF-HQA-JJ7", "4EE-D3C-HEY"];

describe("a printed code", () => {
  it("is read however it is typed", () => {
    for (const code of PRINTED) {
      for (const typed of [code, code.toLowerCase(), code.replaceAll("-", ""), ` ${code.replaceAll("-", " ")} `]) expect(cleanCode(typed)).toBe(code);
      expect(isCode(code)).toBe(true);
    }
  });
  it("shows a slip at once", () => {
    for (const code of PRINTED) {
      for (let at = 0; at < code.length; at++) {
        if (code[at] === "-") continue;
        expect(isCode(code.slice(0, at) + (code[at] === "A" ? "C" : "A") + code.slice(at + 1))).toBe(false);
        expect(isCode(code.slice(0, at))).toBe(false);
      }
    }
    expect(isCode("")).toBe(false);
  });
});
