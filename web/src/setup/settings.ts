/**
 * The settings of a table that can be chosen: their names, values, and places in the form. The server decides which values
 * it accepts; a browser test asks it and fails if this list does not match.
 */
import type { Settings } from "../wire";

/** The parts of the form, each folded away until it is wanted. */
export const FOLDS = ["who", "time", "rules", "scores", "help"] as const;
export type FoldName = (typeof FOLDS)[number];

interface Field {
  fold: FoldName;
  /** Whether the setting has any effect beside the others; always, if missing. */
  applies?: (settings: Settings) => boolean;
}

/** One of a few values. */
export interface ChoiceSetting extends Field {
  kind: "choice";
  values: readonly (string | number)[];
}

/** A number within a range, or one of a few words. The usual numbers are a tap away. */
export interface NumberSetting extends Field {
  kind: "number";
  unit: "seconds" | "plain";
  from: number;
  to: number;
  usual: readonly number[];
  words: readonly string[];
}

/** One of the server's word lists or themes. */
export interface ListSetting extends Field {
  kind: "list";
  list: "lexicons" | "themes";
  words: readonly string[];
}

/** Follows from the edition, or from the number of seats. */
interface DerivedSetting {
  kind: "edition" | "seats";
}

export type SettingSpec = ChoiceSetting | NumberSetting | ListSetting | DerivedSetting;

const isTimed = (settings: Settings) => settings.turn_time !== "none";
const hasJokers = (settings: Settings) => settings.jokers !== "out";
const mustOpen = (settings: Settings) => settings.opening_points !== 0;

export const SETTINGS = {
  game: { kind: "edition" },
  play: { kind: "edition" },
  players: { kind: "seats" },
  turn_time: { kind: "number", fold: "time", unit: "seconds", from: 5, to: 3600, usual: [30, 60, 90, 120], words: ["none"] },
  time_up_idle: { kind: "number", fold: "time", unit: "plain", from: 0, to: 10, usual: [0, 1, 3], words: [], applies: isTimed },
  time_up_invalid: { kind: "number", fold: "time", unit: "plain", from: 0, to: 10, usual: [0, 1, 3], words: [], applies: isTimed },
  time_up_valid: { kind: "choice", fold: "time", values: ["counts", "back"], applies: isTimed },
  match_games: { kind: "number", fold: "time", unit: "plain", from: 1, to: 1000, usual: [1, 2, 4], words: ["players", "free"] },
  match_rounds: { kind: "number", fold: "time", unit: "plain", from: 1, to: 100, usual: [1, 2, 3], words: [], applies: (settings) => settings.match_games === "players" },
  match_winner: { kind: "choice", fold: "time", values: ["games-then-points", "points"] },
  theme: { kind: "list", fold: "rules", list: "themes", words: ["none"] },
  spelling: { kind: "choice", fold: "rules", values: ["checked", "charged", "challenge"] },
  challenge_time: { kind: "number", fold: "rules", unit: "seconds", from: 5, to: 600, usual: [15, 30, 60], words: [], applies: (settings) => settings.spelling === "challenge" },
  lexicon: { kind: "list", fold: "rules", list: "lexicons", words: [] },
  opening_letters: { kind: "number", fold: "rules", unit: "plain", from: 3, to: 10, usual: [4, 5, 6], words: [] },
  opening_words: { kind: "choice", fold: "rules", values: ["one", "more"] },
  opening_points: { kind: "number", fold: "rules", unit: "plain", from: 0, to: 50, usual: [0, 20, 30, 40, 50], words: [] },
  opening_sets: { kind: "choice", fold: "rules", values: ["any", "one"], applies: mustOpen },
  jokers: { kind: "choice", fold: "rules", values: ["in", "out"] },
  joker_moves: { kind: "choice", fold: "rules", values: ["any", "another-set"], applies: hasJokers },
  pool_empty: { kind: "choice", fold: "rules", values: ["pass", "must-play", "end", "last-turn"] },
  new_deal: { kind: "choice", fold: "rules", values: ["no", "before-a-play", "before-own-turn"] },
  fourth_colour: { kind: "choice", fold: "rules", values: ["yellow", "orange"] },
  joker_left: { kind: "number", fold: "scores", unit: "plain", from: 0, to: 100, usual: [20, 30, 50], words: [], applies: hasJokers },
  unopened: { kind: "choice", fold: "scores", values: ["rack-sum", "100-200", "100-200-always"], applies: mustOpen },
  unopened_rack: { kind: "choice", fold: "scores", values: ["at-end", "last-turn"], applies: (settings) => settings.unopened !== "rack-sum" },
  unrestorable: { kind: "choice", fold: "scores", values: ["back", "to-pool", "draw-as-many", "draw-only-next"] },
  pushed: { kind: "choice", fold: "scores", values: ["no", 200] },
} as const satisfies Record<string, SettingSpec>;

export type SettingName = keyof typeof SETTINGS;
type OfKind<Kind extends SettingSpec["kind"]> = { [Name in SettingName]: (typeof SETTINGS)[Name]["kind"] extends Kind ? Name : never }[SettingName];
/** The settings with a field of their own in the form. */
export type FieldName = OfKind<"choice" | "number" | "list">;
type Words<Name extends SettingName> = (typeof SETTINGS)[Name] extends { values: readonly (infer Value)[] } ? Value : (typeof SETTINGS)[Name] extends { words: readonly (infer Word)[] } ? Word : never;
/** A text for every value that is not merely a number or the name of a list. */
export type ValueTexts = { [Name in FieldName as [Words<Name>] extends [never] ? never : Name]: Record<Words<Name> & (string | number), string> };

export type FieldSpec = ChoiceSetting | NumberSetting | ListSetting;

export function isSettingName(name: string): name is SettingName {
  return name in SETTINGS;
}

/** The fields of a fold that an edition has, in order. */
export function fieldsOf(fold: FoldName, settings: Settings): { name: FieldName; spec: FieldSpec }[] {
  return Object.entries(SETTINGS as Record<string, SettingSpec>).flatMap(([name, spec]) => {
    if (!("fold" in spec) || spec.fold !== fold || settings[name] === undefined) return [];
    return [{ name: name as FieldName, spec }];
  });
}
