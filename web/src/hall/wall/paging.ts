/** Long lists in pages that turn calmly. */

/** Seconds that a page stays. */
export const HOLD = 12;

/** A list in as few pages as can hold it, as equal as possible; one empty page for an empty list. */
export function pagesOf<T>(items: readonly T[], most: number): T[][] {
  const count = Math.max(1, Math.ceil(items.length / Math.max(1, most)));
  const size = Math.ceil(items.length / count);
  return Array.from({ length: count }, (_, page) => items.slice(page * size, (page + 1) * size));
}

/** The page to show after some seconds: the wanted one if there is such a page, otherwise they take turns. */
export function pageAt(seconds: number, count: number, wanted: number | null, hold = HOLD): number {
  if (count <= 1) return 0;
  if (wanted !== null) return Math.min(Math.max(0, wanted), count - 1);
  return Math.floor(Math.max(0, seconds) / hold) % count;
}

/** How many columns and rows a list has on the wall, whose width is given in hundredths of its height. */
export interface Room {
  columns: number;
  rows: number;
}

/** A page of a list on the wall, with the size of its letters in hundredths of the height. */
export interface Arrangement extends Room {
  size: number;
}

/** What a list needs: the smallest letters, the width of a column in sizes of its letters, and how many rows belong together. */
export interface Measure {
  least: number;
  widths: number;
  together: number;
}

/** The part of the height that a picture has for its rows, in hundredths, and how much of a row its letters may fill. */
const HEIGHT = 86;
const FILLED = 0.45;

/** Columns and rows that fill the wall with the largest letters, within the room there is. No column stays empty. */
export function arrange(count: number, wall: number, room: Room, { least, widths, together }: Measure): Arrangement {
  const choices = Array.from({ length: room.columns }, (_, at) => {
    const rows = Math.min(room.rows, together * Math.max(1, Math.ceil(count / (at + 1) / together)));
    const columns = Math.max(1, Math.ceil(count / rows));
    return { columns, rows, size: Math.max(least, Math.min((FILLED * HEIGHT) / rows, wall / columns / widths)) };
  }).filter(({ columns }) => columns <= room.columns);
  return choices.reduce((best, one) => (one.size > best.size || (one.size === best.size && one.rows < best.rows) ? one : best), choices[0] ?? { ...room, size: least });
}

/** As many columns of at least `width` as fit; widths are in hundredths of the height. */
export function roomFor(wall: number, width: number, rows: number): Room {
  return { columns: Math.max(1, Math.floor(wall / width)), rows };
}
