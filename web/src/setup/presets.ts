/** Named kinds of tables: an edition with the settings that go with it. */
import type { Language } from "../texts/index.svelte";
import type { Chat, EditionView, Settings } from "../wire";

export const PRESETS = ["family", "gentle", "book", "school", "strict", "words"] as const;
export type PresetName = (typeof PRESETS)[number];

/** What a preset decides. The seats, the name of the table and who may watch are the host's. */
export interface Preset {
  /** The editions to choose from, the default first. */
  editions: readonly string[];
  settings: Settings;
  hints: boolean;
  open_drafts: boolean;
  chat: Chat;
}

const BOOKS = ["hk", "cn", "pt"] as const;
const BOOK_OF_LANGUAGE: Record<Language, (typeof BOOKS)[number]> = { "zh-Hant": "hk", "zh-Hans": "cn", "pt-PT": "pt", en: "hk" };

export function presetOf(name: PresetName, language: Language): Preset {
  const book = BOOK_OF_LANGUAGE[language];
  const plain: Preset = { editions: [book], settings: {}, hints: false, open_drafts: false, chat: "free" };
  switch (name) {
    case "family":
      return { ...plain, settings: { turn_time: "none" }, hints: true };
    case "gentle":
      return { ...plain, settings: { turn_time: "none", opening_points: 0 }, hints: true, open_drafts: true };
    case "book":
      return { ...plain, editions: [book, ...BOOKS.filter((other) => other !== book)] };
    case "school":
      // On screen, everybody may ask for a new deal until their own first turn ends (R10): the server adds the same.
      return { ...plain, editions: ["school"], settings: { new_deal: "before-own-turn" }, chat: "phrases" };
    case "strict":
      return {
        ...plain,
        settings: { turn_time: 30, time_up_idle: 3, time_up_valid: "back", joker_moves: "another-set", pool_empty: "must-play", unrestorable: "draw-as-many" },
        chat: "phrases",
      };
    case "words":
      return { ...plain, editions: ["word-b", "word-a"], hints: true };
  }
}

/** All settings in force at a table of a preset. */
export function presetSettings(preset: Preset, edition: EditionView): Settings {
  return { ...edition.settings, ...preset.settings };
}

/** The settings of a plan: what differs from the edition, and what was changed back to it from the preset. */
export function planSettings(settings: Settings, preset: Preset, edition: EditionView): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([name, value]) => value !== edition.settings[name] || value !== presetSettings(preset, edition)[name]));
}

/** The names of the settings that differ from the preset. */
export function changedSettings(settings: Settings, preset: Preset, edition: EditionView): string[] {
  const before = presetSettings(preset, edition);
  return Object.keys(settings).filter((name) => settings[name] !== before[name]);
}
