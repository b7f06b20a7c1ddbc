/** What happened, in a form that every language can say. */
import { readTiles } from "../tiles/face";
import type { SeenEvent, SeenTableEvent } from "../wire";
import type { Words } from "../words/en";

export type Told =
  | { kind: "played" | "opened" | "drew" | "timeUp" | "lostTiles"; seat: number; count: number }
  | { kind: "passed" | "begins" | "away" | "returned" | "sat" | "rose"; seat: number }
  | { kind: "newDeal" | "challengeFailed" | "takenBack" | "stood"; seat: number }
  | { kind: "ended"; seat: number }
  | { kind: "misspelt"; words: string }
  | { kind: "resumed" | "lastCircle" };
export type News = Told & { id: number };

export function newsOf(event: SeenTableEvent): Told | null {
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
    // What these change is shown as it is.
    case "committed":
    case "mixed":
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

function newsOfGame(game: SeenEvent): Told | null {
  switch (game.event) {
    case "played":
      return game.opening !== undefined && game.opening > 0
        ? { kind: "opened", seat: game.seat, count: game.opening }
        : { kind: "played", seat: game.seat, count: readTiles(game.placed).length };
    case "drew":
      if (game.why === "fill") return null;
      return { kind: game.why === "time-up" || game.why === "penalty" ? "timeUp" : "drew", seat: game.seat, count: game.tiles.count };
    case "passed":
      return { kind: "passed", seat: game.seat };
    case "dealt":
      return { kind: "begins", seat: game.starter };
    case "ended":
      return { kind: "ended", seat: game.winners[0] ?? 0 };
    case "refused":
      return { kind: "misspelt", words: game.misspelt.join(", ") };
    case "challenged":
      return game.misspelt.length > 0 ? { kind: "misspelt", words: game.misspelt.join(", ") } : { kind: "challengeFailed", seat: game.by };
    case "new-deal":
      return { kind: "newDeal", seat: game.seat };
    case "returned":
      return { kind: "lostTiles", seat: game.seat, count: readTiles(game.tiles).length };
    case "taken-back":
      return { kind: "takenBack", seat: game.seat };
    case "stood":
      return { kind: "stood", seat: game.seat };
    // The deal says who begins, and the play stands or falls when everybody has accepted it or somebody has not.
    case "lot":
    case "accepted":
      return null;
  }
}

export function sayNews(words: Words, news: Told, name: (seat: number) => string, own: number | null): string {
  const say = words.news;
  switch (news.kind) {
    case "played":
      return news.seat === own ? say.youPlayed(news.count) : say.played(name(news.seat), news.count);
    case "drew":
      return news.seat === own ? say.youDrew(news.count) : say.drew(name(news.seat), news.count);
    case "opened":
    case "timeUp":
    case "lostTiles":
      return say[news.kind](name(news.seat), news.count);
    case "ended":
      return news.seat === own ? say.endedYou : say.ended(name(news.seat));
    case "misspelt":
      return say.misspelt(news.words);
    case "resumed":
      return say.resumed;
    case "lastCircle":
      return words.table.lastCircle;
    default:
      return say[news.kind](name(news.seat));
  }
}
