/** Moves tiles by mouse, touch and keyboard: which are chosen, which are dragged, and where they would land. */
import { play as sound } from "../sound/sound";
import { findPiece, move, rackSlots, setOf, split, tail, type Draft, type Target } from "./draft";
import type { Spot } from "./felt";
import { rackSlot, ASPECT, type RackLayout, type TableLayout } from "./layout";
import { sameTarget, snapRack, snapTable } from "./snap";

/** The draft that the hand changes. */
export interface Board {
  readonly draft: Draft;
  /** Whether tiles may be laid now. */
  readonly mayLay: boolean;
  change(draft: Draft): void;
}

/** Positions on the screen. */
export interface Geometry {
  readonly table: TableLayout;
  readonly rack: RackLayout;
  readonly gap: number;
  /** Converts client coordinates to coordinates of the table; null if the point is outside it. */
  onTable(x: number, y: number): { x: number; y: number } | null;
  /** Converts client coordinates to coordinates of the rack. */
  onRack(x: number, y: number): { x: number; y: number };
  /** Moves the dragged tiles to a point of the screen. */
  carry(x: number, y: number): void;
  /** Says where on the felt the set with this piece is to be. */
  wish(piece: number, spot: Spot): void;
}

/** Tiles that are dragged, and where the drag began. Their current position is not state, so that moving them renders nothing. */
export interface Drag {
  readonly ids: readonly number[];
  readonly size: number;
  readonly x: number;
  readonly y: number;
}

/** A pointer that moves less than this is not dragging. */
const DRAG_THRESHOLD_PX = 6;
/** A tile that is held still this long takes the rest of its set along. */
const HOLD_MS = 380;
const DOUBLE_TAP_MS = 350;

interface Press {
  pointer: number;
  piece: number;
  x: number;
  y: number;
  /** The timestamp of the event. */
  at: number;
  timer: number;
  ids: number[];
  /** The pieces before the tile was held long enough to take the rest of its set along; null if it was not. */
  before: number[] | null;
}

export class Hand {
  chosen = $state.raw<readonly number[]>([]);
  drag = $state.raw<Drag | null>(null);
  /** Where the dragged tiles would land. */
  target = $state.raw<Target | null>(null);
  /** The piece that has the keyboard focus. */
  cursor = $state<number | null>(null);
  #press: Press | null = null;
  #frame = 0;
  #at = { x: 0, y: 0 };
  #lastTap = { piece: -1, at: 0 };
  readonly #board: Board;
  readonly #geometry: () => Geometry;

  constructor(board: Board, geometry: () => Geometry) {
    this.#board = board;
    this.#geometry = geometry;
  }

  /** Lets go of pieces that are gone or may no longer be moved. */
  tidy() {
    const kept = this.chosen.filter((id) => findPiece(this.#board.draft, id) && this.#mayTake(id));
    if (kept.length !== this.chosen.length) this.chosen = kept;
    if (this.drag && !this.drag.ids.every((id) => findPiece(this.#board.draft, id) && this.#mayTake(id))) this.cancelDrag();
  }

  /** Nothing is chosen any more. */
  clear() {
    this.chosen = [];
    this.cancelDrag();
  }

  #onRack(id: number) {
    return this.#board.draft.rack.some((piece) => piece.id === id);
  }
  #mayTake(id: number) {
    return this.#board.mayLay || this.#onRack(id);
  }

  #put(ids: readonly number[], target: Target) {
    if (target.kind !== "rack" && !this.#board.mayLay) return;
    const before = this.#board.draft;
    const after = move(before, ids, target);
    const [first] = ids;
    if (target.kind === "new" && target.spot && first !== undefined) this.#geometry().wish(first, target.spot);
    if (after === before) return;
    this.#board.change(after);
    sound("place");
  }

  // Mouse and touch.

  down(event: PointerEvent, piece: number) {
    if (event.button !== 0 || this.#press) return;
    this.cursor = piece;
    if (!this.#mayTake(piece)) return;
    const ids = this.chosen.includes(piece) ? [...this.chosen] : [piece];
    const timer = setTimeout(() => this.#held(), HOLD_MS) as unknown as number;
    this.#press = { pointer: event.pointerId, piece, x: event.clientX, y: event.clientY, at: event.timeStamp, timer, ids, before: null };
  }

  /** The tile was held still: if it is on the table, the tiles to its right come along. */
  #held() {
    const press = this.#press;
    if (!press || this.drag || this.#onRack(press.piece)) return;
    press.before = press.ids;
    press.ids = tail(this.#board.draft, press.piece);
    this.#lift(press.x, press.y);
  }

  #lift(x: number, y: number) {
    const press = this.#press;
    if (!press) return;
    const { table, rack } = this.#geometry();
    this.drag = { ids: press.ids, size: this.#onRack(press.piece) ? rack.tile : table.tile, x, y };
    sound("pick");
  }

  moved(event: PointerEvent) {
    const press = this.#press;
    if (!press || press.pointer !== event.pointerId) return;
    const { clientX: x, clientY: y } = event;
    if (!this.drag) {
      if (Math.hypot(x - press.x, y - press.y) < DRAG_THRESHOLD_PX) return;
      clearTimeout(press.timer);
      this.#lift(x, y);
    } else if (press.before && event.timeStamp - press.at < HOLD_MS) {
      // On a busy machine the timer may fire although the pointer had moved in time.
      press.ids = press.before;
      this.#lift(x, y);
    }
    press.before = null;
    this.#at = { x, y };
    this.#frame ||= requestAnimationFrame(() => this.#carry());
  }

  /** Runs once per frame, however many moves there were. */
  #carry() {
    this.#frame = 0;
    if (!this.drag) return;
    const { x, y } = this.#at;
    this.#geometry().carry(x, y);
    const target = this.#targetAt(x, y);
    // An equal target stays the same object, so that nothing is rendered again.
    if (!sameTarget(target, this.target)) this.target = target;
  }

  #targetAt(x: number, y: number): Target | null {
    const drag = this.drag;
    if (!drag) return null;
    const geometry = this.#geometry();
    const draft = this.#board.draft;
    const spot = geometry.onTable(x, y);
    if (spot) return this.#board.mayLay ? snapTable(draft, geometry.table, new Set(drag.ids), spot.x, spot.y) : null;
    const at = geometry.onRack(x, y);
    return snapRack(draft, geometry.rack, geometry.gap, at.x, at.y);
  }

  up(event: PointerEvent) {
    const press = this.#press;
    if (!press || press.pointer !== event.pointerId) return;
    clearTimeout(press.timer);
    const drag = this.drag;
    this.#press = null;
    if (!drag) {
      this.tap(press.piece, event.shiftKey || event.ctrlKey || event.metaKey);
      return;
    }
    const target = this.#targetAt(event.clientX, event.clientY);
    this.#drop();
    if (target) this.#put(drag.ids, target);
    this.chosen = [];
  }

  cancelDrag() {
    if (this.#press) clearTimeout(this.#press.timer);
    this.#press = null;
    this.#drop();
  }

  #drop() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.drag = null;
    this.target = null;
  }

  tap(piece: number, add = false) {
    const now = performance.now();
    const twice = this.#lastTap.piece === piece && now - this.#lastTap.at < DOUBLE_TAP_MS;
    this.#lastTap = { piece, at: now };
    if (twice && this.takeBack([piece])) return;
    if (!this.#mayTake(piece)) return;
    if (this.chosen.includes(piece)) {
      this.chosen = this.chosen.filter((id) => id !== piece);
      return;
    }
    const home = setOf(this.#board.draft, piece);
    const alike = home ? home.pieces.some((other) => this.chosen.includes(other.id)) : this.chosen.every((id) => this.#onRack(id));
    if (add || this.chosen.length === 0 || alike) {
      this.chosen = [...this.chosen, piece];
      sound("pick");
      return;
    }
    // The chosen tiles go to the tapped set, or to the tapped place on the rack.
    if (home) this.#put(this.chosen, this.#targetInSet(home.pieces.map((other) => other.id), piece));
    else this.#put(this.chosen, { kind: "rack", before: piece });
    this.chosen = [];
  }

  /** A tap on the left half of a set means its left end, and a tap on a joker inside it replaces the joker. */
  #targetInSet(ids: readonly number[], piece: number): Target {
    const at = ids.indexOf(piece);
    const face = findPiece(this.#board.draft, piece)?.face ?? "";
    if (face.startsWith("*") && at > 0 && at < ids.length - 1) return { kind: "replace", piece };
    if (at < ids.length / 2 && ids.length > 1) return { kind: "beside", piece: ids[0] ?? piece, side: "before" };
    return { kind: "beside", piece: ids.at(-1) ?? piece, side: "after" };
  }

  tapTable(x: number, y: number) {
    if (this.chosen.length === 0) return;
    const geometry = this.#geometry();
    const spot = geometry.onTable(x, y);
    if (!spot) return;
    const snap = (x: number) => snapTable(this.#board.draft, geometry.table, new Set(this.chosen), x, spot.y);
    // On empty felt the point is the middle of the new set.
    const target = snap(spot.x);
    const centred = target.kind === "new" ? snap(spot.x - ((this.chosen.length - 1) / 2) * geometry.table.tile) : target;
    this.#put(this.chosen, centred.kind === "new" ? centred : target);
    this.chosen = [];
  }
  tapRack() {
    if (this.chosen.length === 0) return;
    this.#put(this.chosen, { kind: "rack", before: null });
    this.chosen = [];
  }

  /** Returns tiles to the rack that were laid in this turn. */
  takeBack(ids: readonly number[]): boolean {
    const own = ids.filter((id) => findPiece(this.#board.draft, id)?.own);
    if (own.length === 0) return false;
    this.#put(own, { kind: "rack", before: null });
    this.chosen = [];
    return true;
  }

  newSet() {
    this.#put(this.chosen, { kind: "new", at: this.#board.draft.sets.length });
    this.chosen = [];
  }
  wholeSet() {
    const home = setOf(this.#board.draft, this.chosen[0] ?? -1);
    if (home) this.chosen = home.pieces.map((piece) => piece.id);
  }
  splitHere() {
    const piece = this.chosen[0] ?? this.cursor;
    if (piece === null || piece === undefined || !this.#board.mayLay) return;
    this.#board.change(split(this.#board.draft, piece));
    this.chosen = [];
  }
  get canSplit() {
    const home = setOf(this.#board.draft, this.chosen[0] ?? -1);
    return home !== undefined && this.chosen.length === 1 && home.pieces[0]?.id !== this.chosen[0];
  }
  get onTable() {
    return this.chosen.length > 0 && setOf(this.#board.draft, this.chosen[0] ?? -1) !== undefined;
  }
  get canTakeBack() {
    return this.chosen.some((id) => findPiece(this.#board.draft, id)?.own);
  }

  // Keyboard.

  /** The centre of every piece in reading order, with the rack far below the table. */
  #spots(): { id: number; x: number; y: number }[] {
    const { table, rack, gap } = this.#geometry();
    const { sets, rack: tiles } = this.#board.draft;
    const laid = sets.flatMap((set, index) => {
      const place = table.sets[index] ?? { x: 0, y: 0 };
      return set.pieces.map((piece, at) => ({ id: piece.id, x: place.x + (at + 0.5) * table.tile, y: place.y }));
    });
    laid.sort((a, b) => a.y - b.y || a.x - b.x);
    const below = table.height + table.tile * ASPECT * 2;
    const slots = rackSlots(this.#board.draft);
    const held = tiles.map((piece) => {
      const place = rackSlot(rack, slots.indexOf(piece.id), gap);
      return { id: piece.id, x: place.x + rack.tile / 2, y: below + place.y };
    });
    return [...laid, ...held];
  }

  step(key: string): boolean {
    const spots = this.#spots();
    const at = spots.findIndex((spot) => spot.id === this.cursor);
    const here = spots[at];
    if (!here) {
      this.cursor = this.#board.draft.rack[0]?.id ?? spots[0]?.id ?? null;
      return this.cursor !== null;
    }
    if (key === "ArrowLeft" || key === "ArrowRight") {
      const next = spots[at + (key === "ArrowLeft" ? -1 : 1)];
      if (next) this.cursor = next.id;
      return true;
    }
    const up = key === "ArrowUp";
    const rows = spots.filter((spot) => (up ? spot.y < here.y - 1 : spot.y > here.y + 1));
    const row = rows.reduce<number | null>((best, spot) => (best === null || (up ? spot.y > best : spot.y < best) ? spot.y : best), null);
    const near = rows.filter((spot) => spot.y === row).sort((a, b) => Math.abs(a.x - here.x) - Math.abs(b.x - here.x))[0];
    if (near) this.cursor = near.id;
    return true;
  }

  toggle() {
    const piece = this.cursor;
    if (piece === null || !this.#mayTake(piece)) return;
    this.chosen = this.chosen.includes(piece) ? this.chosen.filter((id) => id !== piece) : [...this.chosen, piece];
    sound("pick");
  }
  put(side: "before" | "after") {
    const piece = this.cursor;
    if (piece === null) return;
    if (this.chosen.length === 0) {
      this.toggle();
      return;
    }
    if (this.#onRack(piece)) {
      if (this.chosen.includes(piece)) this.newSet();
      else this.#put(this.chosen, { kind: "rack", before: piece });
    } else if (findPiece(this.#board.draft, piece)?.face.startsWith("*") && side === "before") {
      this.#put(this.chosen, { kind: "replace", piece });
    } else this.#put(this.chosen, { kind: "beside", piece, side });
    this.chosen = [];
  }
}
