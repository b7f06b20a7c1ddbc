/** Positions on the screen: the table as a whole, and the slots of the rack. */
import type { Grid, Spot } from "./felt";

/** The height of a tile divided by its width. */
export const ASPECT = 1.34;

export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface TableLayout {
  /** The width of a tile, zoomed. */
  readonly tile: number;
  /** The top left corner of each set, zoomed. */
  readonly sets: readonly Place[];
  /** The same in rows and tiles. */
  readonly spots: readonly Spot[];
  readonly grid: Grid;
  readonly zoom: number;
  /** Whether sets that did not change have moved, because the felt got crowded. */
  readonly tidied: boolean;
  readonly width: number;
  readonly height: number;
}

export interface RackLayout {
  readonly tile: number;
  readonly perRow: number;
  readonly rows: number;
  /** The corner of the first slot: the rows are in the middle of the rack, and their first tiles below each other. */
  readonly left: number;
  readonly top: number;
}

/** Tiles of the rack change their size only when there are more slots than one of these, not with every tile, nor with the first draws. */
const CAPACITIES = [18, 22, 26, 32, 40, 52, 66, 80, 106] as const;

function fitRack(capacity: number, width: number, height: number, maxTile: number, gap: number): RackLayout {
  let best: RackLayout = { tile: 0, perRow: capacity, rows: 1, left: 0, top: 0 };
  for (let rows = 1; rows <= 4; rows++) {
    const least = Math.ceil(capacity / rows);
    const byWidth = (width - (least - 1) * gap) / least;
    const byHeight = (height - (rows - 1) * gap) / rows / ASPECT;
    const tile = Math.max(1, Math.floor(Math.min(byWidth, byHeight, maxTile)));
    // Full rows: a wide rack has more slots than it needs now.
    const perRow = Math.max(least, Math.floor((width + gap) / (tile + gap)));
    if (tile <= best.tile) continue;
    const left = Math.max(0, (width - perRow * (tile + gap) + gap) / 2);
    const top = Math.max(0, (height - rows * (tile * ASPECT + gap) + gap) / 2);
    best = { tile, perRow, rows, left, top };
  }
  return best;
}

/** The slots of a rack, in the number of rows that makes its tiles largest. */
export function layoutRack(slots: number, width: number, height: number, maxTile: number, gap: number): RackLayout {
  for (const capacity of CAPACITIES) {
    const layout = fitRack(capacity, width, height, maxTile, gap);
    if (layout.rows * layout.perRow >= slots) return layout;
  }
  return fitRack(slots, width, height, maxTile, gap);
}

export function rackSlot(layout: RackLayout, index: number, gap: number): Place {
  const row = Math.floor(index / layout.perRow);
  return { x: layout.left + (index % layout.perRow) * (layout.tile + gap), y: layout.top + row * (layout.tile * ASPECT + gap) };
}
