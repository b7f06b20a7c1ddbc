/**
 * What others did, shown from their seat at a pace that people can follow. The room has the server's state; this is a
 * projection of it that lags behind a queue. Without a viewer, as on a hidden page, nothing is queued.
 */
import type { Felt, Piece } from "../table/draft";
import type { Remark } from "./characters";
import type { Told } from "./log";
import { landedTiles, Playback, type Timed } from "./pace";

/** The turn of another player, or what else happened at the table in one message. */
export interface Scene extends Timed {
  readonly seat: number | null;
  /** Whether it was shown before, so that it is no news. */
  readonly again: boolean;
  /** The table before the turn. */
  readonly before: Felt;
  /** The table after the turn; null if the message does not tell it: then the latest one is shown. */
  readonly felt: Felt | null;
  /** The tiles that fly from the seat to the table. */
  readonly laid: readonly Piece[];
  /** Pieces of the table that change their set. */
  readonly moved: ReadonlySet<number>;
  /** The number of tiles that fly from the pool to the seat. */
  readonly drawn: number;
  readonly told: readonly Told[];
  /** What bots say about it. */
  readonly remarks: readonly { readonly seat: number; readonly remark: Remark }[];
  /** The seat on turn afterwards. */
  readonly next: number | null;
}

/** `instant`: nothing is shown one after another. */
export type Pace = "calm" | "quick" | "instant";

const QUICK_SPEED = 2;
/** Without movement, tiles that will change their set are marked for this long before they do. */
const MARKED_MS = 700;
const NOBODY: ReadonlySet<number> = new Set();

export interface Listener {
  /** A scene begins, or is skipped. */
  began(scene: Scene): void;
  /** A tile has reached the table. */
  landed(): void;
}

export class Show {
  current = $state.raw<Scene | null>(null);
  /** Tiles of the current scene that have landed. */
  landed = $state(0);
  /** Whether the table before the scene is shown. */
  #leading = $state(false);
  #waiting = $state.raw<readonly Scene[]>([]);
  #watched = false;
  #travels = true;
  #instant = false;
  readonly #playback = new Playback<Scene>();
  readonly #listener: Listener;
  readonly #now: () => number;

  constructor(listener: Listener, now: () => number = () => performance.now()) {
    this.#listener = listener;
    this.#now = now;
  }

  get active(): boolean {
    return this.current !== null;
  }
  get waiting(): number {
    return this.#waiting.length;
  }
  /** The table on the screen; null: the latest. */
  get felt(): Felt | null {
    return (this.#leading ? this.current?.before : this.current?.felt) ?? null;
  }
  /** Pieces that have a place on the shown table, but have not reached it yet. */
  readonly inFlight: ReadonlySet<number> = $derived.by(() => {
    const scene = this.current;
    if (!scene || !this.#travels || this.#leading || this.landed >= scene.laid.length) return NOBODY;
    return new Set(scene.laid.slice(this.landed).map((piece) => piece.id));
  });
  /** Pieces that change their set in the current scene. */
  get moved(): ReadonlySet<number> {
    return this.current?.moved ?? NOBODY;
  }
  /** Whether there is enough to be seen for a button that ends it. */
  get skippable(): boolean {
    return this.current !== null && (this.current.laid.length > 0 || this.waiting > 0);
  }
  /** How much of the current scene has been shown, in milliseconds at normal speed. */
  get elapsed(): number {
    return this.#playback.elapsed;
  }
  get travels(): boolean {
    return this.#travels;
  }

  /** Tiles that the seat has on the screen more than in truth. */
  surplus(seat: number): number {
    const late = this.#waiting.filter((scene) => scene.seat === seat).reduce((sum, scene) => sum + scene.laid.length - scene.drawn, 0);
    const scene = this.current;
    // A turn that is shown again changes no count.
    if (scene?.seat !== seat || scene.again) return late;
    if (scene.laid.length > 0) return late + scene.laid.length - Math.min(this.landed, scene.laid.length);
    // Of many drawn tiles only some fly; the count is right when the last of them has arrived.
    return late - (this.landed < scene.tiles ? scene.drawn - this.landed : 0);
  }
  /** Tiles that the pool has on the screen more than in truth. */
  get poolSurplus(): number {
    return this.#waiting.reduce((sum, scene) => sum + scene.drawn, 0);
  }

  /** Whether somebody is looking. If not, what is left is over at once. */
  watch(watched: boolean) {
    this.#watched = watched;
    if (!watched) this.skip();
  }
  setStyle(pace: Pace, travels: boolean) {
    this.#instant = pace === "instant";
    this.#playback.speed = pace === "quick" ? QUICK_SPEED : 1;
    this.#travels = travels;
    if (this.#instant) this.skip();
  }

  /** Shows a scene after those that wait; at once and as a whole if nobody looks. */
  push(scene: Scene) {
    if (!this.#watched || this.#instant) {
      this.skip();
      this.#listener.began(scene);
      if (scene.laid.length > 0) this.#listener.landed();
      return;
    }
    const now = this.#now();
    const lead = this.#travels || scene.moved.size === 0 ? scene.lead : Math.max(scene.lead, MARKED_MS);
    this.#playback.push({ ...scene, lead }, now);
    this.#follow(now);
  }
  /** It is the player's turn. */
  hurry() {
    if (this.active) this.#playback.hurry(this.#now());
  }
  /** To be called in every frame while the show is active. */
  advance() {
    this.#follow(this.#now());
  }
  skip() {
    if (!this.#playback.current) return;
    const rest = this.#playback.skip();
    this.current = null;
    this.#waiting = [];
    for (const scene of rest) this.#listener.began(scene);
    if (rest.some((scene) => scene.laid.length > 0)) this.#listener.landed();
  }

  #follow(now: number) {
    const started = this.#playback.advance(now);
    const scene = this.#playback.current;
    const before = scene === this.current ? this.landed : 0;
    this.current = scene;
    this.#waiting = this.#playback.waiting;
    this.#leading = scene !== null && this.#playback.elapsed < scene.lead;
    this.landed = scene && !this.#leading ? (this.#travels ? landedTiles(scene, this.#playback.elapsed) : scene.tiles) : 0;
    for (const one of started) this.#listener.began(one);
    if (scene && scene.laid.length > 0 && this.landed > before) this.#listener.landed();
  }
}
