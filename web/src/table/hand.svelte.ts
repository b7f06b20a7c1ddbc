/** The hand over the table: what is chosen, what is held, and where it would land. Mouse, finger and keys alike. */
import { play as sound } from "../sound/sound";
import { findPiece, move, setOf, split, tail, type Draft, type Target } from "./draft";
import { rackPlace, TALL, type RackLayout, type TableLayout } from "./layout";
import { sameTarget, snapRack, snapTable } from "./snap";

/** What the hand acts on. */
export interface Board {
  readonly draft: Draft;
  /** Whether tiles may be laid now. */
  readonly mayLay: boolean;
  change(draft: Draft): void;
}

/** Where things are on the screen. */
export interface Ground {
  readonly table: TableLayout;
  readonly rack: RackLayout;
  readonly gap: number;
  /** Client coordinates to those of the table, and of the rack; none: not there. */
  onTable(x: number, y: number): { x: number; y: number } | null;
  onRack(x: number, y: number): { x: number; y: number };
  /** Moves what is held to a point of the screen. */
  carry(x: number, y: number): void;
}

/** Tiles that are held: the same from lifting to dropping. Where they are is not state, so that a move draws nothing anew. */
export interface Drag {
  readonly ids: readonly number[];
  readonly size: number;
  readonly x: number;
  readonly y: number;
}

const STEADY = 6;
const HOLD = 380;

interface Press {
  pointer: number;
  piece: number;
  x: number;
  y: number;
  /** When, by the clock of the events. */
  at: number;
  timer: number;
  ids: number[];
  /** What was taken before it was held for a while; none: it was not. */
  before: number[] | null;
}

export class Hand {
  chosen = $state.raw<readonly number[]>([]);
  drag = $state.raw<Drag | null>(null);
  /** Where the held tiles would land. */
  target = $state.raw<Target | null>(null);
  /** The piece that the keys are on. */
  cursor = $state<number | null>(null);
  #press: Press | null = null;
  #frame = 0;
  #at = { x: 0, y: 0 };
  #lastTap = { piece: -1, at: 0 };
  readonly #board: Board;
  readonly #ground: () => Ground;

  constructor(board: Board, ground: () => Ground) {
    this.#board = board;
    this.#ground = ground;
  }

  /** Forgets what is not there any more. */
  tidy() {
    const kept = this.chosen.filter((id) => findPiece(this.#board.draft, id) && this.#mayTake(id));
    if (kept.length !== this.chosen.length) this.chosen = kept;
    if (this.drag && !this.drag.ids.every((id) => findPiece(this.#board.draft, id) && this.#mayTake(id))) this.letGo();
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
    if (after === before) return;
    this.#board.change(after);
    sound("place");
  }

  // Mouse and finger.

  down(event: PointerEvent, piece: number) {
    if (event.button !== 0 || this.#press) return;
    this.cursor = piece;
    if (!this.#mayTake(piece)) return;
    const ids = this.chosen.includes(piece) ? [...this.chosen] : [piece];
    const timer = setTimeout(() => this.#held(), HOLD) as unknown as number;
    this.#press = { pointer: event.pointerId, piece, x: event.clientX, y: event.clientY, at: event.timeStamp, timer, ids, before: null };
  }

  /** Held for a while: on the table, the tiles to its right come along. */
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
    const { table, rack } = this.#ground();
    this.drag = { ids: press.ids, size: this.#onRack(press.piece) ? rack.tile : table.tile, x, y };
    sound("pick");
  }

  moved(event: PointerEvent) {
    const press = this.#press;
    if (!press || press.pointer !== event.pointerId) return;
    const { clientX: x, clientY: y } = event;
    if (!this.drag) {
      if (Math.hypot(x - press.x, y - press.y) < STEADY) return;
      clearTimeout(press.timer);
      this.#lift(x, y);
    } else if (press.before && event.timeStamp - press.at < HOLD) {
      // On a busy machine the timer came first: the hand had moved in time.
      press.ids = press.before;
      this.#lift(x, y);
    }
    press.before = null;
    this.#at = { x, y };
    this.#frame ||= requestAnimationFrame(() => this.#carry());
  }

  /** Once a frame, however many moves there were. */
  #carry() {
    this.#frame = 0;
    if (!this.drag) return;
    const { x, y } = this.#at;
    this.#ground().carry(x, y);
    const aimed = this.#aim(x, y);
    // The same place is the same object, so that nothing is drawn anew for it.
    if (!sameTarget(aimed, this.target)) this.target = aimed;
  }

  #aim(x: number, y: number): Target | null {
    const drag = this.drag;
    if (!drag) return null;
    const ground = this.#ground();
    const draft = this.#board.draft;
    const spot = ground.onTable(x, y);
    if (spot) return this.#board.mayLay ? snapTable(draft, ground.table, new Set(drag.ids), spot.x, spot.y) : null;
    const at = ground.onRack(x, y);
    return snapRack(draft, ground.rack, ground.gap, at.x, at.y);
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
    const target = this.#aim(event.clientX, event.clientY);
    this.#drop();
    if (target) this.#put(drag.ids, target);
    this.chosen = [];
  }

  letGo() {
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
    const twice = this.#lastTap.piece === piece && now - this.#lastTap.at < 350;
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
    // The chosen tiles go to the set that was tapped, or to the place on the rack.
    if (home) this.#put(this.chosen, this.#nearEnd(home.pieces.map((other) => other.id), piece));
    else this.#put(this.chosen, { kind: "rack", before: piece });
    this.chosen = [];
  }

  /** A tap on the left half of a set means its left end. A joker that is tapped is replaced. */
  #nearEnd(ids: readonly number[], piece: number): Target {
    const at = ids.indexOf(piece);
    const face = findPiece(this.#board.draft, piece)?.face ?? "";
    if (face.startsWith("*") && at > 0 && at < ids.length - 1) return { kind: "instead", piece };
    if (at < ids.length / 2 && ids.length > 1) return { kind: "beside", piece: ids[0] ?? piece, side: "before" };
    return { kind: "beside", piece: ids.at(-1) ?? piece, side: "after" };
  }

  tapTable(x: number, y: number) {
    if (this.chosen.length === 0) return;
    const ground = this.#ground();
    const spot = ground.onTable(x, y);
    if (!spot) return;
    this.#put(this.chosen, snapTable(this.#board.draft, ground.table, new Set(this.chosen), spot.x, spot.y));
    this.chosen = [];
  }
  tapRack() {
    if (this.chosen.length === 0) return;
    this.#put(this.chosen, { kind: "rack", before: null });
    this.chosen = [];
  }

  /** Takes tiles back that were laid in this turn. */
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

  // Keys.

  /** The middle of every piece, the rack far below the table. */
  #spots(): { id: number; x: number; y: number }[] {
    const { table, rack, gap } = this.#ground();
    const { sets, rack: tiles } = this.#board.draft;
    const laid = sets.flatMap((set, index) => {
      const place = table.sets[index] ?? { x: 0, y: 0 };
      return set.pieces.map((piece, at) => ({ id: piece.id, x: place.x + (at + 0.5) * table.tile, y: place.y }));
    });
    const below = table.height + table.tile * TALL * 2;
    const held = tiles.map((piece, index) => {
      const place = rackPlace(rack, index, gap);
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
      this.#put(this.chosen, { kind: "instead", piece });
    } else this.#put(this.chosen, { kind: "beside", piece, side });
    this.chosen = [];
  }
}
