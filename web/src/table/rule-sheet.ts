/**
 * The rules of a table in words. Every setting of the table that a player can meet is said here, so that a changed setting
 * changes the sheet; what no setting changes is in the texts.
 */
import { circlesOfPasses } from "../room/view";
import { colourName } from "../tiles/describe";
import { fourthColourOf } from "../tiles/fourth-colour.svelte";
import type { Texts } from "../texts/en";
import type { Settings } from "../wire";

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
  const say = texts.rules;
  const isWordGame = game === "words";
  const isPlayA = settings.play === "a";
  const hasJokers = settings.jokers !== "out";
  const mustOpen = isWordGame || Number(settings.opening_points) > 0;

  const start = { heading: say.start, sentences: [say.players(String(settings.players).replace("-", "–")), isWordGame ? say.startLetters : say.startNumbers] };
  if (settings.new_deal === "before-a-play") start.sentences.push(say.newDealBeforeAPlay);
  if (settings.new_deal === "before-own-turn") start.sentences.push(say.newDealBeforeOwnTurn);

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
  const say = texts.rules;
  return [
    { heading: say.groups, sentences: [say.groupsText, say.colours(colourName(texts, "yellow", fourthColourOf(settings)))], examples: "groups" },
    { heading: say.runs, sentences: [say.runsText], examples: "runs" },
  ];
}

function words(texts: Texts, settings: Settings): RuleSection {
  const say = texts.rules;
  const list = String(settings.lexicon);
  const sentences = [say.wordsText, say.wordsNone, say.wordList(texts.plan.lexicons[list] ?? list)];
  if (settings.theme !== "none") {
    const theme = String(settings.theme);
    sentences.push(say.theme(texts.plan.themes[theme] ?? theme));
  }
  if (settings.spelling === "challenge") sentences.push(say.spellingChallenge(Number(settings.challenge_time)));
  else sentences.push(settings.spelling === "charged" ? say.spellingCharged : say.spellingChecked);
  return { heading: say.words, sentences, examples: "words" };
}

function opening(texts: Texts, settings: Settings, isWordGame: boolean): string[] {
  const say = texts.rules;
  if (isWordGame) {
    return [say.openingWords(Number(settings.opening_letters)), settings.opening_words === "more" ? say.openingWordsMore : say.openingWordsOne];
  }
  const points = Number(settings.opening_points);
  if (points === 0) return [say.openingNone];
  return [say.openingText(points), settings.opening_sets === "one" ? say.openingOneSet : say.openingAnySets, say.openingTable];
}

function time(texts: Texts, settings: Settings): string[] {
  const say = texts.rules;
  const tiles = (setting: string) => Number(settings[setting]);
  const sentences: string[] = [];
  if (settings.turn_time === "none") sentences.push(say.timeNone);
  else {
    sentences.push(say.timeText(Number(settings.turn_time)), say.timeIdle(tiles("time_up_idle")), say.timeInvalid(tiles("time_up_invalid")));
    sentences.push(settings.time_up_valid === "counts" ? say.timeValid : say.timeValidNot);
  }
  switch (settings.unrestorable) {
    case "to-pool":
      return [...sentences, say.lostToPool];
    case "draw-as-many":
      return [...sentences, say.lostDrawAsMany];
    case "draw-only-next":
      return [...sentences, say.lostDrawOnlyNext];
    default:
      return sentences;
  }
}

function ending(texts: Texts, settings: Settings, isWordGame: boolean, circles: number): string[] {
  const say = texts.rules;
  const joker = Number(settings.joker_left);
  const jokerLeft = settings.jokers === "out" ? [] : [say.jokerLeft(joker)];
  if (settings.play === "a") return [say.endA, say.scoreA, say.doubled, ...jokerLeft, say.winnerA];
  const sentences = [isWordGame ? say.scoreB : say.score, ...jokerLeft];
  switch (settings.pool_empty) {
    case "must-play":
      sentences.push(say.mustPlay, say.passesEnd(circles));
      break;
    case "end":
      sentences.push(say.poolEnds);
      break;
    case "last-turn":
      sentences.push(say.lastTurns);
      break;
    default:
      sentences.push(say.mayPass, say.passesEnd(circles));
  }
  sentences.push(say.nobodyOut);
  if (settings.unopened === "100-200" || settings.unopened === "100-200-always") {
    sentences.push(say.unopened, settings.unopened === "100-200" ? say.unopenedFaceValue : say.unopenedAlways);
    if (settings.unopened_rack === "last-turn") sentences.push(say.unopenedLastTurn);
  }
  if (Number(settings.pushed) > 0) sentences.push(say.pushed(Number(settings.pushed)));
  return sentences;
}

function match(texts: Texts, settings: Settings): string[] {
  const games = String(settings.match_games);
  const rounds = Number(settings.match_rounds);
  const { rules: say, plan } = texts;
  const length = games === "players" && rounds > 1 ? plan.saysRounds(rounds) : plan.saysMatch(games);
  return [length, settings.match_winner === "points" ? say.matchPoints : say.matchGames];
}
