/** A summary of a table's plan in the player's language. The values come from the server. */
import type { Settings } from "../wire";
import type { Texts } from "../texts/en";
import { joinSentences } from "../texts/phrasing";

export interface PlanTerms {
  game: string;
  players: number;
  settings: Settings;
  hints: boolean;
}

export function describePlan(texts: Texts, plan: PlanTerms): string {
  const { settings } = plan;
  const say = texts.plan;
  const time = settings.turn_time === "none" ? null : Number(settings.turn_time);
  const sentences = [say.saysPlayers(plan.players), say.saysTime(time)];
  if (plan.game === "words") {
    sentences.push(say.saysOpeningLetters(Number(settings.opening_letters)));
    const theme = String(settings.theme ?? "none");
    if (theme !== "none") sentences.push(texts.rules.theme(say.themes[theme] ?? theme));
  } else sentences.push(say.saysOpening(Number(settings.opening_points)));
  sentences.push(settings.jokers === "out" ? texts.rules.jokersOut : say.saysJoker(Number(settings.joker_left)));
  if (settings.joker_moves === "another-set") sentences.push(say.saysJokerAnotherSet);
  const rounds = Number(settings.match_rounds ?? 1);
  sentences.push(settings.match_games === "players" && rounds > 1 ? say.saysRounds(rounds) : say.saysMatch(String(settings.match_games)));
  sentences.push(say.saysHints(plan.hints));
  return joinSentences(texts, sentences);
}
