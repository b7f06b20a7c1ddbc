/**
 * The pace at which the turns of others are shown. What the server reports is true at once; the screen follows, one scene
 * after another. The time is an argument everywhere, so that tests need no clock.
 */

/** A tile rises from the seat, flies, and settles; the next one starts a little later. */
export const LIFT_MS = 120;
export const FLY_MS = 620;
export const SETTLE_MS = 240;
export const STAGGER_MS = 180;
const TILE_MS = LIFT_MS + FLY_MS + SETTLE_MS;
/** A moment to look at the table before the next turn. */
const REST_MS = 140;

/** A play with many tiles takes no longer than this; its tiles follow each other faster. */
export const MAX_PLAY_MS = 2400;
/** A bot moves faster than anybody can follow, so its turn is stretched to this. */
export const MIN_BOT_TURN_MS = 1200;
/** How long a person's draw or pass is shown before the next scene. */
export const MIN_TURN_MS = 700;
/** How far the screen may be behind; beyond that, everything is shown faster. */
export const MAX_LAG_MS = 6000;
/** The same from the moment when it is the player's own turn, because the clock runs. */
export const MAX_LAG_ON_TURN_MS = 2500;

/** One turn, as far as its timing is concerned. */
export interface Timed {
  /** Tiles that fly, one after another. */
  readonly tiles: number;
  readonly bot: boolean;
  /** Milliseconds in which the table before the turn is shown, if a turn is shown again. */
  readonly lead: number;
  /** Whether there is nothing to look at: it takes no time, but waits for what comes before it. */
  readonly toldOnly?: boolean;
}

/** The delay from one tile to the next. */
export function staggerOf(scene: Timed): number {
  return scene.tiles > 1 ? Math.min(STAGGER_MS, Math.floor((MAX_PLAY_MS - TILE_MS - REST_MS) / (scene.tiles - 1))) : 0;
}

export function lengthOf(scene: Timed): number {
  if (scene.toldOnly) return 0;
  const flights = scene.tiles > 0 ? TILE_MS + staggerOf(scene) * (scene.tiles - 1) + REST_MS : 0;
  return scene.lead + Math.max(flights, scene.bot ? MIN_BOT_TURN_MS : MIN_TURN_MS);
}

/** Milliseconds since a tile left the seat; negative before that. */
export function flightTime(scene: Timed, tile: number, elapsed: number): number {
  return elapsed - scene.lead - tile * staggerOf(scene);
}

export const isLanded = (flown: number) => flown >= TILE_MS;

/** The number of tiles that lie in their place. */
export function landedTiles(scene: Timed, elapsed: number): number {
  let landed = 0;
  while (landed < scene.tiles && isLanded(flightTime(scene, landed, elapsed))) landed += 1;
  return landed;
}

/** Scenes that are shown one after another. */
export class Playback<S extends Timed> {
  /** The first one is being shown. */
  #queue: S[] = [];
  /** How much of the first scene has been shown, at normal speed. */
  #elapsed = 0;
  #rate = 1;
  #now = 0;
  /** When everything must have been shown. */
  #deadline = Infinity;
  /** Whether the first scene has been reported as started. */
  #started = false;

  /** 1, or more for viewers who prefer a faster pace. */
  speed = 1;

  get current(): S | null {
    return this.#queue[0] ?? null;
  }
  get elapsed(): number {
    return this.#elapsed;
  }
  get waiting(): readonly S[] {
    return this.#queue.slice(1);
  }

  /** How long the rest takes at normal speed. */
  get #rest(): number {
    return this.#queue.reduce((sum, scene) => sum + lengthOf(scene), 0) - this.#elapsed;
  }

  push(scene: S, now: number) {
    if (this.#queue.length === 0) this.#reset(now);
    this.#queue.push(scene);
    this.#setRate();
  }

  /** It is the player's turn: what is left is shown within `MAX_LAG_ON_TURN_MS`. */
  hurry(now: number) {
    this.#deadline = Math.min(this.#deadline, now + MAX_LAG_ON_TURN_MS);
    this.#setRate();
  }

  /** Moves on to `now`. Returns the scenes that have started since, in order. */
  advance(now: number): S[] {
    const started: S[] = [];
    this.#elapsed += Math.max(0, now - this.#now) * this.#rate;
    this.#now = Math.max(now, this.#now);
    for (let scene = this.current; scene; scene = this.current) {
      if (!this.#started) started.push(scene);
      this.#started = true;
      if (this.#elapsed < lengthOf(scene)) break;
      this.#elapsed -= lengthOf(scene);
      this.#queue.shift();
      this.#started = false;
    }
    if (this.#queue.length === 0) this.#reset(now);
    return started;
  }

  /** Ends the show. Returns the scenes that had not started. */
  skip(): S[] {
    const rest = this.#started ? this.#queue.slice(1) : this.#queue;
    this.#queue = [];
    this.#reset(this.#now);
    return rest;
  }

  #reset(now: number) {
    this.#elapsed = 0;
    this.#now = Math.max(now, this.#now);
    this.#rate = 1;
    this.#deadline = Infinity;
    this.#started = false;
  }

  #setRate() {
    const within = Math.min(MAX_LAG_MS, Math.max(1, this.#deadline - this.#now));
    this.#rate = Math.max(this.speed, this.#rest / within);
  }
}
