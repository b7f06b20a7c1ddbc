import { describe, expect, it } from "vitest";
import { SETTINGS, type SettingSpec } from "../setup/settings";
import { en, type Texts } from "../texts/en";
import { texts as pt } from "../texts/pt";
import { texts as hans } from "../texts/zh-hans";
import { texts as hant } from "../texts/zh-hant";
import { rulesIn } from "../texts/rules";
import type { Settings } from "../wire";
import EDITIONS from "./editions.json";
import { DEFAULT_POWERS } from "../room/powers";
import { describePlan, planLines, type PlanTerms } from "./plan-summary";

const LANGUAGES: Record<string, Texts> = { en, "zh-Hant": hant, "zh-Hans": hans, "pt-PT": pt };
const editions = EDITIONS as Record<string, Settings>;

const terms = (edition: string, more: Partial<PlanTerms> = {}): PlanTerms => {
  const settings = editions[edition] ?? {};
  return {
    game: String(settings.game), players: 4, settings, hints: false, changed: [], open: false, spectators: { allowed: true, delay: 0 }, open_drafts: false,
    hot_seat: false, stand_in_after: 60, chat: "free", powers: DEFAULT_POWERS, ...more,
  };
};

/** Some values of a setting; for numbers, the ends of the range. */
function valuesOf(name: string, spec: SettingSpec): (string | number)[] {
  switch (spec.kind) {
    case "choice":
      return [...spec.values];
    case "number":
      return [...spec.words, spec.from, spec.to];
    case "list":
      return [...spec.words, ...(name === "theme" ? ["animals", "food"] : ["everyday", "standard", "large"])];
    default:
      return [];
  }
}

/** What else has to be set for a setting to have an effect. */
const GIVEN: Record<string, Settings> = {
  time_up_idle: { turn_time: 60 },
  time_up_invalid: { turn_time: 60 },
  time_up_valid: { turn_time: 60 },
  match_rounds: { match_games: "players" },
  challenge_time: { spelling: "challenge" },
  unopened_rack: { unopened: "100-200" },
};

describe("P21: the settings that the form knows", () => {
  it("are those of the editions", () => {
    const names = new Set(Object.values(editions).flatMap((settings) => Object.keys(settings)));
    expect(Object.keys(SETTINGS).sort()).toEqual([...names].sort());
  });
  it("have the values of the editions among theirs", () => {
    for (const settings of Object.values(editions)) {
      for (const [name, value] of Object.entries(settings)) {
        const spec: SettingSpec = SETTINGS[name as keyof typeof SETTINGS];
        if (spec.kind === "choice") expect(spec.values, name).toContain(value);
        if (spec.kind === "number" && typeof value === "string") expect(spec.words, name).toContain(value);
      }
    }
  });
});

describe.each(Object.entries(LANGUAGES))("P21: the summary in %s", (_, texts) => {
  describe.each(Object.entries(editions))("of %s", (edition, settings) => {
    // Play A always ends with the pool (W10).
    const fields = Object.entries(SETTINGS as Record<string, SettingSpec>).filter(([name, spec]) => "fold" in spec && settings[name] !== undefined && !(edition === "word-a" && name === "pool_empty"));
    it.each(fields)("names %s when it was changed, and tells its values apart", (name, spec) => {
      const values = valuesOf(name, spec);
      const summaries = values.map((value) => {
        const plan = terms(edition, { settings: { ...settings, ...GIVEN[name], [name]: value }, changed: [name] });
        expect(planLines(texts, plan).flatMap((line) => line.clauses.filter((clause) => clause.changed)).length, String(value)).toBe(1);
        return describePlan(texts, plan);
      });
      expect(new Set(summaries).size).toBe(values.length);
    });
  });

  it.each<Partial<PlanTerms>>([
    { hints: true },
    { open_drafts: true },
    { chat: "phrases" },
    { chat: "off" },
    { spectators: { allowed: false, delay: 0 } },
    { spectators: { allowed: true, delay: 120 } },
    { open: true },
    { hot_seat: true },
    { stand_in_after: null },
    { powers: { ...DEFAULT_POWERS, begin: "players" } },
    { powers: { ...DEFAULT_POWERS, pause: "host" } },
    { powers: { ...DEFAULT_POWERS, seat: "players" } },
    { powers: { ...DEFAULT_POWERS, rule: "judge" } },
  ])("says %o", (more) => {
    expect(describePlan(texts, terms("hk", more))).not.toBe(describePlan(texts, terms("hk")));
  });

  it("of a school table has its penalties", () => {
    const summary = describePlan(texts, terms("school"));
    const { unopened, unopenedFaceValue, lostDrawAsMany, pushed, timeIdle, timeInvalid, timeValidNot } = rulesIn(texts);
    for (const sentence of [unopened, unopenedFaceValue, lostDrawAsMany, pushed(200), timeIdle(3), timeInvalid(3), timeValidNot]) expect(summary).toContain(sentence);
  });

  it("P7: of a themed table names the theme", () => {
    const settings = { ...editions["word-b"], theme: "animals" };
    expect(describePlan(texts, terms("word-b", { settings, changed: ["theme"] }))).toContain(rulesIn(texts).theme(texts.plan.themes.animals ?? ""));
  });

  it("of a single game does not say how a match is won", () => {
    const { saysMatch, matchGames } = rulesIn(texts);
    const summary = describePlan(texts, terms("hk", { settings: { ...editions.hk, match_games: 1 }, changed: ["match_games"] }));
    expect(summary).toContain(saysMatch("1"));
    expect(summary).not.toContain(matchGames);
  });

  it("of a plain table says no more than needed", () => {
    expect(planLines(texts, terms("hk")).map((line) => line.name)).toEqual(["people", "time", "opening", "jokers", "help"]);
  });
});
