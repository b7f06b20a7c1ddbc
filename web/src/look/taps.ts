/**
 * A second tap at the same place, right after the first, was meant for what the first one hit. If another screen or dialog has
 * come up there meanwhile, the tap is dropped: whoever taps "Begin" twice does not press what is under the finger then.
 */

/** A second tap within this time was not a decision about what had just come up. */
const TWICE_MS = 350;
/** As far as a finger wanders between two taps, in pixels. */
const TWICE_PX = 24;

export interface Tap {
  readonly at: number;
  readonly x: number;
  readonly y: number;
}

export function isSecondTap(first: Tap, second: Tap): boolean {
  return second.at - first.at < TWICE_MS && Math.hypot(second.x - first.x, second.y - first.y) < TWICE_PX;
}

/** Drops second taps that would hit another screen or dialog than the first, where `applies` says so. */
export function dropStrayTaps(target: Window, applies: () => boolean) {
  let last: (Tap & { screen: Element | null }) | null = null;
  let dropping = false;
  const screenOf = (event: Event) => (event.target instanceof Element ? event.target.closest("dialog, main") : null);
  const drop = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  target.addEventListener(
    "pointerdown",
    (event) => {
      const tap = { at: event.timeStamp, x: event.clientX, y: event.clientY };
      const screen = screenOf(event);
      dropping = applies() && last !== null && last.screen !== screen && isSecondTap(last, tap);
      if (dropping) drop(event);
      else last = { ...tap, screen };
    },
    { capture: true },
  );
  target.addEventListener(
    "click",
    (event) => {
      // A click by a key has no pointer before it.
      if (dropping && event.detail > 0) drop(event);
    },
    { capture: true },
  );
}
