/** The day of a tournament in words. */
import type { WallTexts } from "../../texts/wall";
import { shortTime } from "./time";
import type { PublicView } from "./view";

/** "Wednesday 18 January 2017", as the language writes it. */
export function dateOf(date: string, language: string): string {
  const day = new Date(`${date}T12:00:00Z`);
  return Number.isNaN(day.getTime()) ? date : new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, { dateStyle: "full", timeZone: "UTC" }).format(day);
}

/** What happens when. Many rounds are named by the first and the last. */
export function timetableOf({ agenda }: Pick<PublicView, "agenda">, texts: WallTexts): [string, string][] {
  const rounds = agenda.rounds.map((time, index): [string, string] => [texts.round(index + 1), shortTime(time)]);
  const [first, last] = [rounds[0], rounds.at(-1)];
  return [
    [texts.checkIn, shortTime(agenda.check_in)],
    [texts.seating, shortTime(agenda.seating)],
    [texts.briefing, shortTime(agenda.briefing)],
    ...(rounds.length > 5 && first && last ? [first, last] : rounds),
    [texts.scores, shortTime(agenda.counting)],
    [texts.prizes, agenda.prize_giving ?? texts.toBeAnnounced],
  ];
}
