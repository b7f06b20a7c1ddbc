/** What is agreed about a table, in words. The values are the server's; here they are only said. */
import type { Settings } from "../wire";
import type { Words } from "../words/en";

export interface Agreed {
  game: string;
  players: number;
  settings: Settings;
  hints: boolean;
}

export function sayPlan(words: Words, plan: Agreed): string {
  const { settings } = plan;
  const time = settings.turn_time === "none" ? null : Number(settings.turn_time);
  const said = [words.plan.saysPlayers(plan.players), words.plan.saysTime(time)];
  if (plan.game === "words") said.push(words.plan.saysOpeningLetters(Number(settings.opening_letters)));
  else said.push(words.plan.saysOpening(Number(settings.opening_points)));
  said.push(words.plan.saysJoker(Number(settings.joker_left)));
  if (settings.joker_moves === "another-set") said.push(words.plan.saysJokerAnotherSet);
  said.push(words.plan.saysMatch(String(settings.match_games)), words.plan.saysHints(plan.hints));
  return said.join(" ");
}
