import { describe, expect, it } from "vitest";
import { en } from "../texts/en";
import { joinSentences } from "../texts/phrasing";
import { texts as pt } from "../texts/pt";
import { texts as hans } from "../texts/zh-hans";
import { texts as hant } from "../texts/zh-hant";
import type { Texts } from "../texts/en";
import { rulesIn } from "../texts/rules";
import type { Settings } from "../wire";
import EDITIONS from "./editions.json";
import { ruleSheet } from "./rule-sheet";

const LANGUAGES: Record<string, Texts> = { en, "zh-Hant": hant, "zh-Hans": hans, "pt-PT": pt };
const editions = Object.entries(EDITIONS as Record<string, Settings>);

function sheetOf(texts: Texts, settings: Settings): string {
  const sheet = ruleSheet(texts, { game: String(settings.game), settings });
  return [sheet.aim, ...sheet.sections.map((section) => `${section.heading}\n${joinSentences(texts, section.sentences)}`)].join("\n");
}

const edition = (name: string): Settings => (EDITIONS as Record<string, Settings>)[name] ?? {};

/**
 * For each setting, values of which the sheet must tell at least two apart, and what else has to be set for the setting
 * to matter. `game` chooses between two sheets, and `play` is part of an edition.
 */
const VALUES: Record<string, { values: (string | number)[]; given?: Settings }> = {
  players: { values: ["2-4", "2-6"] },
  turn_time: { values: [60, 30, "none"] },
  time_up_idle: { values: [1, 3], given: { turn_time: 60 } },
  time_up_invalid: { values: [1, 3], given: { turn_time: 60 } },
  time_up_valid: { values: ["counts", "back"], given: { turn_time: 60 } },
  unrestorable: { values: ["back", "to-pool", "draw-as-many", "draw-only-next"] },
  joker_left: { values: [30, 50] },
  pool_empty: { values: ["pass", "must-play", "end", "last-turn"] },
  match_games: { values: ["players", "free", 5], given: { match_rounds: 1 } },
  match_rounds: { values: [1, 2], given: { match_games: "players" } },
  match_winner: { values: ["games-then-points", "points"] },
  opening_points: { values: [30, 50, 0] },
  opening_sets: { values: ["any", "one"] },
  unopened: { values: ["rack-sum", "100-200", "100-200-always"] },
  unopened_rack: { values: ["at-end", "last-turn"], given: { unopened: "100-200" } },
  new_deal: { values: ["no", "before-a-play", "before-own-turn"] },
  joker_moves: { values: ["any", "another-set"] },
  pushed: { values: ["no", 200] },
  jokers: { values: ["in", "out"] },
  fourth_colour: { values: ["yellow", "orange"] },
  opening_letters: { values: [6, 4] },
  opening_words: { values: ["one", "more"] },
  spelling: { values: ["checked", "charged", "challenge"] },
  challenge_time: { values: [30, 60], given: { spelling: "challenge" } },
  lexicon: { values: ["everyday", "standard", "large"] },
  theme: { values: ["none", "animals", "food"] },
};

describe.each(Object.entries(LANGUAGES))("the rule sheet in %s", (_, texts) => {
  describe.each(editions)("of %s", (name, settings) => {
    // Play A always ends with the pool (W10).
    const told = Object.keys(settings).filter((setting) => setting !== "game" && setting !== "play" && !(name === "word-a" && setting === "pool_empty"));
    it.each(told)("says what %s is", (setting) => {
      const { values, given } = VALUES[setting] ?? { values: [] };
      expect(values.length, "the test knows no values of this setting").toBeGreaterThan(1);
      const sheets = values.map((value) => sheetOf(texts, { ...settings, ...given, [setting]: value }));
      expect(new Set(sheets).size).toBe(values.length);
    });

    it("R2: says who starts, how many tiles there are, how an empty pool is scored and who wins a match", () => {
      const sheet = sheetOf(texts, settings);
      const say = rulesIn(texts);
      expect(sheet).toContain(settings.game === "words" ? say.startLetters : say.startNumbers);
      expect(settings.game === "words" ? say.startLetters : say.startNumbers).toContain("14");
      expect(sheet).toContain(settings.match_winner === "points" ? say.matchPoints : say.matchGames);
      expect(sheet).toContain(say.jokerAfterOpening);
      if (name !== "word-a") expect(sheet).toContain(say.nobodyOut);
    });
  });

  it("R2: tells of the new deal at a school tournament only", () => {
    expect(editions.filter(([, settings]) => sheetOf(texts, settings).includes(rulesIn(texts).newDealBeforeAPlay)).map(([name]) => name)).toEqual(["school"]);
  });

  it("R1: play A ends with the pool, most points win, racks are filled up to 7, and an empty rack doubles", () => {
    const sheet = sheetOf(texts, edition("word-a"));
    const { endA, scoreA, doubled, winnerA, fillUp, wordsNone, score, scoreB, nobodyOut } = rulesIn(texts);
    for (const sentence of [endA, scoreA, doubled, winnerA, fillUp, wordsNone]) expect(sheet).toContain(sentence);
    expect(fillUp).toContain("7");
    for (const sentence of [score, scoreB, nobodyOut]) expect(sheet).not.toContain(sentence);
    for (const sentence of [endA, scoreA, doubled, winnerA, fillUp]) expect(sheetOf(texts, edition("word-b"))).not.toContain(sentence);
  });

  it("R1: says what a misspelt word costs", () => {
    const charged = sheetOf(texts, { ...edition("word-a"), spelling: "charged" });
    expect(charged).toContain(rulesIn(texts).spellingCharged);
    expect(sheetOf(texts, edition("word-a"))).not.toContain(rulesIn(texts).spellingCharged);
  });

  it("R6: names the fourth colour as the edition prints it", () => {
    for (const name of ["hk", "school"]) expect(sheetOf(texts, edition(name))).toContain(rulesIn(texts).colours(texts.tiles.yellow));
    for (const name of ["cn", "pt"]) expect(sheetOf(texts, edition(name))).toContain(rulesIn(texts).colours(texts.tiles.orange));
  });
});
