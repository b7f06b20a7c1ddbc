/** The current screen, taken from the path, so that links and the back button work. */

class Route {
  path = $state(location.pathname);
  hash = $state(location.hash);

  constructor() {
    addEventListener("popstate", () => this.#read());
    addEventListener("hashchange", () => this.#read());
  }
  #read() {
    this.path = location.pathname;
    this.hash = location.hash;
  }
  go(to: string, replace = false) {
    if (replace) history.replaceState(null, "", to);
    else history.pushState(null, "", to);
    this.#read();
    scrollTo(0, 0);
  }
  /** Keeps what was done on this screen, for a reload and for the way back to it. */
  keep(state: object) {
    try {
      history.replaceState(state, "");
    } catch {
      // A browser that is asked too often refuses; then an older state is kept.
    }
  }
  /** What was kept at this visit of the screen. */
  kept<State extends object>(): Partial<State> {
    return (history.state as Partial<State> | null) ?? {};
  }
  get parts(): string[] {
    return this.path.split("/").filter((part) => part !== "");
  }
}

export const route = new Route();

/** Handles clicks on links inside the page without reloading it. */
export function followLink(event: MouseEvent) {
  const link = (event.target as HTMLElement).closest("a");
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.origin !== location.origin || link.target || link.hasAttribute("download") || link.pathname.startsWith("/api")) return;
  event.preventDefault();
  route.go(link.pathname + link.hash);
}
