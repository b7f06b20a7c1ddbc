/** The entry of a result: what each player has left, by tiles or by sums. It knows the box, not the scores. */
import { readFace } from "../../tiles/face";
import type { Command } from "../net";

export type Ended = "out" | "pool" | "time";

export interface Rack {
  readonly number: number;
  /** Whether the sum is typed instead of the tiles tapped. */
  readonly bySum: boolean;
  /** In the order in which they were tapped. */
  readonly tiles: readonly string[];
  /** The digits typed so far. */
  readonly sum: string;
  readonly opened: boolean;
  /** Those of `tiles` that were drawn in the last turn. */
  readonly lastDrawn: readonly string[];
  /** The judge's own verdict on an unopened rack without its tiles. */
  readonly could: boolean | null;
}

export interface Entry {
  readonly ended: Ended;
  /** The player whose rack is empty; null if nobody is out. */
  readonly out: number | null;
  readonly racks: readonly Rack[];
  /** The player whose rack is being entered; null when all are, and the result is reviewed. */
  readonly current: number | null;
}

/** What the box holds, and what the rules count. */
export interface Box {
  /** How many there are of each tile, and of jokers. */
  readonly copies: number;
  readonly jokerPoints: number;
}

const MAX_SUM_DIGITS = 3;
const COLOURS = ["r", "b", "k", "y"];
export const JOKER = "*";

/** The tiles as they are tapped: each colour in two lines of seven, and the joker at the end of the second. */
export const GRID: readonly (readonly (string | null)[])[] = COLOURS.flatMap((colour) => [
  Array.from({ length: 7 }, (_, at) => `${colour}${at + 1}`),
  [...Array.from({ length: 6 }, (_, at) => `${colour}${at + 8}`), colour === "r" ? JOKER : null],
]);

export function startEntry(players: readonly number[], ended: Ended, out: number | null, bySum = false): Entry {
  const racks = players.map((number) => emptyRack(number, bySum));
  return { ended, out, racks, current: players.find((number) => number !== out) ?? null };
}

function emptyRack(number: number, bySum: boolean): Rack {
  return { number, bySum, tiles: [], sum: "", opened: true, lastDrawn: [], could: null };
}

export function rackOf(entry: Entry, number: number): Rack | null {
  return entry.racks.find((rack) => rack.number === number) ?? null;
}

function change(entry: Entry, number: number | null, changes: (rack: Rack) => Partial<Rack>): Entry {
  const racks = entry.racks.map((rack) => (rack.number === number ? { ...rack, ...changes(rack) } : rack));
  return { ...entry, racks };
}

function count(tiles: readonly string[], tile: string): number {
  return tiles.filter((other) => other === tile).length;
}

/** How many of a tile lie on racks, without one of them. */
function elsewhere(entry: Entry, tile: string, number: number | null): number {
  const others = entry.racks.filter((rack) => rack.number !== number && !rack.bySum);
  return others.reduce((sum, rack) => sum + count(rack.tiles, tile), 0);
}

/** Whether all copies of a tile lie on other racks. */
export function isGone(entry: Entry, tile: string, box: Box): boolean {
  return elsewhere(entry, tile, entry.current) >= box.copies;
}

/** How many of a tile the current rack has. */
export function held(entry: Entry, tile: string): number {
  const rack = entry.current === null ? null : rackOf(entry, entry.current);
  return rack ? count(rack.tiles, tile) : 0;
}

/** Adds a tile to the current rack, if the box has another one. */
export function tap(entry: Entry, tile: string, box: Box): Entry {
  if (held(entry, tile) + elsewhere(entry, tile, entry.current) >= box.copies) return entry;
  return change(entry, entry.current, ({ tiles }) => ({ tiles: [...tiles, tile], could: null }));
}

/** Takes a tile from the current rack. */
export function takeAway(entry: Entry, at: number): Entry {
  return change(entry, entry.current, ({ tiles, lastDrawn }) => {
    const left = tiles.filter((_, index) => index !== at);
    const kept = lastDrawn.filter((tile, index) => count(lastDrawn.slice(0, index), tile) < count(left, tile));
    return { tiles: left, lastDrawn: kept };
  });
}

/** Marks a tile of the current rack as drawn in the last turn, or no longer. */
export function markDrawn(entry: Entry, at: number): Entry {
  return change(entry, entry.current, ({ tiles, lastDrawn }) => {
    const tile = tiles[at];
    if (tile === undefined) return {};
    const index = lastDrawn.indexOf(tile);
    return { lastDrawn: index < 0 ? [...lastDrawn, tile] : lastDrawn.filter((_, other) => other !== index) };
  });
}

export function clear(entry: Entry): Entry {
  return change(entry, entry.current, ({ number, bySum, opened }) => ({ ...emptyRack(number, bySum), opened }));
}

export function setOpened(entry: Entry, opened: boolean): Entry {
  return change(entry, entry.current, ({ lastDrawn }) => ({ opened, could: null, lastDrawn: opened ? [] : lastDrawn }));
}

/** Whoever types one sum types the others as well. */
export function setBySum(entry: Entry, bySum: boolean): Entry {
  const racks = entry.racks.map((rack) => (rack.number === entry.current || !isFilled(entry, rack) ? { ...rack, bySum } : rack));
  return { ...entry, racks };
}

export function digit(entry: Entry, typed: number): Entry {
  return change(entry, entry.current, ({ sum, could, opened }) => {
    const next = `${sum === "0" ? "" : sum}${typed}`.slice(0, MAX_SUM_DIGITS);
    // A sum after a verdict takes its place.
    return could === null ? { sum: next } : { sum: String(typed), could: null, opened: entry.ended === "out" ? true : opened };
  });
}

export function eraseDigit(entry: Entry): Entry {
  return change(entry, entry.current, ({ sum, could }) => (could === null ? { sum: sum.slice(0, -1) } : { could: null, opened: true }));
}

/** The judge's own verdict on an unopened rack, in place of its sum. */
export function judgeUnopened(entry: Entry, could: boolean): Entry {
  return change(entry, entry.current, () => ({ opened: false, could, sum: "", bySum: true }));
}

/** The value of the tiles on a rack. */
export function valueOf(tiles: readonly string[], box: Box): number {
  return tiles.reduce((sum, tile) => {
    const face = readFace(tile);
    return sum + (face.kind === "number" ? face.number : box.jokerPoints);
  }, 0);
}

export function isFilled(entry: Entry, rack: Rack): boolean {
  if (rack.number === entry.out) return true;
  if (!rack.bySum) return rack.tiles.length > 0;
  return (rack.could !== null && entry.ended === "out") || Number(rack.sum) > 0;
}

export function isComplete(entry: Entry): boolean {
  return entry.racks.every((rack) => isFilled(entry, rack));
}

/** The player whose rack comes after the current one; null if the review does. */
export function following(entry: Entry): number | null {
  const at = entry.racks.findIndex(({ number }) => number === entry.current);
  const order = [...entry.racks.slice(at + 1), ...entry.racks.slice(0, at)];
  return order.find((rack) => !isFilled(entry, rack))?.number ?? null;
}

/** Goes on to the next rack, or to the review, if the current rack is filled. */
export function goOn(entry: Entry): Entry {
  const rack = entry.current === null ? null : rackOf(entry, entry.current);
  return rack && !isFilled(entry, rack) ? entry : { ...entry, current: following(entry) };
}

export function goTo(entry: Entry, number: number): Entry {
  return number === entry.out ? entry : { ...entry, current: number };
}

function writeRack(entry: Entry, rack: Rack): Record<string, unknown> {
  const { number, opened } = rack;
  if (number === entry.out) return { number, tiles: "" };
  const unopened = opened ? {} : { opened };
  if (rack.bySum) {
    const could = rack.could !== null && entry.ended === "out" ? { could: rack.could } : {};
    return { number, ...(rack.sum === "" ? {} : { sum: Number(rack.sum) }), ...unopened, ...could };
  }
  const drawn = !opened && rack.lastDrawn.length > 0 ? { last_drawn: rack.lastDrawn.join(" ") } : {};
  return { number, tiles: rack.tiles.join(" "), ...unopened, ...drawn };
}

/** Where a result belongs. */
export interface Place {
  readonly round?: number;
  readonly game?: number;
  readonly play_off?: number;
  readonly table: number;
}

export function toCommand(entry: Entry, place: Place): Command {
  return { do: "result", ...place, ended: entry.ended, racks: entry.racks.map((rack) => writeRack(entry, rack)) };
}

/**
 * The result with every rack that is not entered yet as one point, to ask for the verdict on another one. Nothing but that
 * verdict may be taken from the answer.
 */
export function toTrial(entry: Entry, place: Place): Command {
  const racks = entry.racks.map((rack) => (isFilled(entry, rack) ? writeRack(entry, rack) : { number: rack.number, sum: 1 }));
  return { do: "result", ...place, ended: entry.ended, racks };
}

/** A stored rack, as it comes from the server. */
export interface StoredRack {
  readonly number: number;
  readonly tiles?: string | undefined;
  readonly sum?: number | undefined;
  readonly opened: boolean;
  readonly verdict?: { readonly could: boolean } | undefined;
}

/** A stored result, to be corrected. */
export function fromStored(players: readonly number[], ended: Ended, racks: readonly StoredRack[]): Entry {
  const stored = players.flatMap((number) => racks.find((rack) => rack.number === number) ?? []);
  const out = ended === "out" ? stored.find(({ tiles, sum }) => tiles === "" || (tiles === undefined && sum === 0)) : undefined;
  return {
    ended,
    out: out?.number ?? null,
    racks: stored.map(({ number, tiles, sum, opened, verdict }) => ({
      ...emptyRack(number, tiles === undefined && number !== out?.number),
      tiles: tiles === undefined || tiles === "" ? [] : tiles.split(" "),
      sum: tiles === undefined && sum !== undefined ? String(sum) : "",
      opened,
      could: tiles === undefined && !opened && verdict ? verdict.could : null,
    })),
    current: null,
  };
}
