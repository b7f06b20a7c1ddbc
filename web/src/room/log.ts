/** The log of a game: one line for each thing that happened, in the order in which it was shown. */
import { piece, readTiles } from "../tiles/face";
import type { SeenTableEvent } from "../wire";
import { newsOf, seatOf, type NewsItem } from "./news";

/** What is told of one event. */
export interface Told {
  readonly item: NewsItem;
  /** The round: the number of turns that the player has had, this one included. Null if it belongs to no turn. */
  readonly round: number | null;
  /** The tiles that were laid, or drawn by the reader, or shown. */
  readonly tiles: readonly string[];
  /** The only seat that may see the tiles; null: everybody. */
  readonly tilesFor: number | null;
}

export interface LogLine extends Told {
  readonly id: number;
}

export interface GameLog {
  /** The number of the game at this table; null until the server has told it. */
  readonly game: number | null;
  /** Whether earlier lines are missing, because the page was not there. */
  readonly partial: boolean;
  /** The turns that all players had had when the page last heard of the game, to notice later what is missing. */
  readonly turns: number;
  readonly lines: readonly LogLine[];
}

export const EMPTY_LOG: GameLog = { game: null, partial: false, turns: 0, lines: [] };

/** `turns`: the number of turns that each seat has had after the event. */
export function tellOf(event: SeenTableEvent, turns: readonly number[]): Told | null {
  const item = newsOf(event);
  if (!item) return null;
  const seat = seatOf(item);
  const deals = event.table === "game" && (event.event.event === "dealt" || event.event.event === "new-deal");
  const inTurn = event.table === "game" && seat !== null;
  // A deal is where the first round begins.
  return { item, round: deals ? 1 : inTurn ? Math.max(1, turns[seat] ?? 1) : null, ...shownTiles(event) };
}

function shownTiles(event: SeenTableEvent): Pick<Told, "tiles" | "tilesFor"> {
  if (event.table !== "game") return { tiles: [], tilesFor: null };
  switch (event.event.event) {
    case "played":
      return { tiles: inOrderOfSets(readTiles(event.event.placed), event.event.table), tilesFor: null };
    case "drew":
      return { tiles: readTiles(event.event.tiles.tiles ?? ""), tilesFor: event.event.seat };
    case "new-deal":
      return { tiles: readTiles(event.event.pairs), tilesFor: null };
    case "returned":
      return { tiles: readTiles(event.event.tiles), tilesFor: null };
    default:
      return { tiles: [], tilesFor: null };
  }
}

/** Laid tiles as they stand in new sets, so that a word can be read; those added to other sets come last. */
function inOrderOfSets(placed: readonly string[], table: readonly string[]): string[] {
  const left = [...placed];
  const take = (tiles: readonly string[], from: string[]) =>
    tiles.every((tile) => {
      const index = from.indexOf(piece(tile));
      if (index >= 0) from.splice(index, 1);
      return index >= 0;
    });
  const ordered: string[] = [];
  // New sets stand at the end of the table; an older one of the same tiles must not take their place.
  for (const set of [...table].reverse()) {
    const tiles = readTiles(set);
    if (tiles.length === 0 || !take(tiles, [...left])) continue;
    take(tiles, left);
    ordered.unshift(...tiles);
  }
  return [...ordered, ...left];
}

export function append(log: GameLog, told: readonly Told[]): GameLog {
  const last = log.lines.at(-1)?.id ?? 0;
  const lines = told.map((one, index) => ({ id: last + 1 + index, ...one }));
  return { ...log, lines: [...log.lines, ...lines] };
}

/**
 * The log once the server has told which game is on and how many turns all players have had. `connected`: the page was
 * not connected before, so turns may be missing.
 */
export function adopt(log: GameLog, game: number, turns: number, connected: boolean): GameLog {
  if (log.game !== null && log.game !== game) return { ...EMPTY_LOG, game, partial: turns > 0, turns };
  // Lines from before the first view of a new game are about that game.
  return { ...log, game, turns, partial: log.partial || (connected && turns !== log.turns) };
}

export interface Round {
  readonly round: number | null;
  readonly lines: readonly LogLine[];
}

/** The lines by round; what belongs to no turn stays where it happened. A group keeps its heading, because one that came later would move it. */
export function byRound(lines: readonly LogLine[]): Round[] {
  const rounds: { round: number | null; lines: LogLine[] }[] = [];
  for (const line of lines) {
    const last = rounds.at(-1);
    if (last && (line.round === null || line.round === last.round)) last.lines.push(line);
    else rounds.push({ round: line.round, lines: [line] });
  }
  return rounds;
}
