/** What has changed on the table since a player last looked at it: on one device, before the curtain fell. */
import { piece as plain, readTiles } from "../tiles/face";
import type { TableSet } from "../table/draft";


/** The pieces that were not on the table before. Of equal tiles, those in sets that lay there in the same form are old. */
export function changedSince(before: readonly string[], sets: readonly TableSet[]): Set<number> {
  const count = new Map<string, number>();
  for (const face of before.flatMap(readTiles).map(plain)) count.set(face, (count.get(face) ?? 0) + 1);
  const known = before.map((set) => readTiles(set).map(plain).join(" "));
  const isKnown = (set: TableSet) => {
    const at = known.indexOf(set.pieces.map((piece) => plain(piece.face)).join(" "));
    if (at >= 0) known.splice(at, 1);
    return at >= 0;
  };
  const [kept, touched] = [[] as TableSet[], [] as TableSet[]];
  for (const set of sets) (isKnown(set) ? kept : touched).push(set);
  const changed = new Set<number>();
  for (const piece of [...kept, ...touched].flatMap((set) => set.pieces)) {
    const left = count.get(plain(piece.face)) ?? 0;
    if (left > 0) count.set(plain(piece.face), left - 1);
    else changed.add(piece.id);
  }
  return changed;
}
