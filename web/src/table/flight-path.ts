/** Where a tile is on its way from a seat to its place, or from the pool to a seat. */
import { FLY_MS, isLanded, LIFT_MS, SETTLE_MS } from "../room/pace";

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The position of a tile's centre, with its size and turn. */
export interface Pose extends Point {
  readonly scale: number;
  /** Degrees, clockwise. */
  readonly turn: number;
  readonly opacity: number;
}

/** The size of a tile at its seat, where it must not hide the name, and above the table. */
const AT_SEAT = 0.55;
const LIFTED = 1.1;
const TILT = 9;

/** The y of a cubic Bézier easing from (0, 0) to (1, 1) at this x. */
export function ease(x1: number, y1: number, x2: number, y2: number, x: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const at = (a: number, b: number, t: number) => 3 * a * t * (1 - t) ** 2 + 3 * b * t ** 2 * (1 - t) + t ** 3;
  let low = 0;
  let high = 1;
  for (let step = 0; step < 24; step++) {
    const middle = (low + high) / 2;
    if (at(x1, x2, middle) < x) low = middle;
    else high = middle;
  }
  return at(y1, y2, (low + high) / 2);
}

/** A point of the arc, which bulges to the side on which the way is longer. */
export function arcPoint(from: Point, to: Point, share: number): Point {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const bulge = 0.22 * Math.sign(dx || 1);
  const control = { x: from.x + dx / 2 - dy * bulge, y: from.y + dy / 2 + dx * bulge * 0.4 - Math.abs(dy) * 0.05 };
  const mix = (a: number, b: number, c: number) => a * (1 - share) ** 2 + 2 * b * share * (1 - share) + c * share ** 2;
  return { x: mix(from.x, control.x, to.x), y: mix(from.y, control.y, to.y) };
}

/** The pose this many milliseconds after the tile left; null before that and after it has landed. */
export function poseAt(from: Point, to: Point, flown: number): Pose | null {
  if (flown < 0 || isLanded(flown)) return null;
  const lifted = Math.min(1, flown / LIFT_MS);
  const share = ease(0.45, 0.05, 0.25, 1, (flown - LIFT_MS) / FLY_MS);
  const settled = ease(0.2, 0.9, 0.25, 1, (flown - LIFT_MS - FLY_MS) / SETTLE_MS);
  const size = AT_SEAT * (0.6 + 0.4 * lifted) + (LIFTED - AT_SEAT) * Math.min(1, share / 0.35);
  return {
    ...arcPoint(from, to, share),
    scale: size + (1 - LIFTED) * settled,
    turn: -TILT * lifted * (1 - share),
    opacity: lifted,
  };
}
