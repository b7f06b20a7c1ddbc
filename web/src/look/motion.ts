/** Movement that a script starts, with the durations and curves of the tokens. */

/** Lets something that has just got its new place come to it from where it was. */
export function settle(element: HTMLElement, dx: number, dy: number) {
  const style = getComputedStyle(document.documentElement);
  const duration = Number.parseFloat(style.getPropertyValue("--calm"));
  if (!(duration > 1)) return;
  // Added to what is still under way, so that a second move does not start with a jump.
  element.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], {
    duration, easing: style.getPropertyValue("--settle"), composite: "add",
  });
}

/**
 * For what is moved by its `transform` in every frame. Chromium sorts all layers anew whenever a transform changes,
 * unless an animation of it is under way, since then the layers are sorted for any place it may come to. So one is:
 * it stands still and adds nothing. With 160 tiles out this is most of what a frame cost.
 */
export function afloat(element: HTMLElement) {
  const nowhere = { transform: "translate(0px, 0px)" };
  element.animate([nowhere, nowhere], { duration: 1000, composite: "add" }).pause();
}
