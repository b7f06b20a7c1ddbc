/** News about the table, independent of the language. */
import { readFace, readTiles } from "../tiles/face";
import type { DrawReason, SeenEvent, SeenTableEvent } from "../wire";
import type { Texts } from "../texts/en";
import { describeWinners } from "./winners";

export type NewsItem =
  /** An opening is worth points, or, in the word game, letters. */
  | { kind: "opened" | "openedWord"; seat: number; count: number }
  | { kind: "played" | "playedAtTimeUp" | "drew" | "timeUp" | "penalty" | "fined" | "lostTiles"; seat: number; count: number }
  | { kind: "passed" | "passedAtTimeUp" | "begins" | "away" | "returned" | "sat" | "rose"; seat: number }
  | { kind: "newDeal" | "challengeFailed" | "takenBack" | "stood" | "rackPushed" | "satOut"; seat: number }
  | { kind: "ended"; winners: number[] }
  | { kind: "misspelt"; words: string }
  /** A challenge was right: these words of the play are not allowed. */
  | { kind: "challengeWon"; seat: number; words: string }
  | { kind: "judge"; name: string }
  | { kind: "resumed" | "lastCircle" };
export type News = NewsItem & { id: number };

export function newsOf(event: SeenTableEvent): NewsItem | null {
  switch (event.table) {
    case "sat":
      return { kind: "sat", seat: event.seat };
    case "rose":
      return { kind: "rose", seat: event.seat };
    case "away":
      return { kind: "away", seat: event.seat };
    case "back":
      return { kind: "returned", seat: event.seat };
    case "resumed":
      return { kind: "resumed" };
    case "judge-appointed":
      return { kind: "judge", name: event.name };
    case "rack-pushed":
      return { kind: "rackPushed", seat: event.seat };
    case "deal-aborted":
      return event.missing[0] === undefined ? null : { kind: "satOut", seat: event.missing[0] };
    // Their effect is visible on the screen.
    case "deal-announced":
    case "entropy-committed":
    case "commitments-closed":
    case "entropy-revealed":
    case "renamed":
    case "match-begun":
    case "game-begun":
    case "revealed":
    case "paused":
    case "unpaused":
    case "closed":
      return null;
    case "game":
      return newsOfGame(event.event);
  }
}

/** What is told of a draw; filling up the rack goes without saying. */
const DRAWS: Record<DrawReason, "drew" | "timeUp" | "penalty" | "fined" | null> = {
  choice: "drew", "time-up": "timeUp", penalty: "penalty", misspelt: "fined", "failed-challenge": "fined", fill: null,
};

function newsOfGame(game: SeenEvent): NewsItem | null {
  switch (game.event) {
    case "played":
      if (game.opening !== undefined && game.opening > 0) return { kind: readTiles(game.placed).some((face) => readFace(face).kind === "letter") ? "openedWord" : "opened", seat: game.seat, count: game.opening };
      return { kind: game.time_up ? "playedAtTimeUp" : "played", seat: game.seat, count: readTiles(game.placed).length };
    case "drew": {
      const kind = DRAWS[game.why];
      return kind && { kind, seat: game.seat, count: game.tiles.count };
    }
    case "passed":
      return { kind: game.why === "time-up" ? "passedAtTimeUp" : "passed", seat: game.seat };
    case "dealt":
      return { kind: "begins", seat: game.starter };
    case "ended":
      return { kind: "ended", winners: game.winners };
    case "refused":
      return { kind: "misspelt", words: game.misspelt.join(", ") };
    case "challenged":
      return game.misspelt.length > 0 ? { kind: "challengeWon", seat: game.by, words: game.misspelt.join(", ") } : { kind: "challengeFailed", seat: game.by };
    case "new-deal":
      return { kind: "newDeal", seat: game.seat };
    case "returned":
      return { kind: "lostTiles", seat: game.seat, count: readTiles(game.tiles).length };
    case "taken-back":
      return { kind: "takenBack", seat: game.seat };
    case "stood":
      return { kind: "stood", seat: game.seat };
    // The deal names who begins, and what comes of a challenge is news of its own.
    case "lot":
    case "accepted":
      return null;
  }
}

/** The player whom the news is about. */
export function seatOf(item: NewsItem): number | null {
  return "seat" in item ? item.seat : null;
}

/** What costs a player tiles or the turn; it is said until their next turn. */
const PENALTIES: ReadonlySet<NewsItem["kind"]> = new Set<NewsItem["kind"]>([
  "timeUp", "penalty", "fined", "passedAtTimeUp", "lostTiles", "takenBack", "challengeFailed",
]);
export const isPenalty = (item: NewsItem): boolean => PENALTIES.has(item.kind);

/** What comes of a challenge, and which of it has to be said: who was right, and whom it cost a tile. */
const AFTER_CHALLENGE: ReadonlySet<NewsItem["kind"]> = new Set<NewsItem["kind"]>(["takenBack", "fined", "stood"]);
/** The verdict of a challenge, as long as nothing has happened since. */
export function verdictOf(news: readonly NewsItem[]): NewsItem[] {
  const start = news.findLastIndex((item) => !AFTER_CHALLENGE.has(item.kind));
  const challenge = news[start];
  if (challenge?.kind !== "challengeWon" && challenge?.kind !== "challengeFailed") return [];
  return [challenge, ...news.slice(start).filter((item) => item.kind === "fined")];
}

/** News as a sentence. What the reader's own seat did is told in the second person. */
export function describeNews(texts: Texts, news: NewsItem, name: (seat: number) => string, own: number | null): string {
  const say = texts.news;
  switch (news.kind) {
    case "played":
    case "playedAtTimeUp":
    case "drew":
    case "opened":
    case "openedWord":
    case "timeUp":
    case "penalty":
    case "fined":
    case "lostTiles":
      return news.seat === own ? say.you[news.kind](news.count) : say[news.kind](name(news.seat), news.count);
    case "ended":
      return describeWinners(texts, say.ended, news.winners, name, own);
    case "misspelt":
      return say.misspelt(news.words);
    case "challengeWon":
      return news.seat === own ? say.you.challengeWon(news.words) : say.challengeWon(name(news.seat), news.words);
    case "judge":
      return say.judge(news.name);
    case "resumed":
      return say.resumed;
    case "lastCircle":
      return texts.table.lastCircle;
    default:
      return news.seat === own ? say.you[news.kind] : say[news.kind](name(news.seat));
  }
}
