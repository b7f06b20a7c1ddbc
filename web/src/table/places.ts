/** Where the empty places of a hint or a lesson are drawn on the felt. */
import type { Draft } from "./draft";
import type { Landing } from "./guide";
import { ASPECT, type TableLayout } from "./layout";

export interface DrawnPlace {
  readonly x: number;
  readonly y: number;
  readonly faces: readonly string[];
  /** A bar between two tiles, where there is no room for a tile. */
  readonly bar: boolean;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
}

/** The distance to other sets, in tiles. */
const GAP = 0.5;
const ROW_PITCH = ASPECT + 0.34;

export function placeLandings(landings: readonly Landing[], draft: Draft, layout: TableLayout, width: number): DrawnPlace[] {
  const { tile } = layout;
  const boxes: Box[] = draft.sets.map((set, index) => ({ x: layout.sets[index]?.x ?? 0, y: layout.sets[index]?.y ?? 0, w: set.pieces.length * tile }));
  const isFree = (box: Box, gap: number, except?: Box) =>
    box.x >= -1 && box.x + box.w <= width + 1 &&
    boxes.every((other) => other === except || Math.abs(other.y - box.y) >= tile * ASPECT || box.x >= other.x + other.w + gap || box.x + box.w <= other.x - gap);
  return landings.flatMap((landing): DrawnPlace[] => {
    if (landing.kind === "new") {
      const box = freeBox(landing.faces.length * tile);
      boxes.push(box);
      return [{ x: box.x, y: box.y, faces: landing.faces, bar: false }];
    }
    const index = draft.sets.findIndex((set) => set.pieces.some((piece) => piece.id === landing.piece));
    const set = draft.sets[index];
    const home = boxes[index];
    if (!set || !home) return [];
    const at = set.pieces.findIndex((piece) => piece.id === landing.piece) + (landing.side === "after" ? 1 : 0);
    const edge = layout.sets[index]?.x ?? 0;
    const x = edge + at * tile;
    // The box of a set grows with the places beside it, so that several lie side by side.
    const left = at === 0 ? { x: home.x - tile, y: home.y, w: tile } : null;
    const right = at === set.pieces.length ? { x: home.x + home.w, y: home.y, w: tile } : null;
    const box = left ?? right;
    if (!box || !isFree(box, 0, home)) return [{ x, y: home.y, faces: [landing.face], bar: true }];
    boxes[index] = { x: left ? box.x : home.x, y: home.y, w: home.w + tile };
    return [{ x: box.x, y: box.y, faces: [landing.face], bar: false }];
  });

  /** The first free place in reading order, and below everything if there is none. */
  function freeBox(w: number): Box {
    const rows = [...new Set([...boxes.map((box) => box.y), 0])];
    const below = Math.max(-ROW_PITCH * tile, ...boxes.map((box) => box.y)) + ROW_PITCH * tile;
    rows.push(below);
    for (const y of rows.sort((a, b) => a - b)) {
      for (let x = 0; x + w <= width + 1; x += tile / 2) if (isFree({ x, y, w }, GAP * tile)) return { x, y, w };
    }
    return { x: 0, y: below, w };
  }
}
