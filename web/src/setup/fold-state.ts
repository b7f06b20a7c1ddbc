/** What is chosen in a folded part of the form, in a few words. */
import type { Texts } from "../texts/en";
import type { SetupTexts } from "../texts/setup";
import type { TableForm } from "./form.svelte";
import type { FoldName } from "./settings";

/** Short states in a row: only the first begins with a capital. */
export function listStates(texts: Texts, parts: readonly string[]): string {
  const lower = (part: string) => part.charAt(0).toLocaleLowerCase(texts.tag) + part.slice(1);
  return parts.map((part, index) => (index === 0 ? part : lower(part))).join(texts.tag.startsWith("zh") ? "，" : ", ");
}

export function foldState(texts: Texts, setup: SetupTexts, form: TableForm, fold: FoldName): string {
  const { settings } = form;
  const list = (parts: readonly string[]) => listStates(texts, parts);
  switch (fold) {
    case "who": {
      const seats = form.others.slice(0, form.players - 1);
      const bots = seats.filter((level) => form.bots.some((bot) => bot.level === level));
      const friends = seats.length - bots.length;
      return `${form.players} · ${list([setup.you, ...(friends > 0 ? [setup.friends(friends)] : []), ...bots.map((level) => texts.bots[level] ?? level)])}`;
    }
    case "time": {
      const time = settings.turn_time === "none" ? setup.values.turn_time.none : texts.plan.seconds(Number(settings.turn_time));
      const games = settings.match_games;
      const words: Record<string, string> = setup.values.match_games;
      const length = games === "players" ? setup.games(form.players * Number(settings.match_rounds ?? 1)) : typeof games === "number" ? setup.games(games) : (words[String(games)] ?? "");
      return list([time, length]);
    }
    case "rules": {
      if (!form.isWordGame) return list([setup.openingShort(Number(settings.opening_points)), settings.jokers === "out" ? setup.jokersOut : setup.jokersIn]);
      const theme = String(settings.theme);
      const spelling: Record<string, string> = setup.values.spelling;
      return list([theme === "none" ? setup.values.theme.none : (texts.plan.themes[theme] ?? theme), spelling[String(settings.spelling)] ?? "", setup.lettersShort(Number(settings.opening_letters))]);
    }
    case "scores": {
      const unopened: Record<string, string> = setup.values.unopened;
      const joker = settings.jokers === "out" ? [] : [setup.jokerShort(Number(settings.joker_left))];
      return list([...joker, ...(settings.unopened === undefined || settings.unopened === "rack-sum" ? [] : [unopened[String(settings.unopened)] ?? ""])]);
    }
    case "help":
      return list([form.hints ? setup.hintsOn : setup.hintsOff, setup.chatShort[form.chat]]);
  }
}
