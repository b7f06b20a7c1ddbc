/** Which piece on the screen is which when the server says how the table or the rack looks now. */
import { piece as pieceOf, readTiles } from "../tiles/face";
import { holding, laidPieces, type Draft, type Felt, type Piece, type TableSet } from "./draft";

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
 * screen as far as they can; `spare` are further pieces that may have been laid. A piece that stays on a rack must not be
 * among them: another tile with its face would take it away from there.
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

/** What the server says of the table and of the player's own rack. */
export interface Said {
  readonly table: readonly string[];
  readonly rack: string;
  /** Tiles that the player is known to have played since the server spoke last. */
  readonly placed: readonly string[];
}

/**
 * The draft after the server spoke. `shown` is the table on the screen, the draft's own or another's that is watched.
 *
 * A piece leaves the rack only if the server says that the player holds it no longer; whatever else happens at the table,
 * the others stay where they are. What is drawn, dealt or handed back joins at the end.
 */
export function rebase(now: Draft, shown: Felt, said: Said, newId: NewId): Draft {
  // Of two alike the one that was laid is the one that was played.
  const left = holding(now).reverse();
  const placed = new Set(said.placed.map((face) => takeAlike(left, face)?.id));
  const rack = reconcileRack(holding(now).filter((piece) => !placed.has(piece.id)), said.rack, newId);
  const kept = new Set(rack.map((piece) => piece.id));
  const sets = shown.sets.map((set) => ({ ...set, pieces: set.pieces.filter((piece) => !kept.has(piece.id)) }));
  const old = { sets: sets.filter((set) => set.pieces.length > 0), next: shown.next };
  const spare = now.rack.filter((piece) => !kept.has(piece.id));
  return { ...reconcileTable(old, said.table, spare, newId), rack };
}

/**
 * The turn begun anew with the table like this, what is new on it coming from the player; none if the player does not
 * hold all of it. What lies on the table already goes before what is still on the rack.
 */
export function layFrom(start: Felt, now: Draft, table: readonly string[]): Draft | null {
  const mine = holding(now);
  let missing = 0;
  const felt = reconcileTable({ sets: start.sets, next: start.next }, table, [...mine].reverse(), () => --missing);
  if (missing < 0) return null;
  const own = new Set(mine.map((piece) => piece.id));
  const sets = felt.sets.map((set) => ({ ...set, pieces: set.pieces.map((piece) => ({ ...piece, own: own.has(piece.id) })) }));
  return { sets, rack: offTable(mine, felt), next: felt.next };
}

/** Those pieces that do not lie on this table. */
export function offTable(pieces: readonly Piece[], felt: Felt): Piece[] {
  const laid = new Set(laidPieces(felt).map((piece) => piece.id));
  return pieces.filter((piece) => !laid.has(piece.id));
}

/** The rack with these pieces in this order, in the places that they had among them; all others stay. */
export function reorder(rack: readonly Piece[], ids: readonly number[]): Piece[] {
  const wanted = ids.map((id) => rack.find((piece) => piece.id === id)).filter((piece) => piece !== undefined);
  const moved = new Set(wanted);
  let next = 0;
  return rack.map((piece) => (moved.has(piece) ? (wanted[next++] ?? piece) : piece));
}

/** Puts a rack in an order known from before, such as the last visit's. */
export function inOrder(rack: readonly Piece[], order: readonly string[]): Piece[] {
  const left = [...rack];
  const known = order.map((face) => takeAlike(left, face)).filter((piece) => piece !== undefined);
  return [...known, ...left];
}
