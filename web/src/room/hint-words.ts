/** What a hint lights up, in words, for those who hear the page instead of seeing it. */
import { setOf, type Draft } from "../table/draft";
import type { Landing } from "../table/guide";
import type { Texts } from "../texts/en";
import { joinSentences, listNames } from "../texts/phrasing";
import { describeFace } from "../tiles/describe";
import type { HintLights } from "./hint";

/** A tile of the table with its place in its set, as its own label has it. */
function placed(texts: Texts, draft: Draft, id: number): string[] {
  const set = setOf(draft, id);
  if (!set) return [];
  const at = set.pieces.findIndex((piece) => piece.id === id);
  const face = set.pieces[at]?.face ?? "";
  return [texts.tiles.inSet(describeFace(texts, face), at + 1, set.pieces.length, draft.sets.indexOf(set) + 1)];
}

function describeLanding(texts: Texts, draft: Draft, landing: Landing): string[] {
  if (landing.kind === "new") return [texts.hints.newSet(listNames(texts, landing.faces.map((face) => describeFace(texts, face))))];
  return placed(texts, draft, landing.piece).map((other) => texts.hints.beside(describeFace(texts, landing.face), other, landing.side === "after"));
}

/** Where the lit tiles go; if no places are lit, where they lie by now. */
export function describeLights(texts: Texts, lights: HintLights, draft: Draft): string {
  if (lights.landings.length > 0) return joinSentences(texts, lights.landings.flatMap((landing) => describeLanding(texts, draft, landing)));
  return listNames(texts, [...lights.tiles].flatMap((id) => placed(texts, draft, id)));
}
