import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DESK_TEXTS } from ".";
import { HALL_TEXTS } from "../hall";

function flat(value: unknown, path = ""): [string, string][] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value === "function") return [[path, (value as (...args: unknown[]) => string)(3, 4)]];
  return Object.entries(value as object).flatMap(([key, inner]) => flat(inner, `${path}.${key}`));
}

const both = (language: keyof typeof DESK_TEXTS) => flat({ desk: DESK_TEXTS[language], hall: HALL_TEXTS[language] });

describe.each(Object.keys(DESK_TEXTS) as (keyof typeof DESK_TEXTS)[])("the texts of the desk in %s", (language) => {
  const all = both(language);
  it("are as many as in English, and none is empty", () => {
    expect(all.map(([path]) => path).sort()).toEqual(both("en").map(([path]) => path).sort());
    expect(all.filter(([path, text]) => text.trim() === "" && path !== ".desk.faults.empty")).toEqual([]);
  });
  it("count one thing as one", () => {
    const { wizard, players, seating, table } = DESK_TEXTS[language];
    const said = [wizard.tables(1, 0), wizard.tables(1, 1), players.numbered(1), seating.counts(1, 1), table.morePlaces(1)].join(" ");
    expect(said).not.toMatch(/\b1 (tables|numbered players|players|mesas|jogadores)|more places|lugares/);
  });
  it("are in the language", () => {
    if (language === "en") return;
    // A sentence that is the same as in English was forgotten; short words and examples may well be.
    const english = new Map(both("en"));
    expect(all.filter(([path, text]) => text.length > 14 && text === english.get(path) && !/helpLines|lineHint/.test(path))).toEqual([]);
    if (!language.startsWith("zh")) return;
    const joined = all.map(([, text]) => text).join("");
    expect(joined).not.toMatch(language === "zh-Hans" ? /[個們張這裡裏點開關時間說動組]/ : /[个们张这开关时间说动组]/u);
    expect(joined).not.toMatch(/[。，：；！？] /u);
  });
});

describe("R13: the hall calls things what the tables call them", () => {
  it.each([
    ["zh-hant", /牌池|記錄|什麼/u],
    ["zh-hans", /牌池|摸/u],
    ["pt", /\bmonte\b|aparelho|Isto não é/iu],
  ] as const)("%s", (language, foreign) => {
    const files = ["desk", "hall", "judge", "wall"].map((part) => `src/texts/${part}/${language}.ts`);
    const lines = [...files, "src/hall/online/texts.ts"].flatMap((file) => readFileSync(file, "utf8").split("\n"));
    expect(lines.filter((line) => foreign.test(line))).toEqual([]);
  });
});
