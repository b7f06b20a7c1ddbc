/** What each player did last, shown at the seat until that player's next turn. */
import { isPenalty, seatOf, type NewsItem } from "./news";

export type Notes = ReadonlyMap<number, NewsItem>;

/** Less than a turn: what came before it matters more. */
const PASSING: ReadonlySet<NewsItem["kind"]> = new Set<NewsItem["kind"]>(["begins", "away", "returned", "sat", "rose", "stood", "rackPushed", "satOut", "challengeWon"]);

/** The notes after some news; `next` is the seat on turn after them. */
export function note(notes: Notes, items: readonly NewsItem[], next: number | null): Notes {
  const after = new Map(notes);
  for (const item of items) {
    const seat = seatOf(item);
    if (seat !== null && !PASSING.has(item.kind)) after.set(seat, merge(after.get(seat), item, items));
  }
  if (next !== null) after.delete(next);
  return after;
}

/** Of several things in one turn, a penalty is what the player has to know. */
function merge(before: NewsItem | undefined, item: NewsItem, together: readonly NewsItem[]): NewsItem {
  return before && together.includes(before) && isPenalty(before) && !isPenalty(item) ? before : item;
}

/** What a seat shows: tiles gained or laid, a pass as a dash. Null if the seat shows nothing. */
export function badgeOf(item: NewsItem): { text: string; bad: boolean } | null {
  switch (item.kind) {
    case "drew":
    case "timeUp":
    case "penalty":
    case "fined":
      return { text: `+${item.count}`, bad: item.kind !== "drew" };
    case "played":
    case "playedAtTimeUp":
      return { text: `−${item.count}`, bad: false };
    case "passed":
      return { text: "—", bad: false };
    case "passedAtTimeUp":
    case "lostTiles":
    case "takenBack":
    case "challengeFailed":
      return { text: "!", bad: true };
    default:
      return null;
  }
}

/** Penalties that stand, apart from what is being told anyway. */
export function standingPenalties(notes: Notes, told: NewsItem | undefined): NewsItem[] {
  return [...notes.values()].filter((item) => isPenalty(item) && !(told && item.kind === told.kind && seatOf(item) === seatOf(told)));
}
