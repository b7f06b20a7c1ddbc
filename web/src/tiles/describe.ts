/** Texts for tiles, for screen readers. */
import type { Texts } from "../texts/en";
import { readFace, type Face } from "./face";

function describe(texts: Texts, face: Face): string {
  const { tiles } = texts;
  if (face.kind === "number") return tiles.number(tiles[face.colour], face.number);
  if (face.kind === "letter") return face.letter;
  return face.stands ? tiles.jokerAs(describe(texts, face.stands)) : tiles.joker;
}

export const describeFace = (texts: Texts, text: string): string => describe(texts, readFace(text));
