/**
 * The rules of a table in words. Every setting of the table that a player can meet is said here, so that a changed setting
 * changes the sheet; what no setting changes is in the texts.
 */
import { circlesOfPasses } from "../room/view";
import { colourName } from "../tiles/describe";
import { fourthColourOf } from "../tiles/fourth-colour.svelte";
import type { Texts } from "../texts/en";
import { rulesIn } from "../texts/rules";
import type { Settings } from "../wire";
import { sentenceOf } from "./plan-summary";

export interface RuleSection {
  heading: string;
  sentences: string[];
  /** The name of the examples to show below. */
  examples?: string;
}

export interface RuleSheet {
  aim: string;
  sections: RuleSection[];
}

export interface SheetPlan {
  game: string;
  settings: Settings;
  /** The version of the rules; without it, the current one. */
  rules?: number;
}

export function ruleSheet(texts: Texts, { game, settings, rules }: SheetPlan): RuleSheet {
  const say = rulesIn(texts);
  const isWordGame = game === "words";
  const isPlayA = settings.play === "a";
  const hasJokers = settings.jokers !== "out";
  const mustOpen = isWordGame || Number(settings.opening_points) > 0;

  const start = { heading: say.start, sentences: [say.players(String(settings.players).replace("-", "–")), isWordGame ? say.startLetters : say.startNumbers] };
  if (settings.new_deal !== undefined && settings.new_deal !== "no") start.sentences.push(sentenceOf(texts, settings, "new_deal"));

  const turn = [isWordGame ? say.turnWords : say.turnText, say.drawText];
  if (isPlayA) turn.push(say.fillUp);

  const sections: RuleSection[] = [
    start,
    ...(isWordGame ? [words(texts, settings)] : numberSets(texts, settings)),
    { heading: say.opening, sentences: opening(texts, settings, isWordGame) },
    { heading: say.turn, sentences: turn },
  ];
  if (hasJokers) {
    const sentences = [isWordGame ? say.jokerWords : say.jokerText];
    if (settings.joker_moves === "another-set") sentences.push(say.jokerAnotherSet);
    if (mustOpen) sentences.push(say.jokerAfterOpening);
    sections.push({ heading: say.joker, sentences, ...(isWordGame ? {} : { examples: "joker" }) });
  } else {
    sections.push({ heading: say.joker, sentences: [say.jokersOut] });
  }
  sections.push(
    { heading: say.time, sentences: time(texts, settings) },
    { heading: say.ending, sentences: ending(texts, settings, isWordGame, circlesOfPasses(rules)) },
    { heading: say.match, sentences: match(texts, settings) },
  );
  const aim = isPlayA ? say.aimA : isWordGame ? say.aimB : say.aim;
  return { aim, sections };
}

function numberSets(texts: Texts, settings: Settings): RuleSection[] {
  const say = rulesIn(texts);
  return [
    { heading: say.groups, sentences: [say.groupsText, say.colours(colourName(texts, "yellow", fourthColourOf(settings)))], examples: "groups" },
    { heading: say.runs, sentences: [say.runsText], examples: "runs" },
  ];
}

function words(texts: Texts, settings: Settings): RuleSection {
  const say = rulesIn(texts);
  const sentences = [say.wordsText, say.wordsNone, sentenceOf(texts, settings, "lexicon")];
  if (settings.theme !== "none") sentences.push(sentenceOf(texts, settings, "theme"));
  sentences.push(sentenceOf(texts, settings, "spelling"));
  return { heading: say.words, sentences, examples: "words" };
}

function opening(texts: Texts, settings: Settings, isWordGame: boolean): string[] {
  const say = rulesIn(texts);
  if (isWordGame) {
    return [say.openingWords(Number(settings.opening_letters)), settings.opening_words === "more" ? say.openingWordsMore : say.openingWordsOne];
  }
  const points = Number(settings.opening_points);
  if (points === 0) return [say.openingNone];
  return [say.openingText(points), settings.opening_sets === "one" ? say.openingOneSet : say.openingAnySets, say.openingTable];
}

function time(texts: Texts, settings: Settings): string[] {
  const say = rulesIn(texts);
  const sentences = [settings.turn_time === "none" ? say.timeNone : say.timeText(Number(settings.turn_time))];
  for (const name of ["time_up_idle", "time_up_invalid", "time_up_valid", "unrestorable"] as const) sentences.push(sentenceOf(texts, settings, name));
  return sentences;
}

function ending(texts: Texts, settings: Settings, isWordGame: boolean, circles: number): string[] {
  const say = rulesIn(texts);
  const joker = Number(settings.joker_left);
  const jokerLeft = settings.jokers === "out" ? [] : [say.jokerLeft(joker)];
  if (settings.play === "a") return [say.endA, say.scoreA, say.doubled, ...jokerLeft, say.winnerA];
  const sentences = [isWordGame ? say.scoreB : say.score, ...jokerLeft];
  sentences.push(sentenceOf(texts, settings, "pool_empty"));
  if (settings.pool_empty === "pass" || settings.pool_empty === "must-play") sentences.push(say.passesEnd(circles));
  sentences.push(say.nobodyOut);
  if (settings.unopened === "100-200" || settings.unopened === "100-200-always") {
    sentences.push(sentenceOf(texts, settings, "unopened"), sentenceOf(texts, settings, "unopened_rack"));
  }
  if (Number(settings.pushed) > 0) sentences.push(sentenceOf(texts, settings, "pushed"));
  return sentences;
}

function match(texts: Texts, settings: Settings): string[] {
  return [sentenceOf(texts, settings, "match_games"), sentenceOf(texts, settings, "match_winner")];
}
