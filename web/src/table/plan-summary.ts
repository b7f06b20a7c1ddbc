/**
 * A table's plan in words, in the player's language. The values come from the server. Every setting and every field of a
 * plan has its sentence here: the types see to it.
 */
import { DEFAULT_POWERS } from "../room/powers";
import type { SettingName } from "../setup/settings";
import { colourName } from "../tiles/describe";
import { fourthColourOf } from "../tiles/fourth-colour.svelte";
import type { Chat, Plan, Powers, Settings, Spectators } from "../wire";
import type { Texts } from "../texts/en";
import { joinSentences } from "../texts/phrasing";
import { rulesIn, type RulesTexts } from "../texts/rules";

/** What is known of a plan: a table has all of it, an edition by itself only its settings. */
export interface PlanTerms {
  game: string;
  players: number;
  settings: Settings;
  hints: boolean;
  /** The names of what differs from the edition, or from another starting point. */
  changed?: readonly string[];
  open?: boolean;
  spectators?: Spectators;
  open_drafts?: boolean;
  hot_seat?: boolean;
  stand_in_after?: number | null;
  chat?: Chat;
  powers?: Powers;
}

type PlanField = Exclude<keyof Plan, "name" | "edition" | "settings">;
export type Subject = SettingName | PlanField;

export type LineName = "people" | "time" | "opening" | "words" | "jokers" | "play" | "penalties" | "help";

/** The line of the summary that each subject belongs to; subjects of one line are said in this order. */
const LINE_OF: Record<Subject, LineName> = {
  players: "people",
  match_games: "people",
  match_rounds: "people",
  match_winner: "people",
  turn_time: "time",
  time_up_idle: "time",
  time_up_invalid: "time",
  time_up_valid: "time",
  opening_points: "opening",
  opening_sets: "opening",
  opening_letters: "opening",
  opening_words: "opening",
  theme: "words",
  lexicon: "words",
  spelling: "words",
  challenge_time: "words",
  jokers: "jokers",
  joker_left: "jokers",
  joker_moves: "jokers",
  game: "play",
  play: "play",
  pool_empty: "play",
  new_deal: "play",
  fourth_colour: "play",
  unopened: "penalties",
  unopened_rack: "penalties",
  unrestorable: "penalties",
  pushed: "penalties",
  hints: "help",
  open_drafts: "help",
  chat: "help",
  spectators: "help",
  access: "help",
  hot_seat: "help",
  stand_in_after: "help",
  powers: "help",
};

const isTimed = (settings: Settings) => settings.turn_time !== "none";
const hasJokers = (settings: Settings) => settings.jokers !== "out";
const mustOpen = (settings: Settings) => Number(settings.opening_points) > 0;
const hasFixedCost = (settings: Settings) => mustOpen(settings) && settings.unopened !== "rack-sum";

/** What each setting says. Empty where it has no effect beside the others, or is said with another one. */
const SETTING_SENTENCES: Record<Exclude<SettingName, PlanField>, (texts: Texts & { rules: RulesTexts }, settings: Settings) => string> = {
  // The rules and the name of the edition tell which game it is.
  game: () => "",
  play: ({ rules }, { play }) => (play === "a" ? rules.aimA : rules.aimB),
  match_games: ({ rules }, { match_games: games, match_rounds: rounds }) => (games === "players" && Number(rounds ?? 1) > 1 ? rules.saysRounds(Number(rounds)) : rules.saysMatch(String(games))),
  match_rounds: () => "",
  match_winner: ({ rules }, settings) => (String(settings.match_games) === "1" ? "" : settings.match_winner === "points" ? rules.matchPoints : rules.matchGames),
  turn_time: ({ rules }, settings) => rules.saysTime(isTimed(settings) ? Number(settings.turn_time) : null),
  time_up_idle: ({ rules }, settings) => (isTimed(settings) ? rules.timeIdle(Number(settings.time_up_idle)) : ""),
  time_up_invalid: ({ rules }, settings) => (isTimed(settings) ? rules.timeInvalid(Number(settings.time_up_invalid)) : ""),
  time_up_valid: ({ rules }, settings) => (isTimed(settings) ? (settings.time_up_valid === "counts" ? rules.timeValid : rules.timeValidNot) : ""),
  opening_points: ({ rules }, settings) => rules.saysOpening(Number(settings.opening_points)),
  opening_sets: ({ rules }, settings) => (mustOpen(settings) ? (settings.opening_sets === "one" ? rules.openingOneSet : rules.openingAnySets) : ""),
  opening_letters: ({ rules }, settings) => rules.saysOpeningLetters(Number(settings.opening_letters)),
  opening_words: ({ rules }, settings) => (settings.opening_words === "more" ? rules.openingWordsMore : rules.openingWordsOne),
  theme: ({ plan, rules }, { theme }) => (theme === "none" ? rules.themeNone : rules.theme(plan.themes[String(theme)] ?? String(theme))),
  lexicon: ({ plan, rules }, { lexicon }) => rules.wordList(plan.lexicons[String(lexicon)] ?? String(lexicon)),
  spelling: ({ rules }, { spelling, challenge_time: time }) =>
    spelling === "challenge" ? rules.spellingChallenge(Number(time)) : spelling === "charged" ? rules.spellingCharged : rules.spellingChecked,
  challenge_time: () => "",
  jokers: ({ rules }, settings) => (hasJokers(settings) ? rules.saysJoker(Number(settings.joker_left)) : rules.jokersOut),
  joker_left: ({ rules }, settings) => (settings.jokers === undefined ? rules.saysJoker(Number(settings.joker_left)) : ""),
  joker_moves: ({ rules }, settings) => (hasJokers(settings) ? (settings.joker_moves === "another-set" ? rules.saysJokerAnotherSet : rules.jokerAnySet) : ""),
  pool_empty: ({ rules }, settings) => {
    if (settings.play === "a") return rules.endA;
    const sentences: Record<string, string> = { pass: rules.mayPass, "must-play": rules.mustPlay, end: rules.poolEnds, "last-turn": rules.lastTurns };
    return sentences[String(settings.pool_empty)] ?? "";
  },
  new_deal: ({ rules }, settings) => {
    const sentences: Record<string, string> = { no: rules.newDealNo, "before-a-play": rules.newDealBeforeAPlay, "before-own-turn": rules.newDealBeforeOwnTurn };
    return sentences[String(settings.new_deal)] ?? "";
  },
  fourth_colour: (texts, settings) => texts.rules.colours(colourName(texts, "yellow", fourthColourOf(settings))),
  unopened: (texts, settings) => {
    const { rules } = texts;
    if (!mustOpen(settings)) return "";
    if (!hasFixedCost(settings)) return rules.unopenedRackSum;
    return joinSentences(texts, [rules.unopened, settings.unopened === "100-200" ? rules.unopenedFaceValue : rules.unopenedAlways]);
  },
  unopened_rack: ({ rules }, settings) => (hasFixedCost(settings) ? (settings.unopened_rack === "last-turn" ? rules.unopenedLastTurn : rules.unopenedAtEnd) : ""),
  unrestorable: ({ rules }, settings) => {
    const sentences: Record<string, string> = { back: rules.lostBack, "to-pool": rules.lostToPool, "draw-as-many": rules.lostDrawAsMany, "draw-only-next": rules.lostDrawOnlyNext };
    return sentences[String(settings.unrestorable)] ?? "";
  },
  pushed: ({ rules }, { pushed }) => (pushed === "no" ? rules.pushedNo : rules.pushed(Number(pushed))),
};

export function sentenceOf(texts: Texts, settings: Settings, name: Exclude<SettingName, PlanField>): string {
  return SETTING_SENTENCES[name]({ ...texts, rules: rulesIn(texts) }, settings);
}

/** What each field of a plan says. Empty if it is not known. */
const FIELD_SENTENCES: Record<PlanField, (texts: Texts & { rules: RulesTexts }, plan: PlanTerms) => string> = {
  players: ({ rules: say }, plan) => say.saysPlayers(plan.players),
  hints: ({ rules: say }, plan) => say.saysHints(plan.hints),
  open_drafts: ({ rules: say }, { open_drafts: open }) => (open === undefined ? "" : say.saysOpenDrafts(open)),
  chat: ({ rules: say }, { chat }) => (chat === undefined ? "" : say.saysChat[chat]),
  spectators: ({ rules: say }, { spectators: watch }) => (watch === undefined ? "" : say.saysSpectators(watch.allowed ? watch.delay : null)),
  access: ({ rules: say }, { open }) => (open === undefined ? "" : say.saysAccess[open ? "open" : "invited"]),
  hot_seat: ({ rules: say }, { hot_seat: shared }) => (shared ? say.saysHotSeat : ""),
  stand_in_after: ({ rules: say }, { stand_in_after: seconds }) => (seconds === undefined ? "" : say.saysStandIn(seconds)),
  powers: (texts, { powers = DEFAULT_POWERS }) => {
    const say = texts.rules;
    return joinSentences(texts, [
      powers.begin === DEFAULT_POWERS.begin ? "" : say.saysBegin[powers.begin],
      powers.pause === DEFAULT_POWERS.pause ? "" : say.saysPause[powers.pause],
      powers.seat === DEFAULT_POWERS.seat ? "" : say.saysSeat[powers.seat],
      powers.rule === DEFAULT_POWERS.rule ? "" : say.saysRule[powers.rule],
    ]);
  },
};

/** What everybody expects: it is said only where it was changed. */
function isUnsaid(name: Subject, plan: PlanTerms): boolean {
  const unsaid: Partial<Record<SettingName, readonly (string | number)[]>> = {
    opening_sets: ["any"],
    opening_words: ["one"],
    theme: ["none"],
    joker_moves: ["any"],
    pool_empty: ["pass"],
    new_deal: ["no"],
    fourth_colour: ["yellow", "orange"],
    unopened: ["rack-sum"],
    unopened_rack: ["at-end"],
    unrestorable: ["back", "to-pool"],
    pushed: ["no"],
  };
  // The word game has it as a rule, but only with real tiles; at a school table it belongs to the penalties.
  if (name === "unrestorable" && plan.game === "words") return true;
  const value = plan.settings[name];
  if (name in plan.settings && name !== "players") return value !== undefined && (unsaid[name as SettingName]?.includes(value) ?? false);
  switch (name) {
    case "open_drafts":
      return plan.open_drafts === false;
    case "chat":
      return plan.chat === "free";
    case "spectators":
      return plan.spectators?.allowed === true && plan.spectators.delay === 0;
    case "access":
      return plan.open === false;
    case "stand_in_after":
      return plan.stand_in_after !== null;
    default:
      return false;
  }
}

/** Settings that are said in the sentence of another one. */
const SAID_WITH: Partial<Record<Subject, Subject>> = { match_rounds: "match_games", challenge_time: "spelling", joker_left: "jokers" };

export interface Clause {
  subject: Subject;
  text: string;
  /** Whether it differs from the edition, or from what the plan started with. */
  changed: boolean;
}

export interface PlanLine {
  name: LineName;
  clauses: Clause[];
}

/** The summary of a plan, line by line. */
export function planLines(texts: Texts, plan: PlanTerms): PlanLine[] {
  const changed = new Set<string>((plan.changed ?? []).flatMap((name) => [name, SAID_WITH[name as Subject] ?? name]));
  const lines = new Map<LineName, Clause[]>();
  for (const [subject, line] of Object.entries(LINE_OF) as [Subject, LineName][]) {
    const isChanged = changed.has(subject);
    if (!isChanged && isUnsaid(subject, plan)) continue;
    const text = subject in FIELD_SENTENCES ? FIELD_SENTENCES[subject as PlanField]({ ...texts, rules: rulesIn(texts) }, plan) : subject in plan.settings ? sentenceOf(texts, plan.settings, subject as Exclude<SettingName, PlanField>) : "";
    if (text === "") continue;
    lines.set(line, [...(lines.get(line) ?? []), { subject, text, changed: isChanged }]);
  }
  return [...lines].map(([name, clauses]) => ({ name, clauses }));
}

/** The summary of a plan as one text. */
export function describePlan(texts: Texts, plan: PlanTerms): string {
  return joinSentences(texts, planLines(texts, plan).flatMap((line) => line.clauses.map((clause) => clause.text)));
}
