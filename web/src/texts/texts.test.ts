import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FAULT_CODES, RULE_CODES, SET_FAULT_CODES, WORD_FAULT_CODES } from "../wire/protocol";
import { en as page } from "./en";
import { pickLanguage } from "./index.svelte";
import { ACCOUNT_TEXTS } from "./account";
import { LEARN_TEXTS } from "./learn";
import { describeCode } from "./refusal";
import { REPLAY_TEXTS } from "./replay";
import { RESULT_TEXTS } from "./result";
import { rulesIn } from "./rules";
import { SETTINGS_TEXTS } from "./settings";
import { SETUP_TEXTS } from "./setup";
import { texts as hansPage } from "./zh-hans";
import { texts as hantPage } from "./zh-hant";
import { texts as ptPage } from "./pt";

const en = { ...page, account: ACCOUNT_TEXTS.en, settings: SETTINGS_TEXTS.en, learn: LEARN_TEXTS.en, replay: REPLAY_TEXTS.en, result: RESULT_TEXTS.en, rules: rulesIn(page) };
const hant = { ...hantPage, account: ACCOUNT_TEXTS["zh-Hant"], settings: SETTINGS_TEXTS["zh-Hant"], learn: LEARN_TEXTS["zh-Hant"], replay: REPLAY_TEXTS["zh-Hant"], result: RESULT_TEXTS["zh-Hant"], rules: rulesIn(hantPage) };
const hans = { ...hansPage, account: ACCOUNT_TEXTS["zh-Hans"], settings: SETTINGS_TEXTS["zh-Hans"], learn: LEARN_TEXTS["zh-Hans"], replay: REPLAY_TEXTS["zh-Hans"], result: RESULT_TEXTS["zh-Hans"], rules: rulesIn(hansPage) };
const pt = { ...ptPage, account: ACCOUNT_TEXTS["pt-PT"], settings: SETTINGS_TEXTS["pt-PT"], learn: LEARN_TEXTS["pt-PT"], replay: REPLAY_TEXTS["pt-PT"], result: RESULT_TEXTS["pt-PT"], rules: rulesIn(ptPage) };

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
    const buttons = ["table.finish", "table.draw", "table.drawSure", "table.drawBack", "table.hint", "lobby.begin", "result.next"];
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

describe("every text is shown somewhere", () => {
  /** The sources outside of the texts, where a text that is shown is named. */
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(svelte|ts)$/.test(file) && !file.endsWith(".test.ts") && !file.startsWith("wire") && !/^texts\/./.test(file))
    .map((file) => readFileSync(`src/${file}`, "utf8"))
    .join("\n");
  // The others are named by codes of the server, or by what a player did.
  const { app, home, me, account, settings, people, plan, lobby, table, hints, curtain, end, result, replay } = en;
  it.each(Object.entries({ app, home, me, account, settings, people, plan, lobby, table, hints, curtain, end, result, replay }))("of %s", (_, section) => {
    expect(Object.keys(section).filter((key) => !new RegExp(`\\.${key}\\b`).test(sources))).toEqual([]);
  });
});

describe("translation", () => {
  it("is complete: no Chinese text equals the English one", () => {
    const same = [...flat(hant)].filter(([path, text]) => text === reference.get(path) && /[a-z]{4}/.test(text));
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
    ["hant", /牌池|順子|同數組合|摸|什麼|記錄|一輪只可/u],
    ["hans", /牌池|顺子|同数组合|摸|[另罚可]拿|拿牌|送出/u],
    ["pt", /\bmonte\b|na mão|aparelho|Isto não é|Ainda não abriu|Antes de abrires/iu],
    ["en", /Let go|What was left|This is none|Hear \S+ again|Sheet of the match|A game is on/u],
  ] as const)("%s has its own terms", (language, foreign) => {
    expect(spoken[language].filter(([, text]) => foreign.test(text))).toEqual([]);
  });
  it.each(["hant", "hans"] as const)("%s has full-width punctuation without a space after it", (language) => {
    const wrong = spoken[language].filter(([, text]) => /[\u4e00-\u9fff][,.:;!?]/u.test(text) || /[。，：；！？] /u.test(text));
    expect(wrong).toEqual([]);
  });
  it("every theme and word list of the server has a name", () => {
    for (const texts of [en, hant, hans, pt]) {
      expect(Object.keys(texts.plan.themes).sort()).toEqual(["animals", "body", "food", "home", "leisure", "nature", "people", "plants"]);
      expect(Object.keys(texts.plan.lexicons)).toEqual(["everyday", "standard", "large"]);
    }
  });
});

describe("counted things", () => {
  /** Every text made with the number 1. */
  function withOne(value: unknown, path = ""): [string, string][] {
    if (typeof value === "function") return [[path, (value as (...args: unknown[]) => string)(1, 1, 1, 1)]];
    if (typeof value !== "object" || value === null) return [];
    return Object.entries(value).flatMap(([key, inner]) => withOne(inner, `${path}.${key}`));
  }
  it.each([["en", en], ["pt-PT", pt], ["en, new table", SETUP_TEXTS.en], ["pt-PT, new table", SETUP_TEXTS["pt-PT"]]] as const)("%s has the singular for 1", (_, texts) => {
    const plurals = withOne(texts).filter(([, text]) => /(?<![\d.,])1 (tiles|points|letters|seconds|players|games|rounds|friends|changes|peças|pontos|letras|segundos|jogadores|jogos|rondas|amigos|alterações|marcadas)/u.test(text));
    // Ranges of players, and seats of a table, are never 1.
    expect(plurals.filter(([path]) => path !== ".rules.players" && path !== ".home.seats")).toEqual([]);
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
