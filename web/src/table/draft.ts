/**
 * A play in the making: tiles on the table and on the rack, and what a hand can do with them.
 *
 * Nothing here knows what a valid set is. The server judges every draft; this file only moves tiles.
 */
import { readFace, writeSet } from "../tiles/face";

/** A piece in the hand's sense: the id is this page's own, the wire knows faces only. */
export interface Piece {
  readonly id: number;
  /** As the wire writes it, a joker with what it is read as. */
  readonly face: string;
  /** Whether it came from the rack in this turn, and may go back there. */
  readonly own: boolean;
}

export interface TableSet {
  readonly id: number;
  readonly pieces: readonly Piece[];
}

export interface Draft {
  readonly sets: readonly TableSet[];
  readonly rack: readonly Piece[];
  /** The next id for a set. */
  readonly next: number;
}

/** The table alone, without anybody's rack. */
export type Felt = Pick<Draft, "sets" | "next">;

/** Nothing on the table, nothing on the rack. */
export const EMPTY: Draft = { sets: [], rack: [], next: 1 };

/** Where tiles are put. */
export type Target =
  | { readonly kind: "beside"; readonly piece: number; readonly side: "before" | "after" }
  /** In the place of a joker, which then lies by itself. */
  | { readonly kind: "instead"; readonly piece: number }
  /** A set of their own, as the so-manieth on the table. */
  | { readonly kind: "new"; readonly at: number }
  /** On the rack, before this piece or at its end. */
  | { readonly kind: "rack"; readonly before: number | null };

export function isJoker(piece: Piece): boolean {
  return readFace(piece.face).kind === "joker";
}

/** Every piece on the table, set by set. */
export function laidPieces(felt: Felt): Piece[] {
  return felt.sets.flatMap((set) => set.pieces);
}

/** A piece as it lies on the rack, where a joker stands for nothing. */
function onRack(piece: Piece): Piece {
  return { ...piece, own: false, face: isJoker(piece) ? "*" : piece.face };
}

/** All that the player holds: the rack as it lies, and behind it what was laid from it in this turn. */
export function holding(draft: Draft): Piece[] {
  return [...draft.rack, ...laidPieces(draft).filter((piece) => piece.own).map(onRack)];
}

export function findPiece(draft: Draft, id: number): Piece | undefined {
  return draft.rack.find((piece) => piece.id === id) ?? setOf(draft, id)?.pieces.find((piece) => piece.id === id);
}

export function setOf(draft: Draft, id: number): TableSet | undefined {
  return draft.sets.find((set) => set.pieces.some((piece) => piece.id === id));
}

/**
 * What is left of a set when tiles are taken out. Tiles that show the same number, and letters, close up; in any other
 * set a gap in the middle parts it, as on a wooden table.
 */
export function leftOver(pieces: readonly Piece[], taken: ReadonlySet<number>): Piece[][] {
  const left = pieces.filter((piece) => !taken.has(piece.id));
  if (left.length === 0) return [];
  if (closesUp(pieces)) return [left];
  const parts: Piece[][] = [];
  let part: Piece[] = [];
  for (const piece of pieces) {
    if (!taken.has(piece.id)) part.push(piece);
    else if (part.length > 0) {
      parts.push(part);
      part = [];
    }
  }
  if (part.length > 0) parts.push(part);
  return parts;
}

function closesUp(pieces: readonly Piece[]): boolean {
  const faces = pieces.map((piece) => readFace(piece.face)).filter((face) => face.kind !== "joker");
  const first = faces[0];
  if (first?.kind !== "number") return true;
  return faces.every((face) => face.kind === "number" && face.number === first.number);
}

/** Moves tiles, in the order given. A move that makes no sense gives the same draft back. */
export function move(draft: Draft, ids: readonly number[], target: Target): Draft {
  const found = ids.map((id) => findPiece(draft, id)).filter((piece) => piece !== undefined);
  if (found.length === 0) return draft;
  return unread(draft, moved(draft, found, target), found.length === 1 ? found[0]?.id : undefined);
}

function moved(draft: Draft, pieces: readonly Piece[], target: Target): Draft {
  const held = (id: number) => pieces.some((piece) => piece.id === id);
  switch (target.kind) {
    case "rack":
      return toRack(draft, pieces, target.before);
    case "new":
      return toNewSet(draft, pieces, target.at);
    case "beside":
      return held(target.piece) ? draft : beside(draft, pieces, target.piece, target.side);
    case "instead":
      return held(target.piece) ? draft : instead(draft, pieces, target.piece);
  }
}

/**
 * In a set that is not as it was, jokers stand for nothing until the server has read them anew: what one stood for in
 * its old place would be sent as the player's wish. A letter was the player's wish: it stays, unless its joker alone
 * was carried elsewhere.
 */
function unread(before: Draft, after: Draft, alone?: number): Draft {
  if (after === before) return after;
  const was = new Map(before.sets.map((set) => [set.id, set.pieces.map((piece) => piece.id).join()]));
  const forget = (piece: Piece) =>
    isJoker(piece) && (piece.face.startsWith("*") || piece.id === alone) ? { ...piece, face: "*" } : piece;
  const sets = after.sets.map((set) =>
    was.get(set.id) === set.pieces.map((piece) => piece.id).join() ? set : { ...set, pieces: set.pieces.map(forget) },
  );
  return { ...after, sets };
}

/** Takes tiles from wherever they are; sets that lose some part or close up. */
function without(draft: Draft, pieces: readonly Piece[]): Draft {
  const taken = new Set(pieces.map((piece) => piece.id));
  let next = draft.next;
  const sets: TableSet[] = [];
  for (const set of draft.sets) {
    if (!set.pieces.some((piece) => taken.has(piece.id))) {
      sets.push(set);
      continue;
    }
    leftOver(set.pieces, taken).forEach((part, index) => {
      sets.push({ id: index === 0 ? set.id : next++, pieces: part });
    });
  }
  return { sets, rack: draft.rack.filter((piece) => !taken.has(piece.id)), next };
}

/** A piece as it lies on the table: one that leaves the rack for it may go back there. */
function laid(draft: Draft, piece: Piece): Piece {
  return draft.rack.includes(piece) ? { ...piece, own: true } : piece;
}

function toRack(draft: Draft, pieces: readonly Piece[], before: number | null): Draft {
  // A tile that lay on the table belongs to the table.
  const home = pieces.filter((piece) => piece.own || draft.rack.includes(piece));
  if (home.length === 0 || home.some((piece) => piece.id === before)) return draft;
  const rest = without(draft, home);
  const found = rest.rack.findIndex((piece) => piece.id === before);
  const at = found < 0 ? rest.rack.length : found;
  const back = home.map(onRack);
  return { ...rest, rack: [...rest.rack.slice(0, at), ...back, ...rest.rack.slice(at)] };
}

function toNewSet(draft: Draft, pieces: readonly Piece[], at: number): Draft {
  const whole = setOf(draft, pieces[0]?.id ?? -1);
  const rest = without(draft, pieces);
  const place = Math.max(0, Math.min(at, rest.sets.length));
  // A set that is moved as a whole stays the same set.
  const same = whole !== undefined && !rest.sets.some((set) => set.id === whole.id);
  const set = { id: same ? whole.id : rest.next, pieces: pieces.map((piece) => laid(draft, piece)) };
  return { ...rest, next: rest.next + 1, sets: [...rest.sets.slice(0, place), set, ...rest.sets.slice(place)] };
}

function beside(draft: Draft, pieces: readonly Piece[], anchor: number, side: "before" | "after"): Draft {
  const home = setOf(draft, anchor);
  if (!home) return draft;
  const taken = new Set(pieces.map((piece) => piece.id));
  const placed = pieces.map((piece) => laid(draft, piece));
  const inside = pieces.every((piece) => home.pieces.includes(piece));
  // Reordering a set does not part it.
  const rest = inside
    ? { ...draft, sets: draft.sets.map((set) => (set === home ? strip(set, taken) : set)) }
    : without(draft, pieces);
  return { ...rest, sets: rest.sets.map((set) => insert(set, anchor, side, placed)) };
}

function strip(set: TableSet, taken: ReadonlySet<number>): TableSet {
  return { ...set, pieces: set.pieces.filter((piece) => !taken.has(piece.id)) };
}

function insert(set: TableSet, anchor: number, side: "before" | "after", moved: readonly Piece[]): TableSet {
  const found = set.pieces.findIndex((piece) => piece.id === anchor);
  if (found < 0) return set;
  const at = side === "before" ? found : found + 1;
  return { ...set, pieces: [...set.pieces.slice(0, at), ...moved, ...set.pieces.slice(at)] };
}

function instead(draft: Draft, pieces: readonly Piece[], anchor: number): Draft {
  const joker = findPiece(draft, anchor);
  const home = setOf(draft, anchor);
  if (!joker || !home || !isJoker(joker)) return beside(draft, pieces, anchor, "after");
  const placed = beside(draft, pieces, anchor, "before");
  const at = placed.sets.findIndex((set) => set.pieces.some((piece) => piece.id === anchor));
  const sets = placed.sets.map((set, index) => (index === at ? strip(set, new Set([anchor])) : set));
  // Freed, it stands for nothing until it lies in a set again.
  const loose = { id: placed.next, pieces: [{ ...joker, face: "*" }] };
  return { ...placed, next: placed.next + 1, sets: [...sets.slice(0, at + 1), loose, ...sets.slice(at + 1)] };
}

/** Parts a set before a piece. */
export function split(draft: Draft, piece: number): Draft {
  const home = setOf(draft, piece);
  if (!home) return draft;
  const at = home.pieces.findIndex((other) => other.id === piece);
  if (at <= 0) return draft;
  const index = draft.sets.indexOf(home);
  const parts = [
    { id: home.id, pieces: home.pieces.slice(0, at) },
    { id: draft.next, pieces: home.pieces.slice(at) },
  ];
  const sets = [...draft.sets.slice(0, index), ...parts, ...draft.sets.slice(index + 1)];
  return unread(draft, { ...draft, next: draft.next + 1, sets });
}

/** A piece and all that lie behind it in its set: what a hand takes that pushes from the left. */
export function tail(draft: Draft, piece: number): number[] {
  const home = setOf(draft, piece);
  if (!home) return [piece];
  return home.pieces.slice(home.pieces.findIndex((other) => other.id === piece)).map((other) => other.id);
}

/** Says what a joker stands for. */
export function read(draft: Draft, joker: number, face: string): Draft {
  const sets = draft.sets.map((set) => ({
    ...set,
    pieces: set.pieces.map((piece) => (piece.id === joker ? { ...piece, face } : piece)),
  }));
  return { ...draft, sets };
}

/** Lays a set as the server does: the same pieces, in its order and with its reading of jokers. */
export function lay(draft: Draft, setId: number, faces: readonly string[]): Draft {
  const set = draft.sets.find((other) => other.id === setId);
  if (!set || set.pieces.length !== faces.length) return draft;
  const left = [...set.pieces];
  const pieces: Piece[] = [];
  for (const face of faces) {
    const joker = readFace(face).kind === "joker";
    const at = left.findIndex((piece) => piece.face === face || (joker && isJoker(piece)));
    const piece = left[at];
    if (!piece) return draft;
    left.splice(at, 1);
    pieces.push(piece.face === face ? piece : { ...piece, face });
  }
  return { ...draft, sets: draft.sets.map((other) => (other === set ? { ...set, pieces } : other)) };
}

/** The table as the wire wants it. */
export function toWire(draft: Draft): string[] {
  return draft.sets.map((set) => writeSet(set.pieces.map((piece) => piece.face)));
}

/** Whether any tile lies elsewhere than before, the rack's own order aside. */
export function differs(draft: Draft, start: Felt): boolean {
  const placed = laidPieces(draft).some((piece) => piece.own);
  const key = (one: Felt) => one.sets.map((set) => set.pieces.map((piece) => piece.id).join(" ")).sort().join("|");
  return placed || key(draft) !== key(start);
}
