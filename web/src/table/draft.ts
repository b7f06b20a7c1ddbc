/**
 * A draft, which is a play in the making: tiles on the table and on the rack, and the ways to move them.
 *
 * Nothing here knows what a valid set is. The server judges every draft; this file only moves tiles.
 */
import { readFace, writeSet } from "../tiles/face";
import type { Spot } from "./felt";

/** A tile that can be moved. The id is assigned by the page; messages contain only faces. */
export interface Piece {
  readonly id: number;
  /** In the notation of the wire; a joker includes its reading. */
  readonly face: string;
  /** Whether it was laid from the rack in this turn, and may return there. */
  readonly own: boolean;
}

export interface TableSet {
  readonly id: number;
  readonly pieces: readonly Piece[];
}

export interface Draft {
  readonly sets: readonly TableSet[];
  readonly rack: readonly Piece[];
  /**
   * The slots of the rack from left to right, each by the piece that it belongs to: those on the rack, and among them those
   * that were laid in this turn, whose slots stay empty. Missing if no slot is empty.
   */
  readonly slots?: readonly number[] | undefined;
  /** The next id for a set. */
  readonly next: number;
}

/** The table without a rack. */
export type Felt = Pick<Draft, "sets" | "next">;

export const EMPTY: Draft = { sets: [], rack: [], next: 1 };

/** Where tiles are moved to. */
export type Target =
  | { readonly kind: "beside"; readonly piece: number; readonly side: "before" | "after" }
  /** The place of a joker, which becomes a set of its own. */
  | { readonly kind: "replace"; readonly piece: number }
  /** A new set, inserted at this index of the table. `spot` is where the player wants it on the felt. */
  | { readonly kind: "new"; readonly at: number; readonly spot?: Spot }
  /** The rack, before the slot of this piece; null: a laid piece returns to its own slot, any other goes to the end. */
  | { readonly kind: "rack"; readonly before: number | null };

export function isJoker(piece: Piece): boolean {
  return readFace(piece.face).kind === "joker";
}

/** Every piece on the table, set by set. */
export function laidPieces(felt: Felt): Piece[] {
  return felt.sets.flatMap((set) => set.pieces);
}

/** A piece as it is on the rack, where a joker has no reading. */
function onRack(piece: Piece): Piece {
  return { ...piece, own: false, face: isJoker(piece) ? "*" : piece.face };
}

/** Everything that the player holds: the rack, followed by the pieces that were laid from it in this turn. */
export function holding(draft: Draft): Piece[] {
  return [...draft.rack, ...laidPieces(draft).filter((piece) => piece.own).map(onRack)];
}

/** The piece of each slot of the rack. */
export function rackSlots(draft: Draft): readonly number[] {
  return draft.slots ?? draft.rack.map((piece) => piece.id);
}

/** Everything that the player holds, as it would be on the rack if all laid pieces returned to their slots. */
export function gathered(draft: Draft): Piece[] {
  const held = new Map(holding(draft).map((piece) => [piece.id, piece]));
  const slotted = rackSlots(draft).flatMap((id) => {
    const piece = held.get(id);
    held.delete(id);
    return piece ?? [];
  });
  return [...slotted, ...held.values()];
}

export function findPiece(draft: Draft, id: number): Piece | undefined {
  return draft.rack.find((piece) => piece.id === id) ?? setOf(draft, id)?.pieces.find((piece) => piece.id === id);
}

export function setOf(draft: Draft, id: number): TableSet | undefined {
  return draft.sets.find((set) => set.pieces.some((piece) => piece.id === id));
}

/**
 * The parts of a set that remain when tiles are taken out. Groups and words close up; any other set is split at a gap in
 * the middle, as on a wooden table.
 */
export function remainingParts(pieces: readonly Piece[], taken: ReadonlySet<number>): Piece[][] {
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

/** Moves tiles, in the order given. An impossible move returns the same draft. */
export function move(draft: Draft, ids: readonly number[], target: Target): Draft {
  const found = ids.map((id) => findPiece(draft, id)).filter((piece) => piece !== undefined);
  if (found.length === 0) return draft;
  return forgetReadings(draft, moved(draft, found, target), found.length === 1 ? found[0]?.id : undefined);
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
    case "replace":
      return held(target.piece) ? draft : replaceJoker(draft, pieces, target.piece);
  }
}

/**
 * Removes the readings of jokers in sets that have changed, until the server has read them again: otherwise the old
 * reading would be sent as if the player had chosen it. A letter was chosen by the player, so it stays unless the joker
 * was moved alone.
 */
function forgetReadings(before: Draft, after: Draft, alone?: number): Draft {
  if (after === before) return after;
  const was = new Map(before.sets.map((set) => [set.id, set.pieces.map((piece) => piece.id).join()]));
  const forget = (piece: Piece) =>
    isJoker(piece) && (piece.face.startsWith("*") || piece.id === alone) ? { ...piece, face: "*" } : piece;
  const sets = after.sets.map((set) =>
    was.get(set.id) === set.pieces.map((piece) => piece.id).join() ? set : { ...set, pieces: set.pieces.map(forget) },
  );
  return { ...after, sets };
}

/** The draft without these pieces; sets that lose some are split or close up. */
function without(draft: Draft, pieces: readonly Piece[]): Draft {
  const taken = new Set(pieces.map((piece) => piece.id));
  let next = draft.next;
  const sets: TableSet[] = [];
  for (const set of draft.sets) {
    if (!set.pieces.some((piece) => taken.has(piece.id))) {
      sets.push(set);
      continue;
    }
    remainingParts(set.pieces, taken).forEach((part, index) => {
      sets.push({ id: index === 0 ? set.id : next++, pieces: part });
    });
  }
  return { sets, rack: draft.rack.filter((piece) => !taken.has(piece.id)), slots: rackSlots(draft), next };
}

/** A piece as it is on the table: one that comes from the rack may return there. */
function laid(draft: Draft, piece: Piece): Piece {
  return draft.rack.includes(piece) ? { ...piece, own: true } : piece;
}

function toRack(draft: Draft, pieces: readonly Piece[], before: number | null): Draft {
  // Tiles that were on the table at the start of the turn stay there.
  const home = pieces.filter((piece) => piece.own || draft.rack.includes(piece));
  const target = home.find((piece) => piece.id === before);
  if (home.length === 0 || (target && draft.rack.includes(target))) return draft;
  const slots = rackSlots(draft);
  const toOwnSlots = before === null || target !== undefined;
  const returns = (piece: Piece) => toOwnSlots && !draft.rack.includes(piece) && slots.includes(piece.id);
  const moving = home.filter((piece) => !returns(piece)).map((piece) => piece.id);
  const kept = slots.filter((id) => !moving.includes(id));
  const found = toOwnSlots ? -1 : kept.indexOf(before);
  const at = found < 0 ? kept.length : found;
  const order = [...kept.slice(0, at), ...moving, ...kept.slice(at)];
  const rest = without(draft, home);
  const held = new Map([...rest.rack, ...home.map(onRack)].map((piece) => [piece.id, piece]));
  return { ...rest, rack: order.flatMap((id) => held.get(id) ?? []), slots: order };
}

function toNewSet(draft: Draft, pieces: readonly Piece[], at: number): Draft {
  const whole = setOf(draft, pieces[0]?.id ?? -1);
  const rest = without(draft, pieces);
  const place = Math.max(0, Math.min(at, rest.sets.length));
  // A set that is moved as a whole keeps its id.
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
  // Reordering a set does not split it.
  const rest = inside
    ? { ...draft, sets: draft.sets.map((set) => (set === home ? removePieces(set, taken) : set)) }
    : without(draft, pieces);
  return { ...rest, sets: rest.sets.map((set) => insert(set, anchor, side, placed)) };
}

function removePieces(set: TableSet, taken: ReadonlySet<number>): TableSet {
  return { ...set, pieces: set.pieces.filter((piece) => !taken.has(piece.id)) };
}

function insert(set: TableSet, anchor: number, side: "before" | "after", moved: readonly Piece[]): TableSet {
  const found = set.pieces.findIndex((piece) => piece.id === anchor);
  if (found < 0) return set;
  const at = side === "before" ? found : found + 1;
  return { ...set, pieces: [...set.pieces.slice(0, at), ...moved, ...set.pieces.slice(at)] };
}

function replaceJoker(draft: Draft, pieces: readonly Piece[], anchor: number): Draft {
  const joker = findPiece(draft, anchor);
  const home = setOf(draft, anchor);
  if (!joker || !home || !isJoker(joker)) return beside(draft, pieces, anchor, "after");
  const placed = beside(draft, pieces, anchor, "before");
  const at = placed.sets.findIndex((set) => set.pieces.some((piece) => piece.id === anchor));
  const sets = placed.sets.map((set, index) => (index === at ? removePieces(set, new Set([anchor])) : set));
  // A freed joker has no reading until it is in a set again.
  const loose = { id: placed.next, pieces: [{ ...joker, face: "*" }] };
  return { ...placed, next: placed.next + 1, sets: [...sets.slice(0, at + 1), loose, ...sets.slice(at + 1)] };
}

/** Splits a set before a piece. */
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
  return forgetReadings(draft, { ...draft, next: draft.next + 1, sets });
}

/** A piece and all that follow it in its set. */
export function tail(draft: Draft, piece: number): number[] {
  const home = setOf(draft, piece);
  if (!home) return [piece];
  return home.pieces.slice(home.pieces.findIndex((other) => other.id === piece)).map((other) => other.id);
}

/** Sets the reading of a joker. */
export function read(draft: Draft, joker: number, face: string): Draft {
  const sets = draft.sets.map((set) => ({
    ...set,
    pieces: set.pieces.map((piece) => (piece.id === joker ? { ...piece, face } : piece)),
  }));
  return { ...draft, sets };
}

/** Arranges a set as the server reports it: the same pieces, in the server's order and with its readings of jokers. */
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

/** The table in the notation of the wire. */
export function toWire(draft: Draft): string[] {
  return draft.sets.map((set) => writeSet(set.pieces.map((piece) => piece.face)));
}

/** Whether any tile has moved, apart from the order of the rack. */
export function differs(draft: Draft, start: Felt): boolean {
  const placed = laidPieces(draft).some((piece) => piece.own);
  const key = (one: Felt) => one.sets.map((set) => set.pieces.map((piece) => piece.id).join(" ")).sort().join("|");
  return placed || key(draft) !== key(start);
}
