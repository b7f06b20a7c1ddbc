/** What is chosen for a new table, and the plan that comes of it. */
import { nearestCount, playerCounts } from "../table/plan";
import { DEFAULT_POWERS } from "../room/powers";
import type { PlanTerms } from "../table/plan-summary";
import type { Language } from "../texts/index.svelte";
import type { Authority, Chat, CreateTable, EditionView, Plan, Powers, ServerView, Settings } from "../wire";
import { changedSettings, planSettings, presetOf, presetSettings, type Preset, type PresetName } from "./presets";
import { SETTINGS, type FieldName, type FoldName, type SettingSpec } from "./settings";

/** The place of each field of a plan in the form; `one-device` is a screen of its own. */
export const PLAN_FOLDS: Record<keyof Plan, FoldName | "preset" | "settings" | "one-device"> = {
  name: "who",
  edition: "preset",
  settings: "settings",
  players: "who",
  access: "who",
  spectators: "help",
  hints: "help",
  open_drafts: "help",
  hot_seat: "one-device",
  stand_in_after: "help",
  chat: "help",
  powers: "help",
};

/** Who may have each power. The house, which is the server, begins no games and seats no bots at a table that people open. */
export const OFFERED_AUTHORITIES = {
  begin: ["host", "players", "judge"],
  pause: ["players", "host", "judge", "house"],
  seat: ["host", "players", "judge"],
  rule: ["house", "judge"],
} as const satisfies Record<keyof Powers, readonly Authority[]>;

/** The most seats that the tiles of each game allow. */
const MOST_PLAYERS: Record<string, number> = { numbers: 6, words: 4 };
const STAND_IN_AFTER = 60;

/** What people choose; everything else follows from it. */
const CHOICES = [
  "preset", "edition", "settings", "players", "others", "name", "listed", "watched", "delay", "hints", "openDrafts", "chat", "standInAfter", "powers",
] as const satisfies readonly (keyof TableForm)[];
export type KeptForm = Pick<TableForm, (typeof CHOICES)[number]>;

export class TableForm {
  preset = $state<PresetName>("family");
  edition = $state("");
  /** Every setting in force. */
  settings = $state.raw<Settings>({});
  players = $state(4);
  /** For each other seat, the level of a bot; empty if it is for a friend. */
  others = $state<string[]>(["", "", "", "", ""]);
  name = $state("");
  listed = $state(false);
  watched = $state(true);
  delay = $state(0);
  hints = $state(false);
  openDrafts = $state(false);
  chat = $state<Chat>("free");
  standInAfter = $state<number | null>(STAND_IN_AFTER);
  powers = $state.raw<Powers>(DEFAULT_POWERS);

  readonly #server: ServerView;
  readonly #language: Language;

  constructor(server: ServerView, language: Language) {
    this.#server = server;
    this.#language = language;
    this.choosePreset("family");
  }

  /** What has been chosen, to be kept over a reload. */
  get kept(): KeptForm {
    return $state.snapshot(Object.fromEntries(CHOICES.map((choice) => [choice, this[choice]]))) as KeptForm;
  }
  /** Chooses again what was kept, unless the server does not know its rules any more. */
  restore(kept: Partial<KeptForm>) {
    if (!this.#server.editions.some((one) => one.name === kept.edition)) return;
    for (const choice of CHOICES) if (kept[choice] !== undefined) Object.assign(this, { [choice]: kept[choice] });
  }

  get presetPlan(): Preset {
    return presetOf(this.preset, this.#language);
  }

  get chosen(): EditionView {
    const found = this.#server.editions.find((one) => one.name === this.edition) ?? this.#server.editions[0];
    if (!found) throw new Error("the server has no editions");
    return found;
  }

  get isWordGame(): boolean {
    return this.chosen.game === "words";
  }

  get bots() {
    return this.#server.bots.filter((bot) => (this.isWordGame ? bot.words : bot.numbers));
  }

  /** The possible numbers of players: those of the edition, and more as far as the tiles allow. */
  get counts(): number[] {
    return playerCounts({ ...this.chosen, players: [this.chosen.players[0], Math.max(this.chosen.players[1], MOST_PLAYERS[this.chosen.game] ?? 0)] });
  }

  choosePreset(preset: PresetName) {
    this.preset = preset;
    this.chooseEdition(this.presetPlan.editions[0] ?? "");
  }

  /** Starts with the preset in this edition. Seats, name and who may watch stay. */
  chooseEdition(edition: string) {
    this.edition = edition;
    const preset = this.presetPlan;
    this.settings = presetSettings(preset, this.chosen);
    this.hints = preset.hints;
    this.openDrafts = preset.open_drafts;
    this.chat = preset.chat;
    this.powers = DEFAULT_POWERS;
    this.choosePlayers(nearestCount(this.chosen, this.players));
  }

  choosePlayers(players: number) {
    this.players = players;
    const [fewest, most] = this.chosen.players;
    const range = presetSettings(this.presetPlan, this.chosen).players;
    if (range !== undefined) this.choose("players", players > most || players < fewest ? `${Math.min(fewest, players)}-${Math.max(most, players)}` : range);
  }

  choose(name: FieldName | "players", value: string | number) {
    this.settings = { ...this.settings, [name]: value };
  }

  /** The names of what differs from the preset. */
  get changed(): string[] {
    const preset = this.presetPlan;
    const names = changedSettings(this.settings, preset, this.chosen);
    if (this.hints !== preset.hints) names.push("hints");
    if (this.openDrafts !== preset.open_drafts) names.push("open_drafts");
    if (this.chat !== preset.chat) names.push("chat");
    if (!this.watched || this.delay !== 0) names.push("spectators");
    if (this.listed) names.push("access");
    if (this.standInAfter !== STAND_IN_AFTER) names.push("stand_in_after");
    if (Object.entries(DEFAULT_POWERS).some(([power, authority]) => this.powers[power as keyof Powers] !== authority)) names.push("powers");
    return names;
  }

  changedIn(fold: FoldName): number {
    return this.changed.filter((name) => {
      const spec = (SETTINGS as Record<string, SettingSpec>)[name];
      if (spec !== undefined && "fold" in spec) return spec.fold === fold;
      return (PLAN_FOLDS as Partial<Record<string, string>>)[name] === fold;
    }).length;
  }

  get plan(): Plan {
    return {
      name: this.name.trim(),
      edition: this.edition,
      settings: planSettings(this.settings, this.presetPlan, this.chosen),
      players: this.players,
      access: this.listed ? "open" : "invited",
      spectators: { allowed: this.watched, delay: this.watched ? this.delay : 0 },
      hints: this.hints,
      open_drafts: this.openDrafts,
      hot_seat: false,
      stand_in_after: this.bots.length > 0 ? this.standInAfter : null,
      chat: this.chat,
      powers: this.powers,
    };
  }

  /** The plan for its summary, in which the changes against the preset are marked. */
  get terms(): PlanTerms {
    const { access, ...plan } = this.plan;
    return { ...plan, game: this.chosen.game, settings: this.settings, open: access === "open", changed: this.changed };
  }

  get request(): CreateTable {
    const bots: Record<string, string> = {};
    this.others.slice(0, this.players - 1).forEach((level, index) => {
      if (this.bots.some((bot) => bot.level === level)) bots[index + 1] = level;
    });
    return { plan: this.plan, sit: true, bots, begin: Object.keys(bots).length === this.players - 1 && this.powers.begin !== "judge" };
  }

  /** Undoes every change against the preset. */
  backToPreset() {
    this.listed = false;
    this.watched = true;
    this.delay = 0;
    this.standInAfter = STAND_IN_AFTER;
    this.chooseEdition(this.edition);
  }
}
