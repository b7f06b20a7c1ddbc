/** Where a tile lands when it is dropped at a point. */
import { isJoker, type Draft, type Target } from "./draft";
import { ASPECT, type RackLayout, type TableLayout } from "./layout";

/** The distance from a set, in tiles, within which a tile snaps to it. */
const SNAP_DISTANCE = 0.62;
/** Half the width of the middle part of a joker on which a dropped tile replaces it. */
const JOKER_CENTRE = 0.34;

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
    const distance = Math.max(dx, dy);
    if (distance <= SNAP_DISTANCE * tile && (!best || distance < best.distance)) best = { distance, set: index };
  });
  const near = best as { distance: number; set: number } | null;
  if (!near) return { kind: "new", at: newPlace(layout, x, y) };
  const set = draft.sets[near.set];
  const place = layout.sets[near.set];
  if (!set || !place) return { kind: "new", at: draft.sets.length };
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

/** The index of a new set, in reading order. */
function newPlace(layout: TableLayout, x: number, y: number): number {
  const tall = layout.tile * ASPECT;
  let at = 0;
  layout.sets.forEach((place, index) => {
    const above = place.y + tall < y;
    const sameRow = place.y <= y && y <= place.y + tall * 1.25;
    if (above || (sameRow && place.x < x)) at = index + 1;
  });
  return at;
}

/** On the rack, in its own coordinates. */
export function snapRack(draft: Draft, layout: RackLayout, gap: number, x: number, y: number): Target {
  const row = Math.max(0, Math.min(layout.rows - 1, Math.floor(y / (layout.tile * ASPECT + gap))));
  const column = Math.max(0, Math.min(layout.perRow, Math.round(x / (layout.tile + gap))));
  const before = draft.rack[row * layout.perRow + column];
  return { kind: "rack", before: before?.id ?? null };
}

export function sameTarget(one: Target | null, other: Target | null): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
