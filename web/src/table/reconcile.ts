/** Which piece on the screen is which when the server says how the table or the rack looks now. */
import { piece as pieceOf, readTiles } from "../tiles/face";
import type { Draft, Piece, TableSet } from "./draft";

/** Gives out ids for pieces that were not seen before. */
export type NewId = () => number;

/** Takes from `left` a piece with this face; jokers are alike whatever they stood for. */
function takeAlike(left: Piece[], face: string): Piece | undefined {
  const bare = pieceOf(face);
  const exact = left.findIndex((piece) => piece.face === face);
  const at = exact >= 0 ? exact : left.findIndex((piece) => pieceOf(piece.face) === bare);
  return at < 0 ? undefined : left.splice(at, 1)[0];
}

function overlap(set: TableSet, faces: readonly string[]): number {
  const left = [...set.pieces];
  return faces.filter((face) => takeAlike(left, face) !== undefined).length;
}

/**
 * The new table with the pieces of the old one, so that what moves can be seen to move. Sets keep their place on the
 * screen as far as they can; `spare` are further pieces that may have been laid, such as those of the own rack.
 */
export function reconcileTable(old: Draft, table: readonly string[], spare: readonly Piece[], newId: NewId): Draft {
  const wanted = table.map((text, index) => ({ index, faces: readTiles(text) }));
  const pairs: { set: number; index: number; alike: number }[] = [];
  old.sets.forEach((set, at) => {
    for (const { index, faces } of wanted) {
      const alike = overlap(set, faces);
      if (alike > 0) pairs.push({ set: at, index, alike: alike * 2 - Math.abs(faces.length - set.pieces.length) });
    }
  });
  pairs.sort((a, b) => b.alike - a.alike || Math.abs(a.set - a.index) - Math.abs(b.set - b.index));
  const home = new Map<number, number>();
  const used = new Set<number>();
  for (const { set, index } of pairs) {
    if (home.has(index) || used.has(set)) continue;
    home.set(index, set);
    used.add(set);
  }
  // First every set takes what it had, then what is left of the others is handed out.
  const left = new Map(old.sets.map((set, at) => [at, [...set.pieces]]));
  const found: (Piece | undefined)[][] = wanted.map(({ index, faces }) => {
    const own = left.get(home.get(index) ?? -1) ?? [];
    return faces.map((face) => takeAlike(own, face));
  });
  const others = [...left.values()].flat();
  const spares = [...spare];
  let next = old.next;
  const sets = wanted.map(({ index, faces }, at) => {
    const pieces = faces.map((face, place) => {
      const known = found[at]?.[place] ?? takeAlike(others, face) ?? takeAlike(spares, face);
      return { id: known?.id ?? newId(), face, own: false };
    });
    const before = old.sets[home.get(index) ?? -1];
    return { order: home.get(index) ?? Number.MAX_SAFE_INTEGER, set: { id: before?.id ?? next++, pieces } };
  });
  sets.sort((a, b) => a.order - b.order);
  return { ...old, sets: sets.map(({ set }) => set), next };
}

/** The rack with the tiles that the server says, in the order that its player gave it; new ones at its end. */
export function reconcileRack(old: readonly Piece[], tiles: string, newId: NewId): Piece[] {
  const faces = readTiles(tiles);
  const left = [...faces];
  const kept = old.filter((piece) => {
    const at = left.indexOf(pieceOf(piece.face));
    if (at < 0) return false;
    left.splice(at, 1);
    return true;
  });
  const same = kept.map((piece) => ({ id: piece.id, face: pieceOf(piece.face), own: false }));
  return [...same, ...left.map((face) => ({ id: newId(), face, own: false }))];
}

/** Puts a rack in an order known from before, such as the last visit's. */
export function inOrder(rack: readonly Piece[], order: readonly string[]): Piece[] {
  const left = [...rack];
  const known = order.map((face) => takeAlike(left, face)).filter((piece) => piece !== undefined);
  return [...known, ...left];
}
