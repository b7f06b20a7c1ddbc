/** A summary of a table's plan in the player's language. The values come from the server. */
import type { Settings } from "../wire";
import type { Texts } from "../texts/en";

export interface PlanTerms {
  game: string;
  players: number;
  settings: Settings;
  hints: boolean;
}

export function describePlan(texts: Texts, plan: PlanTerms): string {
  const { settings } = plan;
  const time = settings.turn_time === "none" ? null : Number(settings.turn_time);
  const sentences = [texts.plan.saysPlayers(plan.players), texts.plan.saysTime(time)];
  if (plan.game === "words") sentences.push(texts.plan.saysOpeningLetters(Number(settings.opening_letters)));
  else sentences.push(texts.plan.saysOpening(Number(settings.opening_points)));
  sentences.push(texts.plan.saysJoker(Number(settings.joker_left)));
  if (settings.joker_moves === "another-set") sentences.push(texts.plan.saysJokerAnotherSet);
  sentences.push(texts.plan.saysMatch(String(settings.match_games)), texts.plan.saysHints(plan.hints));
  return sentences.join(" ");
}
