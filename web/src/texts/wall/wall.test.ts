import { describe, expect, it } from "vitest";
import { WALL_TEXTS } from ".";

function flat(value: unknown, path = ""): [string, string][] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value === "function") return [[path, (value as (...args: unknown[]) => string)(3, 4, 5)]];
  return Object.entries(value as object).flatMap(([key, inner]) => flat(inner, `${path}.${key}`));
}

describe.each(Object.entries(WALL_TEXTS))("the texts of the wall in %s", (language, texts) => {
  const all = flat(texts);
  it("are as many as in English, and none is empty", () => {
    expect(all.map(([path]) => path).sort()).toEqual(flat(WALL_TEXTS.en).map(([path]) => path).sort());
    expect(all.filter(([, text]) => text.trim() === "")).toEqual([]);
  });
  it("are in the language", () => {
    if (!language.startsWith("zh")) return;
    const joined = all.map(([, text]) => text).join("");
    expect(joined).not.toMatch(language === "zh-Hans" ? /[個們張這裡裏點開關時間說動組號碼]/ : /[个们张这里开关时间说动组号码]/u);
    expect(joined).not.toMatch(/[\u4e00-\u9fff][,.:;!?]|[。，：；！？] /u);
  });
});
