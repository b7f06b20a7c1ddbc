/** Animations started by scripts, with the durations and curves of the design tokens. */

/** Animates an element from its previous position to the one that it has now. */
export function animateFrom(element: HTMLElement, dx: number, dy: number) {
  const style = getComputedStyle(document.documentElement);
  const duration = Number.parseFloat(style.getPropertyValue("--calm"));
  if (!(duration > 1)) return;
  // Added to a running animation, so that a second move does not start with a jump.
  element.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], {
    duration, easing: style.getPropertyValue("--settle"), composite: "add",
  });
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
