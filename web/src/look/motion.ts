/** Animations started by scripts, with the durations and curves of the design tokens. */

/** A duration of the style sheets in milliseconds. The build writes `240ms` as `.24s`. */
export function milliseconds(duration: string): number {
  const value = Number.parseFloat(duration);
  return duration.trim().endsWith("ms") ? value : value * 1000;
}

/** The latest animation of each element by `animateFrom`. */
const moves = new WeakMap<HTMLElement, Animation>();

/**
 * Animates an element, whose origin of transforms is its corner, from its previous position and size to those that it has
 * now. If it is still on its way, it goes on from where the last frame showed it.
 */
export function animateFrom(element: HTMLElement, dx: number, dy: number, scale = 1) {
  const style = getComputedStyle(element);
  const duration = milliseconds(style.getPropertyValue("--calm"));
  if (!(duration > 1)) return;
  const previous = moves.get(element);
  const underway = previous && previous.playState !== "finished" ? style.transform.replace("none", "") : "";
  previous?.cancel();
  const move = element.animate([{ transform: `translate(${dx}px, ${dy}px) ${underway} scale(${scale})` }, { transform: "none" }], {
    duration, easing: style.getPropertyValue("--settle"),
  });
  moves.set(element, move);
}

/**
 * For elements whose `transform` changes in every frame. Chromium sorts all layers again whenever a transform changes,
 * unless it is being animated: then the layers are sorted for any position that it may reach. Hence a paused animation
 * that adds nothing. With 160 tiles on the table, the sorting was most of the cost of a frame.
 */
export function keepLayerOrder(element: HTMLElement) {
  const nowhere = { transform: "translate(0px, 0px)" };
  element.animate([nowhere, nowhere], { duration: 1000, composite: "add" }).pause();
}
