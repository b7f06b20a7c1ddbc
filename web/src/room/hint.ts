/** What a hint lights up: the tiles to move, the sets that take part, and the places where tiles land. */
import type { Draft, Felt } from "../table/draft";
import { landings, movedPieces, type Landing } from "../table/guide";
import { layFrom } from "../table/reconcile";

export interface HintLights {
  readonly tiles: ReadonlySet<number>;
  readonly sets: ReadonlySet<number>;
  readonly landings: readonly Landing[];
}

export const NO_LIGHTS: HintLights = { tiles: new Set(), sets: new Set(), landings: [] };

/** The way from the draft to the table that a hint proposes. What the player has laid of it already is not lit. */
export function lightPlay(start: Felt, now: Draft, table: readonly string[]): HintLights {
  const wanted = layFrom(start, now, table);
  if (!wanted) return NO_LIGHTS;
  const tiles = movedPieces(now, wanted);
  const places = landings(now, wanted);
  const beside = new Set(places.flatMap((place) => (place.kind === "beside" ? [place.piece] : [])));
  const touched = now.sets.filter((set) => set.pieces.some((piece) => tiles.has(piece.id) || beside.has(piece.id)));
  return { tiles, sets: new Set(touched.map((set) => set.id)), landings: places };
}

/** The tiles that a step has moved, on the table that it leaves; `before` is the table of the step before it. */
export function lightStep(start: Felt, now: Draft, before: readonly string[] | undefined, after: readonly string[]): HintLights {
  const from = before ? layFrom(start, now, before) : { ...start, rack: [] };
  const to = layFrom(start, now, after);
  return from && to ? { ...NO_LIGHTS, tiles: movedPieces(from, to) } : NO_LIGHTS;
}
