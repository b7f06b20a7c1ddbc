/**
 * Where sets are on the felt of this screen.
 *
 * A set stays where its player put it, and where its tiles were. The felt is a grid of rows; along a row a set may be
 * anywhere. Sets of other players get a free spot. Only if something no longer fits is the whole felt tidied: smaller tiles
 * if need be, in the order in which the sets were.
 */
import type { TableSet } from "./draft";
import { piece } from "../tiles/face";
import { ASPECT, type Place, type TableLayout } from "./layout";

/** The left end of a set: a row, and the distance from the left edge of the felt in tiles. */
export interface Spot {
  readonly row: number;
  readonly x: number;
}

/** The rows of a felt. */
export interface Grid {
  /** The width of a tile. */
  readonly tile: number;
  /** The width of the felt, in tiles. */
  readonly columns: number;
  readonly rows: number;
  /** The distance from one row to the next, in tiles. */
  readonly pitch: number;
  /** The distance from the top of the felt to the first row. */
  readonly top: number;
}

/** A felt in pixels, and the sizes that tiles may have on it. */
export interface FeltSize {
  readonly width: number;
  readonly height: number;
  readonly minTile: number;
  readonly maxTile: number;
}

/** A stretch of a row that is taken. */
export interface Taken {
  readonly row: number;
  readonly from: number;
  readonly to: number;
}

/** The spot that a hint or a lesson has shown for a set of these pieces, in this order. */
export interface Reservation {
  readonly pieces: readonly number[];
  readonly spot: Spot;
}

/** Where sets lay, by their tiles: pieces have other ids after a reload, and on one device for every player. */
export interface SavedFelt {
  readonly size: FeltSize;
  readonly grid: Grid;
  readonly sets: readonly (Spot & { readonly faces: string })[];
}

/** The tiles of a set, whatever its jokers stand for. */
const facesOf = (set: TableSet) => set.pieces.map((one) => piece(one.face)).join(" ");

const sameSize = (one: FeltSize, other: FeltSize | null) =>
  other !== null && one.width === other.width && one.height === other.height && one.minTile === other.minTile && one.maxTile === other.maxTile;

/** The space between two sets of a row, in tiles. */
export const SET_GAP = 0.55;
/** A set that grows does not move as long as this much space is left. */
export const KEEP_GAP = 0.2;
/** A set that is placed without a wish keeps this distance, so that its neighbours can grow. */
const ROOM_TO_GROW = 1;
/** The distance from one row to the next, in tiles. */
export const ROW_PITCH = ASPECT + 0.34;
/** The same on a felt that is fuller than that allows. */
export const TIGHT_PITCH = ASPECT + 0.16;
/** Tiles this much larger than the smallest are as small as they get before rows move together. */
const BEFORE_TIGHT = 1.09;
/** The width of a column in which a set of three or four is centred. */
const COLUMN = 4 + SET_GAP;
/** A step to another row counts as this many tiles sideways. */
const ROW_COST = 1.6;
/** Sets that still fit after tidying, so that the next plays need no tidying. */
const SPARE = [4, 4];
const SHRINK = 0.94;

export function spotPlace(grid: Grid, spot: Spot, zoom = 1): Place {
  return { x: spot.x * grid.tile * zoom, y: (grid.top + spot.row * grid.pitch * grid.tile) * zoom };
}

function fits(grid: Grid, taken: readonly Taken[], spot: Spot, length: number, gap: number): boolean {
  if (spot.x < -0.01 || spot.x + length > grid.columns + 0.01) return false;
  return taken.every((other) => other.row !== spot.row || spot.x >= other.to + gap - 0.01 || spot.x + length <= other.from - gap + 0.01);
}

/** The free spot that is nearest to the wanted one. */
export function nearestFree(grid: Grid, taken: readonly Taken[], length: number, wanted: Spot, gap = SET_GAP): Spot | null {
  let best: Spot | null = null;
  let least = Infinity;
  for (let row = 0; row < grid.rows; row++) {
    const others = taken.filter((other) => other.row === row);
    const ends = others.flatMap((other) => [other.from - gap - length, other.to + gap]);
    const limit = (x: number) => Math.max(0, Math.min(grid.columns - length, x));
    for (const x of [limit(wanted.x), ...ends]) {
      const cost = Math.abs(x - wanted.x) + Math.abs(row - wanted.row) * ROW_COST;
      if (cost < least && fits(grid, others, { row, x }, length, gap)) {
        best = { row, x };
        least = cost;
      }
    }
  }
  return best;
}

/**
 * The middles of the columns in which new sets are centred, from the middle of the felt outwards, as distances from it. If
 * there is room for three, one column is in the middle, so that a lone set is not at one side.
 */
function columnsOf(grid: Grid, length: number): number[] {
  const fit = Math.max(1, Math.floor(grid.columns / COLUMN));
  const count = fit > 2 && fit % 2 === 0 ? fit - 1 : fit;
  const width = Math.min(grid.columns / count, COLUMN + 2 * ROOM_TO_GROW);
  // A long set is centred between two columns.
  if (count === 2) return length > width ? [0] : [-width / 2, width / 2];
  return Array.from({ length: count }, (_, index) => (index % 2 ? -1 : 1) * Math.ceil(index / 2) * width);
}

/** A free spot for a set that nobody placed: from the middle of the felt outwards, in columns. */
export function freeSpot(grid: Grid, taken: readonly Taken[], length: number): Spot | null {
  const middle = (grid.rows - 1) / 2;
  const rows = Array.from({ length: grid.rows }, (_, row) => row).sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle) || a - b);
  const columns = columnsOf(grid, length).map((distance) => (grid.columns - length) / 2 + distance);
  for (const gap of [ROOM_TO_GROW, SET_GAP]) {
    for (const row of rows) {
      const x = columns.find((x) => fits(grid, taken, { row, x }, length, gap));
      if (x !== undefined) return { row, x };
    }
  }
  return nearestFree(grid, taken, length, { row: Math.floor(middle), x: (grid.columns - length) / 2 });
}

/** How many rows sets take, one after another. */
function rowsOf(lengths: readonly number[], columns: number): number[][] {
  const rows: number[][] = [];
  let used = Infinity;
  lengths.forEach((length, index) => {
    if (used + SET_GAP + length > columns) {
      rows.push([]);
      used = -SET_GAP;
    }
    rows.at(-1)?.push(index);
    used += SET_GAP + length;
  });
  return rows;
}

function gridOf(tile: number, pitch: number, { width, height }: FeltSize, needed: number): Grid {
  const between = (pitch - ASPECT) * tile;
  const rows = Math.max(1, needed, Math.floor((height + between) / (pitch * tile)));
  return { tile, columns: width / tile, rows, pitch, top: Math.max(0, (height - (rows * pitch * tile - between)) / 2) };
}

/** The grid with the largest tiles with which sets of these lengths fit, and a few more. */
export function gridFor(lengths: readonly number[], size: FeltSize): Grid {
  const longest = Math.max(3, ...lengths);
  const needed = (tile: number) => rowsOf([...lengths, ...SPARE], size.width / tile).length;
  const fit = (tile: number, pitch: number) => needed(tile) <= gridOf(tile, pitch, size, 0).rows && longest * tile <= size.width;
  const tight = Math.min(size.maxTile, size.minTile * BEFORE_TIGHT);
  let pitch = ROW_PITCH;
  let tile = size.maxTile;
  while (tile > tight && !fit(tile, pitch)) tile = Math.max(tight, tile * SHRINK);
  if (!fit(tile, pitch)) pitch = TIGHT_PITCH;
  while (tile > size.minTile && !fit(tile, pitch)) tile = Math.max(size.minTile, tile - 0.5);
  // A long run is never cut off, even if its tiles are small.
  tile = Math.min(tile, size.width / longest);
  // If even the smallest tiles leave no room to spare, a felt without it is better than one that must be scrolled.
  return gridOf(tile, pitch, size, rowsOf(lengths, size.width / tile).length);
}

/** The lower edge of the last row. */
const bottomOf = ({ top, rows, pitch, tile }: Grid) => top + ((rows - 1) * pitch + ASPECT) * tile;
/** Whether the rows do not fit the felt, which is scrolled then. */
const isHigher = (grid: Grid, { height }: FeltSize) => bottomOf(grid) > height + 0.5;

/** All sets in reading order, evenly spread. */
function spread(lengths: readonly number[], grid: Grid): Spot[] {
  const rows = rowsOf(lengths, grid.columns);
  const first = Math.floor((grid.rows - rows.length) / 2);
  const spots: Spot[] = [];
  rows.forEach((indices, row) => {
    const filled = indices.reduce((sum, index) => sum + (lengths[index] ?? 0), 0);
    const gap = Math.max(0, (grid.columns - filled) / (indices.length + 1));
    let x = indices.length > 1 ? Math.min(gap, (grid.columns - filled - SET_GAP * (indices.length - 1)) / 2) : gap;
    const between = indices.length > 1 ? (grid.columns - filled - 2 * x) / (indices.length - 1) : 0;
    for (const index of indices) {
      spots[index] = { row: first + row, x };
      x += (lengths[index] ?? 0) + between;
    }
  });
  return spots;
}

interface Settled {
  readonly grid: Grid;
  readonly spots: readonly Spot[];
  readonly tidied: boolean;
}

/** Remembers where tiles are, and gives every set its spot. */
export class FeltPlan {
  #size: FeltSize | null = null;
  #grid: Grid | null = null;
  #pieces = new Map<number, Spot>();
  #sets: readonly TableSet[] = [];
  /** Tables that were on the screen before, so that undo brings back the spots as well. */
  #known = new WeakMap<readonly TableSet[], Settled>();
  #wish: { piece: number; spot: Spot } | null = null;
  #reservations: readonly Reservation[] = [];
  /** Where the sets lay before this plan was made, until it has seen a set. */
  #saved: SavedFelt | null;

  constructor(saved: SavedFelt | null = null) {
    this.#saved = saved;
  }

  /** Where the sets lie, for a later plan; null if there are none. */
  get saved(): SavedFelt | null {
    if (!this.#size || !this.#grid || this.#sets.length === 0) return null;
    const sets = this.#sets.map((set) => ({ faces: facesOf(set), ...(this.#pieces.get(set.pieces[0]?.id ?? -1) ?? { row: 0, x: 0 }) }));
    return { size: this.#size, grid: this.#grid, sets };
  }

  /** Says where the set with this piece is to be when the table changes next. */
  wish(piece: number, spot: Spot) {
    this.#wish = { piece, spot };
  }

  /** A new set of these pieces, or one that is begun with pieces of the rack, will be where its place was shown. */
  reserve(reservations: readonly Reservation[]) {
    this.#reservations = reservations;
  }

  layout(sets: readonly TableSet[], size: FeltSize, zoom: number): TableLayout {
    const { grid, spots, tidied } = this.#settle(sets, size);
    const tile = grid.tile * zoom;
    return {
      tile,
      sets: spots.map((spot) => spotPlace(grid, spot, zoom)),
      spots,
      grid,
      zoom,
      tidied,
      width: size.width * zoom,
      height: Math.max(size.height, bottomOf(grid)) * zoom,
    };
  }

  #settle(sets: readonly TableSet[], size: FeltSize): Settled {
    const wish = this.#wish;
    this.#wish = null;
    const resized = !sameSize(size, this.#size);
    this.#size = size;
    if (resized) this.#resize(sets, size);
    if (sets.length > 0) this.#restore(sets, size);
    const known = this.#known.get(sets);
    let settled: Settled | null = known && known.grid === this.#grid ? known : null;
    if (!settled && this.#grid && sets.length > 0) settled = this.#arrange(sets, this.#grid, wish);
    // A felt that had to be scrolled is tidied as soon as everything fits again.
    if (settled && isHigher(settled.grid, size) && !isHigher(gridFor(sets.map((set) => set.pieces.length), size), size)) settled = null;
    settled ??= this.#tidy(sets, size);
    this.#grid = settled.grid;
    this.#known.set(sets, settled);
    this.#sets = sets;
    this.#pieces = new Map(
      sets.flatMap((set, index) => {
        const { row, x } = settled.spots[index] ?? { row: 0, x: 0 };
        return set.pieces.map((piece, at) => [piece.id, { row, x: x + at }] as const);
      }),
    );
    return settled;
  }

  /** Takes over the spots that the sets had on a felt of this size. */
  #restore(sets: readonly TableSet[], size: FeltSize) {
    const saved = this.#saved;
    if (!saved) return;
    // The size of a felt is known bit by bit; but what has changed since lies where it was put.
    if (this.#sets.length > 0 && this.#sets !== sets) this.#saved = null;
    if (!this.#saved || !sameSize(size, saved.size)) return;
    this.#saved = null;
    const left = [...saved.sets];
    for (const set of sets) {
      const index = left.findIndex((one) => one.faces === facesOf(set));
      if (index < 0) continue;
      const [{ row, x } = { row: 0, x: 0 }] = left.splice(index, 1);
      set.pieces.forEach((one, at) => this.#pieces.set(one.id, { row, x: x + at }));
    }
    // As small as tiles had become, they stay while the sets are those that lay there.
    if (left.length < saved.sets.length) this.#grid = saved.grid;
  }

  /** Moves what is on the felt along with its middle; what no longer fits is tidied. */
  #resize(sets: readonly TableSet[], size: FeltSize) {
    const old = this.#grid;
    const grid = gridFor(sets.map((set) => set.pieces.length), size);
    this.#grid = old && Math.abs(old.tile - grid.tile) < 0.01 && old.pitch === grid.pitch ? grid : null;
    if (!old || !this.#grid) return;
    const down = Math.floor((grid.rows - old.rows) / 2);
    const right = (grid.columns - old.columns) / 2;
    this.#pieces = new Map([...this.#pieces].map(([id, spot]) => [id, { row: spot.row + down, x: spot.x + right }]));
  }

  #reserved(set: TableSet): Spot | null {
    for (const { pieces, spot } of this.#reservations) {
      if (!set.pieces.every((piece) => pieces.includes(piece.id))) continue;
      if (set.pieces.length === pieces.length) return spot;
      const fromRack = set.pieces.every((piece) => !this.#pieces.has(piece.id));
      if (fromRack) return { row: spot.row, x: spot.x + pieces.indexOf(set.pieces[0]?.id ?? -1) };
    }
    return null;
  }

  /** The spot of a set where most of its tiles stay where they are; if its tiles only change their order, its own. */
  #where(set: TableSet): Spot | null {
    const old = this.#sets.find((other) => other.id === set.id);
    const own = (old && this.#pieces.get(old.pieces[0]?.id ?? -1)) ?? null;
    const members = new Set(set.pieces.map((piece) => piece.id));
    if (own && old?.pieces.length === members.size && old.pieces.every((piece) => members.has(piece.id))) return own;
    const votes = new Map<string, { spot: Spot; count: number }>();
    let known = 0;
    set.pieces.forEach((piece, at) => {
      const place = this.#pieces.get(piece.id);
      if (!place) return;
      known += 1;
      const spot = { row: place.row, x: place.x - at };
      const key = `${spot.row} ${spot.x.toFixed(2)}`;
      votes.set(key, { spot, count: (votes.get(key)?.count ?? 0) + 1 });
    });
    const [most] = [...votes.values()].sort((a, b) => b.count - a.count);
    if (most && most.count * 2 > known) return most.spot;
    return own ?? most?.spot ?? null;
  }

  #arrange(sets: readonly TableSet[], grid: Grid, wish: { piece: number; spot: Spot } | null): Settled | null {
    const before = new Map(this.#sets.map((set) => [set.id, set.pieces.map((piece) => piece.id).join()]));
    const wanted = sets.map((set, index) => {
      const wished = wish !== null && set.pieces.some((piece) => piece.id === wish.piece);
      const same = before.get(set.id) === set.pieces.map((piece) => piece.id).join();
      const spot = wished ? wish.spot : same ? this.#where(set) : (this.#reserved(set) ?? this.#where(set));
      // Sets that have not changed keep their spots; then come those that the player put somewhere.
      const order = wished ? 1 : same ? 0 : spot ? 2 : 3;
      return { index, spot, order, length: set.pieces.length };
    });
    wanted.sort((a, b) => a.order - b.order || a.index - b.index);
    const taken: Taken[] = [];
    const spots: Spot[] = [];
    for (const { index, spot, length } of wanted) {
      const stays = spot && spot.row >= 0 && spot.row < grid.rows && fits(grid, taken, spot, length, KEEP_GAP);
      const found = stays ? spot : spot ? nearestFree(grid, taken, length, spot) : freeSpot(grid, taken, length);
      if (!found) return null;
      spots[index] = found;
      taken.push({ row: found.row, from: found.x, to: found.x + length });
    }
    return { grid, spots, tidied: false };
  }

  #tidy(sets: readonly TableSet[], size: FeltSize): Settled {
    const grid = gridFor(sets.map((set) => set.pieces.length), size);
    const order = sets.map((set, index) => ({ index, length: set.pieces.length, spot: this.#where(set) }));
    // New sets come last.
    const row = (spot: Spot | null) => spot?.row ?? Infinity;
    order.sort((a, b) => (row(a.spot) === row(b.spot) ? (a.spot?.x ?? 0) - (b.spot?.x ?? 0) : row(a.spot) - row(b.spot)) || a.index - b.index);
    const spots: Spot[] = [];
    spread(order.map(({ length }) => length), grid).forEach((spot, at) => (spots[order[at]?.index ?? 0] = spot));
    return { grid, spots, tidied: this.#sets.length > 0 };
  }
}
