/** Which of the page's layouts suits a window and the reader's text size. */

export type Layout = "phone" | "large-text" | "landscape" | "tablet" | "desktop";

export interface Screen {
  readonly layout: Layout;
  /** Whether there is room for a panel beside the table. */
  readonly wide: boolean;
}

/** The text size for which the widths below are meant. */
const USUAL_REM = 16;

/** `rem` is the size of the root's text: with text twice as large, a window is as good as half as wide. */
export function screenOf(width: number, height: number, rem: number): Screen {
  const w = (width * USUAL_REM) / rem;
  const h = (height * USUAL_REM) / rem;
  const wide = w >= 1100 && h >= 480;
  if (w > h && h < 480) return { layout: "landscape", wide };
  if (w < 300) return { layout: "large-text", wide };
  if (w < 620) return { layout: "phone", wide };
  return { layout: w < 1100 && h >= w ? "tablet" : "desktop", wide };
}
