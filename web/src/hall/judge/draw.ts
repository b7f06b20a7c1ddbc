/**
 * A draw: for who begins, or for who moves on. Tiles are entered by their number alone, as only that counts. The server
 * decides; what is written here lets a table go on without it.
 */

/** A number from 1 to 13, or a joker. */
export type Drawn = number | "*";

export interface Draw {
  /** The players whose tiles are entered now. */
  readonly players: readonly number[];
  /** How many of them are chosen. */
  readonly places: number;
  readonly drawn: Readonly<Record<number, Drawn>>;
  /** The first tiles of everybody, to show beside the names. */
  readonly earlier: Readonly<Record<number, Drawn>>;
  /** Those who are chosen already. */
  readonly chosen: readonly number[];
}

export const NUMBERS: readonly number[] = Array.from({ length: 13 }, (_, at) => at + 1);
const COLOURS = ["r", "b", "k", "y"];

export function startDraw(players: readonly number[], places = 1): Draw {
  return { players, places, drawn: {}, earlier: {}, chosen: [] };
}

/** The player whose tile is entered next. */
export function drawer(draw: Draw): number | null {
  return draw.players.find((player) => draw.drawn[player] === undefined) ?? null;
}

export function enter(draw: Draw, player: number, tile: Drawn): Draw {
  return draw.players.includes(player) ? { ...draw, drawn: { ...draw.drawn, [player]: tile } } : draw;
}

export function takeBack(draw: Draw, player: number): Draw {
  return { ...draw, drawn: Object.fromEntries(Object.entries(draw.drawn).filter(([other]) => Number(other) !== player)) };
}

/** The tiles for the server: the copies of a number in different colours, because the box has two of each. */
export function toTiles(draw: Draw): Record<string, string> {
  const used = new Map<Drawn, number>();
  const tiles: Record<string, string> = {};
  for (const player of draw.players) {
    const tile = draw.drawn[player];
    if (tile === undefined) continue;
    const before = used.get(tile) ?? 0;
    used.set(tile, before + 1);
    tiles[player] = tile === "*" ? "*" : `${COLOURS[before % COLOURS.length] ?? "r"}${tile}`;
  }
  return tiles;
}

export type Outcome =
  | { readonly kind: "open" }
  /** All of them are chosen. */
  | { readonly kind: "decided"; readonly chosen: readonly number[] }
  | { readonly kind: "again"; readonly draw: Draw };

/** C02, B06: the larger number wins, a joker and equal numbers across the cut draw again. */
export function outcome(draw: Draw): Outcome {
  if (drawer(draw) !== null) return { kind: "open" };
  const earlier = { ...draw.earlier, ...draw.drawn };
  const jokers = draw.players.filter((player) => draw.drawn[player] === "*");
  if (jokers.length > 0) {
    const kept = Object.fromEntries(draw.players.flatMap((player) => (draw.drawn[player] === "*" ? [] : [[player, draw.drawn[player]]])));
    return { kind: "again", draw: { ...draw, drawn: kept as Record<number, Drawn>, earlier } };
  }
  const value = (player: number) => Number(draw.drawn[player]);
  const last = [...draw.players].sort((one, other) => value(other) - value(one))[draw.places - 1];
  if (last === undefined) return { kind: "decided", chosen: draw.chosen };
  const sure = draw.players.filter((player) => value(player) > value(last));
  const tied = draw.players.filter((player) => value(player) === value(last));
  const places = draw.places - sure.length;
  const chosen = [...draw.chosen, ...sure];
  if (tied.length === places) return { kind: "decided", chosen: [...chosen, ...tied] };
  return { kind: "again", draw: { players: tied, places, drawn: {}, earlier, chosen } };
}

/** The seats clockwise from the starter on (C03). */
export function orderFrom(seats: readonly number[], starter: number): number[] {
  const at = Math.max(0, seats.indexOf(starter));
  return [...seats.slice(at), ...seats.slice(0, at)];
}
