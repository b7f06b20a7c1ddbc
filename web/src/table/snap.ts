/** Where a tile lands when it is dropped at a point. */
import { isJoker, rackSlots, type Draft, type Target } from "./draft";
import { nearestFree } from "./felt";
import { ASPECT, type RackLayout, type TableLayout } from "./layout";

/** The distance from a set, in tiles, within which a tile snaps to it. */
const SNAP_DISTANCE = 0.62;
/** Half the width of the middle part of a joker on which a dropped tile replaces it. */
const JOKER_CENTRE = 0.34;
/** New sets snap to halves of a tile, so that the mark of where they would land does not change with every pixel. */
const STEP = 0.5;

/** On the table, in its own coordinates; the point is the centre of the first dragged tile. */
export function snapTable(
  draft: Draft,
  layout: TableLayout,
  held: ReadonlySet<number>,
  x: number,
  y: number,
): Target {
  const { tile } = layout;
  const tall = tile * ASPECT;
  let best: { distance: number; set: number } | null = null;
  draft.sets.forEach((set, index) => {
    const place = layout.sets[index];
    if (!place || set.pieces.every((piece) => held.has(piece.id))) return;
    const right = place.x + set.pieces.length * tile;
    const dx = Math.max(place.x - x, 0, x - right);
    const dy = Math.max(place.y - y, 0, y - (place.y + tall));
    // Not beyond the middle between two rows.
    if (dx > SNAP_DISTANCE * tile || dy > ((layout.grid.pitch - ASPECT) / 2) * tile) return;
    const distance = Math.max(dx, dy);
    if (!best || distance < best.distance) best = { distance, set: index };
  });
  const near = best as { distance: number; set: number } | null;
  const set = near && draft.sets[near.set];
  const place = near && layout.sets[near.set];
  if (!set || !place) return newSet(draft, layout, held, x, y);
  return snapSet(set.pieces, (x - place.x) / tile, held);
}

function snapSet(pieces: Draft["sets"][number]["pieces"], along: number, held: ReadonlySet<number>): Target {
  const over = pieces[Math.floor(along)];
  if (over && isJoker(over) && !held.has(over.id) && Math.abs(along - Math.floor(along) - 0.5) < JOKER_CENTRE) {
    return { kind: "replace", piece: over.id };
  }
  const gap = Math.max(0, Math.min(pieces.length, Math.round(along)));
  const before = pieces.slice(0, gap).findLast((piece) => !held.has(piece.id));
  if (before) return { kind: "beside", piece: before.id, side: "after" };
  const after = pieces.find((piece) => !held.has(piece.id));
  return after ? { kind: "beside", piece: after.id, side: "before" } : { kind: "new", at: 0 };
}

/** A set of its own, at the free spot nearest to the point. */
function newSet(draft: Draft, layout: TableLayout, held: ReadonlySet<number>, x: number, y: number): Target {
  const { grid, zoom, spots } = layout;
  const tile = grid.tile;
  const row = Math.round((y / zoom - grid.top - (tile * ASPECT) / 2) / (tile * grid.pitch));
  const column = Math.round((x / zoom / tile - 0.5) / STEP) * STEP;
  const wanted = { row: Math.max(0, Math.min(grid.rows - 1, row)), x: column };
  const taken = draft.sets.flatMap((set, index) => {
    const spot = spots[index];
    const rest = spot && set.pieces.some((piece) => !held.has(piece.id));
    return rest ? [{ row: spot.row, from: spot.x, to: spot.x + set.pieces.length }] : [];
  });
  const spot = nearestFree(grid, taken, held.size, wanted);
  return { kind: "new", at: draft.sets.length, ...(spot ? { spot } : {}) };
}

/** On the rack, in its own coordinates. */
export function snapRack(draft: Draft, layout: RackLayout, gap: number, x: number, y: number): Target {
  const row = Math.max(0, Math.min(layout.rows - 1, Math.floor((y - layout.top) / (layout.tile * ASPECT + gap))));
  const along = (x - layout.left) / (layout.tile + gap);
  const slots = rackSlots(draft);
  const at = (column: number) => slots[row * layout.perRow + Math.max(0, Math.min(layout.perRow, column))];
  // An empty slot is meant as a whole; between tiles the nearer gap counts.
  const over = at(Math.floor(along));
  if (over !== undefined && !draft.rack.some((piece) => piece.id === over)) return { kind: "rack", before: over };
  return { kind: "rack", before: at(Math.round(along)) ?? null };
}

export function sameTarget(one: Target | null, other: Target | null): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
