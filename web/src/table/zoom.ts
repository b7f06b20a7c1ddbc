/** Zooming the table with two fingers, or with the wheel and the control key. */

/** The whole table is in view. */
export const MIN_ZOOM = 1;
const MAX_ZOOM = 3;

export function clampZoom(zoom: number): number {
  return Math.max(MIN_ZOOM, Math.min(MAX_ZOOM, zoom));
}

export interface Zoomed {
  readonly zoom: number;
  /** Two fingers are on the table: a drag that one of them had begun is cancelled. */
  begin(): void;
  /** Changes the zoom around a point of the window. */
  change(zoom: number, around: { x: number; y: number }): void;
}

interface Spread {
  across: number;
  around: { x: number; y: number };
}

function spread([one, two]: readonly Touch[]): Spread | null {
  if (!one || !two) return null;
  return {
    across: Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY),
    around: { x: (one.clientX + two.clientX) / 2, y: (one.clientY + two.clientY) / 2 },
  };
}

/** A Svelte action that listens on an element. */
export function zooming(node: HTMLElement, zoomed: Zoomed) {
  let began: { across: number; zoom: number } | null = null;
  const start = (event: TouchEvent) => {
    const now = event.touches.length === 2 ? spread([...event.touches]) : null;
    began = now && { across: Math.max(now.across, 1), zoom: zoomed.zoom };
    if (began) zoomed.begin();
  };
  const move = (event: TouchEvent) => {
    const now = began && spread([...event.touches]);
    if (!began || !now) return;
    if (event.cancelable) event.preventDefault();
    zoomed.change(clampZoom((began.zoom * now.across) / began.across), now.around);
  };
  const end = (event: TouchEvent) => {
    if (event.touches.length < 2) began = null;
  };
  const wheel = (event: WheelEvent) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoomed.change(clampZoom(zoomed.zoom * (event.deltaY < 0 ? 1.1 : 1 / 1.1)), { x: event.clientX, y: event.clientY });
  };
  // Not passive, because these handlers may have to prevent scrolling; Svelte's own touch handlers are passive.
  const listening = { passive: false };
  node.addEventListener("touchstart", start, listening);
  node.addEventListener("touchmove", move, listening);
  node.addEventListener("touchend", end);
  node.addEventListener("touchcancel", end);
  node.addEventListener("wheel", wheel, listening);
  return {
    destroy() {
      node.removeEventListener("touchstart", start);
      node.removeEventListener("touchmove", move);
      node.removeEventListener("touchend", end);
      node.removeEventListener("touchcancel", end);
      node.removeEventListener("wheel", wheel);
    },
  };
}
