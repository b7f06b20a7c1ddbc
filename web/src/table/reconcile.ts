/** Matches the pieces on the screen with the table and rack that the server reports. */
import { piece as pieceOf, readTiles } from "../tiles/face";
import { gathered, holding, laidPieces, type Draft, type Felt, type Piece, type TableSet } from "./draft";

/** Creates an id for a new piece. */
export type NewId = () => number;

/** Removes a piece with this face from `left` and returns it; all jokers are equal, whatever their reading. */
function takeEqual(left: Piece[], face: string): Piece | undefined {
  const bare = pieceOf(face);
  const exact = left.findIndex((piece) => piece.face === face);
  const at = exact >= 0 ? exact : left.findIndex((piece) => pieceOf(piece.face) === bare);
  return at < 0 ? undefined : left.splice(at, 1)[0];
}

function overlap(set: TableSet, faces: readonly string[]): number {
  const left = [...set.pieces];
  return faces.filter((face) => takeEqual(left, face) !== undefined).length;
}

/**
 * The new table made of the pieces of the old one, so that movements are animated, in the order of the server, which is the
 * same for everybody. A set that is much like an old one has its id. `spare` are other pieces that may have been laid; a piece that stays on a rack must not be among them,
 * or an equal tile on the table would take it away.
 */
export function reconcileTable<F extends Felt>(old: F, table: readonly string[], spare: readonly Piece[], newId: NewId): F {
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
  // First each set takes the pieces it had, then the remaining pieces are distributed.
  const left = new Map(old.sets.map((set, at) => [at, [...set.pieces]]));
  const found: (Piece | undefined)[][] = wanted.map(({ index, faces }) => {
    const own = left.get(home.get(index) ?? -1) ?? [];
    return faces.map((face) => takeEqual(own, face));
  });
  const others = [...left.values()].flat();
  const spares = [...spare];
  let next = old.next;
  const sets = wanted.map(({ index, faces }, at) => {
    const pieces = faces.map((face, place) => {
      const known = found[at]?.[place] ?? takeEqual(others, face) ?? takeEqual(spares, face);
      return { id: known?.id ?? newId(), face, own: false };
    });
    const before = old.sets[home.get(index) ?? -1];
    return { id: before?.id ?? next++, pieces };
  });
  return { ...old, sets, next };
}

/** The rack with the tiles that the server reports, in the player's order, with new tiles at the end. */
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

/** The table and the player's rack, as the server reports them. */
export interface Reported {
  readonly table: readonly string[];
  readonly rack: string;
  /** Tiles that the player has played since the last report. */
  readonly placed: readonly string[];
}

/**
 * The draft after a report of the server. `shown` is the table on the screen: the draft's own, or an opponent's draft.
 *
 * A piece leaves the rack only if the player no longer holds it; whatever else happens at the table, the others stay
 * where they are. Tiles that are drawn, dealt or returned are added at the end.
 */
export function rebase(now: Draft, shown: Felt, reported: Reported, newId: NewId): Draft {
  // Of two equal tiles, the one that was laid is the one that was played.
  const left = holding(now).reverse();
  const placed = new Set(reported.placed.map((face) => takeEqual(left, face)?.id));
  const rack = reconcileRack(holding(now).filter((piece) => !placed.has(piece.id)), reported.rack, newId);
  const kept = new Set(rack.map((piece) => piece.id));
  const sets = shown.sets.map((set) => ({ ...set, pieces: set.pieces.filter((piece) => !kept.has(piece.id)) }));
  const old = { sets: sets.filter((set) => set.pieces.length > 0), next: shown.next };
  const spare = now.rack.filter((piece) => !kept.has(piece.id));
  return { ...reconcileTable(old, reported.table, spare, newId), rack };
}

/**
 * A draft that turns the start of the turn into this table with the player's tiles; null if the player does not hold them
 * all. Of equal tiles, those that are already laid are used before those on the rack.
 */
export function layFrom(start: Felt, now: Draft, table: readonly string[]): Draft | null {
  const mine = holding(now);
  let missing = 0;
  const felt = reconcileTable({ sets: start.sets, next: start.next }, table, [...mine].reverse(), () => --missing);
  if (missing < 0) return null;
  const own = new Set(mine.map((piece) => piece.id));
  const sets = felt.sets.map((set) => ({ ...set, pieces: set.pieces.map((piece) => ({ ...piece, own: own.has(piece.id) })) }));
  const slots = gathered(now);
  return { sets, rack: offTable(slots, felt), slots: slots.map((piece) => piece.id), next: felt.next };
}

/** The pieces that are not on this table. */
export function offTable(pieces: readonly Piece[], felt: Felt): Piece[] {
  const laid = new Set(laidPieces(felt).map((piece) => piece.id));
  return pieces.filter((piece) => !laid.has(piece.id));
}

/** The rack with these pieces in this order, in the slots that they already had; all others stay. */
export function reorder(rack: readonly Piece[], ids: readonly number[]): Piece[] {
  const wanted = ids.map((id) => rack.find((piece) => piece.id === id)).filter((piece) => piece !== undefined);
  const moved = new Set(wanted);
  let next = 0;
  return rack.map((piece) => (moved.has(piece) ? (wanted[next++] ?? piece) : piece));
}

/** Sorts a rack into a known order, such as the one before a reload. */
export function inOrder(rack: readonly Piece[], order: readonly string[]): Piece[] {
  const left = [...rack];
  const known = order.map((face) => takeEqual(left, face)).filter((piece) => piece !== undefined);
  return [...known, ...left];
}
