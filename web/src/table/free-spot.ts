/** Where something fits on the felt without covering a tile. */

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** How finely the felt is searched, in pixels. */
const STEP = 8;

export function overlaps(one: Box, other: Box): boolean {
  return one.left < other.left + other.width && one.left + one.width > other.left && one.top < other.top + other.height && one.top + one.height > other.top;
}

/** The free place inside of `felt` that is nearest to where the box would be; null if there is none. */
export function freeSpot(felt: Box, wanted: Box, taken: readonly Box[]): Box | null {
  let best: Box | null = null;
  let nearest = Infinity;
  const right = felt.left + felt.width - wanted.width;
  const bottom = felt.top + felt.height - wanted.height;
  for (let top = felt.top; top <= bottom; top += STEP) {
    for (let left = felt.left; left <= right; left += STEP) {
      const distance = Math.hypot(left - wanted.left, top - wanted.top);
      const spot = { ...wanted, left, top };
      if (distance >= nearest || taken.some((one) => overlaps(spot, one))) continue;
      [best, nearest] = [spot, distance];
    }
  }
  return best;
}
