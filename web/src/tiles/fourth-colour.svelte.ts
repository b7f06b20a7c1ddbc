/**
 * The fourth colour of the tiles (N1). The printed editions call it yellow or orange; the notation of the wire writes `y`
 * for both. A screen that shows tiles of an edition says which one, and the name and the ink of all its tiles follow.
 */
import type { Settings } from "../wire";

export type FourthColour = "yellow" | "orange";

const DEFAULT: FourthColour = "orange";

export function fourthColourOf(settings: Settings | null | undefined): FourthColour {
  return settings?.fourth_colour === "yellow" ? "yellow" : DEFAULT;
}

class Palette {
  fourth = $state<FourthColour>(DEFAULT);

  show(fourth: FourthColour) {
    this.fourth = fourth;
    document.documentElement.dataset.fourthColour = fourth;
  }
}

export const palette = new Palette();

/** Shows tiles in the colours of these settings while the calling screen is mounted. */
export function useColoursOf(settings: () => Settings | null | undefined): void {
  $effect(() => palette.show(fourthColourOf(settings())));
  $effect(() => () => palette.show(DEFAULT));
}
