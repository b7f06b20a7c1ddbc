/** What every picture of the wall knows about the wall. */
export interface Stage {
  /** The hall's time. */
  now: string;
  /** The width in hundredths of the height. */
  wide: number;
  /** The height in pixels. */
  height: number;
  /** The page that the organiser holds; null while pages turn. */
  page: number | null;
  /** Since when the wall has no connection. */
  lost: string | null;
  language: string;
}
