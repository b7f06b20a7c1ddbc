import { describe, expect, it } from "vitest";
import { FAULT_CODES, RULE_CODES, SET_FAULT_CODES, WORD_FAULT_CODES } from "../wire/protocol";
import { en } from "./en";
import { pickLanguage } from "./index.svelte";
import { describeCode } from "./refusal";
import { texts as hans } from "./zh-hans";
import { texts as hant } from "./zh-hant";
import { texts as pt } from "./pt";

/** Every text by its path, with functions called with plausible arguments. */
function flat(value: unknown, path = ""): Map<string, string> {
  if (typeof value === "string") return new Map([[path, value]]);
  if (typeof value === "function") {
    const made = (value as (...args: unknown[]) => string)(3, 4, 5, 6);
    return new Map([[path, made]]);
  }
  const entries = Object.entries(value as object).flatMap(([key, inner]) => [...flat(inner, path ? `${path}.${key}` : key)]);
  return new Map(entries);
}

const reference = flat(en);
const others = { "zh-Hant": hant, "zh-Hans": hans, "pt-PT": pt };

describe.each(Object.entries(others))("%s", (_, texts) => {
  const spoken = flat(texts);
  it("has every text and no other", () => {
    expect([...spoken.keys()].sort()).toEqual([...reference.keys()].sort());
  });
  it("leaves nothing empty", () => {
    for (const [path, text] of spoken) expect(text.trim(), path).not.toBe("");
  });
  it("has texts on buttons that are short enough to fit", () => {
    const buttons = ["table.finish", "table.draw", "table.drawSure", "table.drawBack", "table.hint", "lobby.begin", "end.next"];
    // A Chinese character is about as wide as two letters.
    const width = (text: string) => [...text].reduce((sum, letter) => sum + (letter > "⺀" ? 2 : 1), 0);
    for (const path of buttons) expect(width(spoken.get(path) ?? ""), path).toBeLessThanOrEqual(22);
  });
});

describe.each(Object.entries({ en, ...others }))("faults of a play in %s", (_, texts) => {
  const faults: Partial<Record<string, string>> = texts.faults;
  it.each([...FAULT_CODES, ...SET_FAULT_CODES, ...WORD_FAULT_CODES])("%s has a text", (code) => {
    expect(faults[code]).toMatch(/\S/);
  });
});

describe.each(Object.entries({ en, ...others }))("rules that forbid a command in %s", (_, texts) => {
  const forbidden: Partial<Record<string, string>> = texts.forbidden;
  it.each(RULE_CODES)("%s has a text", (code) => {
    expect(forbidden[code]).toMatch(/\S/);
    expect(describeCode(texts, code)).toBe(forbidden[code]);
  });
});

describe("translation", () => {
  it("is complete: no Chinese text equals the English one", () => {
    const same = [...flat(hant)].filter(([path, text]) => text === reference.get(path) && /[a-z]{4}/.test(text) && !path.includes("keysList"));
    expect(same).toEqual([]);
  });
  it("keeps the two scripts apart", () => {
    expect([...flat(hans).values()].join("")).not.toMatch(/[個們張這裡裏點開關時間說動組]/);
    expect([...flat(hant).values()].join("")).not.toMatch(/[个们张这里开关时间说动组]/u);
  });
});

describe("R13: the language of the documents", () => {
  const spoken = { hant: [...flat(hant)], hans: [...flat(hans)], pt: [...flat(pt)], en: [...flat(en)] };
  it.each([
    ["hant", /牌池|順子|同數組合|摸/u],
    ["hans", /牌池|顺子|同数组合|摸/u],
    ["pt", /\bmonte\b|na mão|Isto não é|Ainda não abriu|Antes de abrires/iu],
    ["en", /Let go|What was left|This is none|Hear \S+ again|Sheet of the match|A game is on/u],
  ] as const)("%s has its own terms", (language, foreign) => {
    expect(spoken[language].filter(([, text]) => foreign.test(text))).toEqual([]);
  });
  it.each(["hant", "hans"] as const)("%s has full-width punctuation without a space after it", (language) => {
    const wrong = spoken[language].filter(([path, text]) => !path.includes("keysList") && (/[\u4e00-\u9fff][,.:;!?]/u.test(text) || /[。，：；！？] /u.test(text)));
    expect(wrong).toEqual([]);
  });
  it("every theme and word list of the server has a name", () => {
    for (const texts of [en, hant, hans, pt]) {
      expect(Object.keys(texts.plan.themes).sort()).toEqual(["animals", "body", "food", "home", "leisure", "nature", "people", "plants"]);
      expect(Object.keys(texts.plan.lexicons)).toEqual(["everyday", "standard", "large"]);
    }
  });
});

describe("the browser's languages", () => {
  it.each([
    [["zh-HK", "en"], "zh-Hant"],
    [["zh-TW"], "zh-Hant"],
    [["zh-Hant-MO"], "zh-Hant"],
    [["zh-CN"], "zh-Hans"],
    [["zh"], "zh-Hans"],
    [["pt-BR"], "pt-PT"],
    [["fr", "pt-PT"], "pt-PT"],
    [["fr"], "en"],
  ] as const)("%s is %s", (wanted, spoken) => expect(pickLanguage(wanted)).toBe(spoken));
});
