/** The layout of this window, which follows its size and the text size, and is told to the style sheets. */
import { screenOf, type Layout, type Screen } from "./screen";

class Window {
  #now = $state.raw<Screen>({ layout: "phone", wide: false });

  constructor() {
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const next = screenOf(innerWidth, innerHeight, rem);
      if (next.layout !== this.#now.layout || next.wide !== this.#now.wide) this.#now = next;
      document.documentElement.dataset.layout = next.layout;
    };
    measure();
    addEventListener("resize", measure);
    // As wide as a letter: its size changes with that of the text.
    const probe = document.createElement("span");
    probe.className = "rem-probe";
    document.body.append(probe);
    new ResizeObserver(measure).observe(probe);
  }

  get layout(): Layout {
    return this.#now.layout;
  }
  get wide(): boolean {
    return this.#now.wide;
  }
}

export const screen = new Window();
