import { describe, expect, it, test } from "vitest";
import EDITIONS from "../table/editions.json";
import { en } from "../texts/en";
import { SETUP_TEXTS } from "../texts/setup";
import { texts as hant } from "../texts/zh-hant";
import type { Settings, ServerView } from "../wire";
import { listStates } from "./fold-state";
import { TableForm, type KeptForm } from "./form.svelte";
import { PRESETS, presetOf } from "./presets";
import { describeRefused, readRefusal } from "./refusal";
import { FOLDS, SETTINGS, fieldsOf } from "./settings";

const editions = EDITIONS as Record<string, Settings>;
const server: ServerView = {
  version: "", protocol: 1, lexicons: ["everyday", "standard", "large"], themes: ["animals"], now: 0,
  editions: Object.entries(editions).map(([name, settings]) => ({ name, game: String(settings.game), players: [2, Number(String(settings.players).at(-1))], settings })),
  bots: [{ level: "level2", numbers: true, words: true }],
};
const form = () => new TableForm(server, "en");

describe("P21: every setting of an edition has a field", () => {
  it.each(Object.entries(editions))("%s", (_, settings) => {
    const fields = FOLDS.flatMap((fold) => fieldsOf(fold, settings).map(({ name }) => name));
    const derived = Object.entries(SETTINGS).filter(([, spec]) => !("fold" in spec)).map(([name]) => name);
    expect([...fields, ...derived.filter((name) => settings[name] !== undefined)].sort()).toEqual(Object.keys(settings).sort());
  });
});

describe("a preset", () => {
  it.each(PRESETS)("%s changes only settings of its editions", (preset) => {
    for (const language of ["en", "zh-Hant", "zh-Hans", "pt-PT"] as const) {
      const { editions: names, settings } = presetOf(preset, language);
      for (const name of names) for (const setting of Object.keys(settings)) expect(editions[name]?.[setting], `${name} ${setting}`).toBeDefined();
    }
  });

  it("starts with the rulebook of the language", () => {
    expect(presetOf("book", "pt-PT").editions[0]).toBe("pt");
    expect(presetOf("family", "zh-Hans").editions).toEqual(["cn"]);
  });

  it("sends what differs from the edition, and what was changed back to it", () => {
    const table = form();
    table.choosePreset("school");
    expect(table.plan.settings).toEqual({ new_deal: "before-own-turn" });
    table.choose("new_deal", "before-a-play");
    expect(table.plan.settings).toEqual({ new_deal: "before-a-play" });
    expect(table.changed).toEqual(["new_deal"]);
    table.backToPreset();
    expect(table.changed).toEqual([]);
  });

  it("keeps seats and name when another one is chosen", () => {
    const table = form();
    table.name = "Friday";
    table.others[0] = "level2";
    table.choosePlayers(3);
    table.choosePreset("words");
    expect(table.plan).toMatchObject({ name: "Friday", players: 3, edition: "word-b" });
    expect(table.request.bots).toEqual({ 1: "level2" });
  });
});

describe("what is chosen survives a reload", () => {
  const chosen = (): TableForm => {
    const table = new TableForm(server, "en");
    table.choosePreset("words");
    table.choosePlayers(3);
    table.choose("theme", "animals");
    table.others[0] = "level2";
    Object.assign(table, { name: "Friday", listed: true, watched: false, delay: 30, hints: !table.hints, openDrafts: true, chat: "off", standInAfter: null, powers: { ...table.powers, begin: "players" } });
    return table;
  };
  test("all of it", () => {
    const again = new TableForm(server, "en");
    again.restore(JSON.parse(JSON.stringify(chosen().kept)) as KeptForm);
    expect(again.request).toEqual(chosen().request);
    expect(again.kept).toEqual(chosen().kept);
  });
  test("but no edition that the server does not have", () => {
    const again = new TableForm(server, "en");
    again.restore({ ...chosen().kept, edition: "gone" });
    expect(again.request).toEqual(new TableForm(server, "en").request);
  });
});

test("the state of a folded part begins with the only capital", () => {
  expect(listStates(en, ["No limit", "As many as you like"])).toBe("No limit, as many as you like");
  expect(listStates(hant, ["不限時", "4 局"])).toBe("不限時，4 局");
});

describe("the number of players", () => {
  it("may exceed that of the edition as far as the tiles allow", () => {
    const table = new TableForm(server, "pt-PT");
    table.choosePreset("book");
    expect(table.counts).toEqual([2, 3, 4, 5, 6]);
    table.choosePlayers(6);
    expect(table.plan).toMatchObject({ edition: "pt", players: 6, settings: { players: "2-6" } });
    table.choosePlayers(4);
    expect(table.plan.settings).toEqual({});
  });
});

describe("a refused plan", () => {
  it.each([
    ["unopened: with opening_points = 0 nobody counts as unopened (N10): only `rack-sum` fits", "unopened"],
    ["the delay of spectators is from 0 to 3600 seconds", "delay"],
    ["the time until a bot stands in is from 5 to 86400 seconds", "stand_in_after"],
    ["a table's name has at most 40 characters, on one line", "name"],
  ])("is told at its field: %s", (message, field) => expect(readRefusal(message)?.field).toBe(field));

  it.each(["the moon is full", "game: there is no such game", "weather: rain"])("is told below if it is about no field: %s", (message) => expect(readRefusal(message)).toBeNull());

  it.each(Object.entries(SETUP_TEXTS))("has its reason in %s", (_, texts) => {
    for (const name of ["pool_empty", "unrestorable", "match_rounds", "unopened_rack", "unopened", "opening_sets"] as const) {
      expect(describeRefused(texts, { field: name, reason: "English" }, {})).not.toBe("English");
    }
    expect(describeRefused(texts, { field: "turn_time", reason: "English" }, { turn_time: 4 })).toBe(texts.range(5, 3600));
    expect(describeRefused(texts, { field: "jokers", reason: "the server's words" }, {})).toBe("the server's words");
  });
});
