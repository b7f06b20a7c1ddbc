/** Where the mark is that shows the landing place of dragged tiles. */
import { rackSlots, type Draft, type Target } from "./draft";
import { spotPlace } from "./felt";
import { rackSlot, type Place, type RackLayout, type TableLayout } from "./layout";

/** Between two tiles, on a joker that would be replaced, on empty felt, or on the rack. */
export interface DropMark extends Place {
  readonly kind: "gap" | "replace" | "new" | "rack";
}

export function dropMark(target: Target | null, draft: Draft, table: TableLayout, rack: RackLayout, gap: number): DropMark | null {
  if (!target) return null;
  if (target.kind === "new") return target.spot ? { kind: "new", ...spotPlace(table.grid, target.spot, table.zoom) } : null;
  if (target.kind === "rack") {
    const slots = rackSlots(draft);
    const at = target.before === null ? -1 : slots.indexOf(target.before);
    const spot = rackSlot(rack, at < 0 ? slots.length : at, gap);
    return { kind: "rack", x: spot.x - 3, y: spot.y };
  }
  const index = draft.sets.findIndex((set) => set.pieces.some((piece) => piece.id === target.piece));
  const place = table.sets[index];
  const at = draft.sets[index]?.pieces.findIndex((piece) => piece.id === target.piece) ?? 0;
  if (!place) return null;
  if (target.kind === "replace") return { kind: "replace", x: place.x + at * table.tile, y: place.y };
  return { kind: "gap", x: place.x + (at + (target.side === "after" ? 1 : 0)) * table.tile, y: place.y };
}
