import { describe, expect, it } from "vitest";
import { en } from "../texts/en";
import type { JudgementView } from "../wire";
import type { Draft } from "./draft";
import { marksOf } from "./faults";

const draft = { sets: [{ id: 0, pieces: [{ id: 1, face: "T", own: true }] }], rack: [] } as unknown as Draft;
const judged = (more: Partial<JudgementView>): JudgementView => ({ legal: true, sets: [{ ok: true }], ...more }) as JudgementView;

describe("the mark of a word", () => {
  it("is good if the server has looked it up", () => expect(marksOf(en, draft, judged({}), { spelling: "checked" })).toEqual([{ ok: true, why: en.table.legal }]));
  it("P7: is bad off the theme", () => {
    const offTheme = judged({ legal: false, faults: [{ fault: "off-theme", set: 0, message: "" }] as unknown as JudgementView["faults"] & object });
    expect(marksOf(en, draft, offTheme, { spelling: "checked" })).toEqual([{ ok: false, why: en.faults["off-theme"] }]);
  });
  it("P7: is missing where nobody looks it up before a challenge", () => expect(marksOf(en, draft, judged({}), { spelling: "challenge" })).toEqual([null]));
});
