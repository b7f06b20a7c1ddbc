/** How near the table is: two fingers, or a wheel with the control key, bring it nearer. */

/** All of it in sight. */
export const FAR = 1;
const NEAR = 3;

export function zoomTo(zoom: number): number {
  return Math.max(FAR, Math.min(NEAR, zoom));
}

export interface Zoomed {
  readonly zoom: number;
  /** Two fingers are on the table: whatever one of them held is let go. */
  begin(): void;
  /** Another zoom, around a height in the window. */
  change(zoom: number, around: number): void;
}

interface Spread {
  across: number;
  around: number;
}

function spread([one, two]: readonly Touch[]): Spread | null {
  if (!one || !two) return null;
  return { across: Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY), around: (one.clientY + two.clientY) / 2 };
}

/** Listens on an element, for Svelte's `use:`. */
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
    zoomed.change(zoomTo((began.zoom * now.across) / began.across), now.around);
  };
  const end = (event: TouchEvent) => {
    if (event.touches.length < 2) began = null;
  };
  const wheel = (event: WheelEvent) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoomed.change(zoomTo(zoomed.zoom * (event.deltaY < 0 ? 1.1 : 1 / 1.1)), event.clientY);
  };
  // The browser must be asked before each of these whether it may scroll: Svelte's own handlers can't say no.
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
