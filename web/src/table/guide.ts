/**
 * The way from one draft to another, for lessons and hints: which tile to move next, and where tiles will land.
 *
 * Both drafts have the same pieces. Nothing here knows what a valid set is: the wanted draft comes from the server or from a
 * lesson.
 */
import { findPiece, setOf, type Draft, type Felt, type Piece, type TableSet } from "./draft";

/** Where tiles land: a new set of these pieces, or one face beside a piece of the table. */
export type Landing =
  | { readonly kind: "new"; readonly pieces: readonly number[]; readonly faces: readonly string[] }
  | { readonly kind: "beside"; readonly piece: number; readonly side: "before" | "after"; readonly face: string };

export interface GuidedMove {
  readonly piece: number;
  readonly face: string;
  /** Null: back to the rack. */
  readonly to: Landing | null;
}

const idsOf = (set: TableSet) => new Set(set.pieces.map((piece) => piece.id));

/** How many pieces two sets share. */
function shared(one: TableSet, other: TableSet): number {
  const ids = idsOf(one);
  return other.pieces.filter((piece) => ids.has(piece.id)).length;
}

function largest(sets: readonly TableSet[], size: (set: TableSet) => number): TableSet | null {
  return sets.reduce<TableSet | null>((best, set) => (size(set) > (best ? size(best) : 0) ? set : best), null);
}

/**
 * For each wanted set the one on the table that becomes it: other tiles are added to it, and those of other sets leave it. A
 * set on the table becomes the one that has most of its tiles.
 */
function basesOf(now: Felt, wanted: Felt): { set: TableSet; base: TableSet | null; missing: Piece[] }[] {
  const becomes = new Map(now.sets.map((set) => [set, largest(wanted.sets, (one) => shared(one, set))]));
  return wanted.sets.map((set) => {
    const base = largest(now.sets.filter((one) => becomes.get(one) === set), (one) => shared(one, set));
    const there = base ? idsOf(base) : new Set<number>();
    return { set, base, missing: set.pieces.filter((piece) => !there.has(piece.id)) };
  });
}

const newSet = ({ pieces }: TableSet): Landing => ({ kind: "new", pieces: pieces.map((piece) => piece.id), faces: pieces.map((piece) => piece.face) });

/** Beside which piece of the base this piece of the wanted set lands. */
function besideBase(base: TableSet, wanted: TableSet, piece: Piece): Landing {
  const inBase = idsOf(base);
  const before = wanted.pieces.slice(0, wanted.pieces.indexOf(piece)).findLast((other) => inBase.has(other.id));
  if (before) return { kind: "beside", piece: before.id, side: "after", face: piece.face };
  const after = wanted.pieces.find((other) => inBase.has(other.id));
  return { kind: "beside", piece: after?.id ?? -1, side: "before", face: piece.face };
}

/** The next tile to move, and its destination; null if nothing is left to do. */
export function nextMove(now: Draft, wanted: Draft): GuidedMove | null {
  const spare = now.sets.flatMap((set) => set.pieces).find((piece) => piece.own && !setOf(wanted, piece.id));
  if (spare) return { piece: spare.id, face: spare.face, to: null };
  const all = basesOf(now, wanted);
  const next = all.find(({ missing }) => missing.length > 0);
  if (!next) return null;
  const { set, base, missing } = next;
  // Tiles of the rack come first, so that a set is taken apart only when the rest of the new one is there.
  const piece = missing.find((one) => now.rack.some((other) => other.id === one.id)) ?? missing[0];
  if (!piece) return null;
  const face = findPiece(now, piece.id)?.face ?? piece.face;
  return { piece: piece.id, face, to: base ? besideBase(base, set, piece) : newSet(set) };
}

/** Every place where tiles will land. */
export function landings(now: Draft, wanted: Draft): Landing[] {
  return basesOf(now, wanted).flatMap(({ set, base, missing }): Landing[] => {
    if (!base) return [newSet(set)];
    return missing.map((piece) => besideBase(base, set, piece));
  });
}

/** The pieces that have to move. */
export function movedPieces(now: Felt, wanted: Felt): Set<number> {
  return new Set(basesOf(now, wanted).flatMap(({ missing }) => missing.map((piece) => piece.id)));
}
