/** Where the empty places of a hint or a lesson are drawn on the felt. */
import type { Draft } from "./draft";
import { freeSpot, KEEP_GAP, nearestFree, spotPlace, type Reservation, type Taken } from "./felt";
import type { Landing } from "./guide";
import type { TableLayout } from "./layout";

export interface DrawnPlace {
  readonly x: number;
  readonly y: number;
  readonly faces: readonly string[];
  /** A bar between two tiles, where there is no room for a tile. */
  readonly bar: boolean;
  /** The place of a whole set. */
  readonly reservation?: Reservation;
}

/** Places beside sets first: as when the play is laid, a new set gets what is left. */
export function placeLandings(landings: readonly Landing[], draft: Draft, layout: TableLayout): DrawnPlace[] {
  const { grid, zoom, tile } = layout;
  const taken: Taken[] = draft.sets.map((set, index) => {
    const { row, x } = layout.spots[index] ?? { row: 0, x: 0 };
    return { row, from: x, to: x + set.pieces.length };
  });
  const places = new Map<Landing, DrawnPlace>();
  for (const landing of landings) {
    if (landing.kind !== "beside") continue;
    const index = draft.sets.findIndex((set) => set.pieces.some((piece) => piece.id === landing.piece));
    const set = draft.sets[index];
    const home = taken[index];
    const corner = layout.sets[index];
    if (!set || !home || !corner) continue;
    const at = set.pieces.findIndex((piece) => piece.id === landing.piece) + (landing.side === "after" ? 1 : 0);
    // The stretch of a set grows with the places beside it, so that several are side by side.
    const from = at === 0 ? home.from - 1 : at === set.pieces.length ? home.to : null;
    const free = from !== null && from >= -0.01 && from + 1 <= grid.columns + 0.01 &&
      taken.every((other) => other === home || other.row !== home.row || other.to <= from + 0.01 || other.from >= from + 0.99);
    if (free) {
      taken[index] = { row: home.row, from: Math.min(home.from, from), to: Math.max(home.to, from + 1) };
      places.set(landing, { ...spotPlace(grid, { row: home.row, x: from }, zoom), faces: [landing.face], bar: false });
    } else places.set(landing, { x: corner.x + at * tile, y: corner.y, faces: [landing.face], bar: true });
  }
  for (const landing of landings) {
    if (landing.kind !== "new") continue;
    const middle = { row: (grid.rows - 1) / 2, x: (grid.columns - landing.faces.length) / 2 };
    const spot = freeSpot(grid, taken, landing.faces.length) ?? nearestFree(grid, taken, landing.faces.length, middle, KEEP_GAP);
    // On a felt that has no room for it, the set will have a place when all of it is tidied: none that could be shown now.
    if (!spot) continue;
    taken.push({ row: spot.row, from: spot.x, to: spot.x + landing.faces.length });
    places.set(landing, { ...spotPlace(grid, spot, zoom), faces: landing.faces, bar: false, reservation: { pieces: landing.pieces, spot } });
  }
  return landings.flatMap((landing) => places.get(landing) ?? []);
}
