/** Positions on the screen: sets and the rack in rows, as large as fits. */

/** The height of a tile divided by its width. */
export const ASPECT = 1.34;
const SET_GAP = 0.55;
const ROW_GAP = 0.34;

export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface TableLayout {
  /** The width of a tile. */
  readonly tile: number;
  /** The top left corner of each set. */
  readonly sets: readonly Place[];
  /** The height of all rows. */
  readonly height: number;
}

function rows(lengths: readonly number[], width: number, tile: number): { sets: Place[]; height: number } {
  const sets: Place[] = [];
  let x = 0;
  let y = 0;
  for (const length of lengths) {
    const wide = length * tile;
    if (x > 0 && x + wide > width) {
      x = 0;
      y += tile * (ASPECT + ROW_GAP);
    }
    sets.push({ x, y });
    x += wide + tile * SET_GAP;
  }
  return { sets, height: lengths.length === 0 ? 0 : y + tile * ASPECT };
}

/** Sets from left to right and top to bottom, with the largest tiles that fit, enlarged by `zoom`. */
export function layoutTable(
  lengths: readonly number[],
  width: number,
  height: number,
  minTile: number,
  maxTile: number,
  zoom = 1,
): TableLayout {
  const longest = Math.max(3, ...lengths);
  let tile = Math.max(minTile, Math.min(maxTile, Math.floor(width / longest)));
  while (tile > minTile && rows(lengths, width, tile).height > height) tile -= 1;
  // A long run is never cut off, even if its tiles are small.
  tile = Math.min(tile, width / longest);
  const zoomed = tile * zoom;
  const wide = zoom > 1 ? Math.max(width, zoomed * longest) : width;
  return { tile: zoomed, ...rows(lengths, wide, zoomed) };
}

export interface RackLayout {
  readonly tile: number;
  readonly perRow: number;
  readonly rows: number;
  readonly height: number;
}

/** The rack in the number of rows that makes its tiles largest. */
export function layoutRack(count: number, width: number, height: number, maxTile: number, gap: number): RackLayout {
  const shown = Math.max(count, 7);
  let best: RackLayout | null = null;
  for (let lines = 1; lines <= 4; lines++) {
    const perRow = Math.ceil(shown / lines);
    const byWidth = (width - (perRow - 1) * gap) / perRow;
    const byHeight = (height - (lines - 1) * gap) / lines / ASPECT;
    const tile = Math.floor(Math.min(byWidth, byHeight, maxTile));
    if (!best || tile > best.tile) {
      best = { tile, perRow, rows: lines, height: lines * tile * ASPECT + (lines - 1) * gap };
    }
  }
  return best as RackLayout;
}

export function rackSlot(layout: RackLayout, index: number, gap: number): Place {
  const row = Math.floor(index / layout.perRow);
  return { x: (index % layout.perRow) * (layout.tile + gap), y: row * (layout.tile * ASPECT + gap) };
}
