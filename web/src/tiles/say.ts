/** Tiles in words, for those who hear them. */
import type { Words } from "../words/en";
import { readFace, type Face } from "./face";

function say(words: Words, face: Face): string {
  const { tiles } = words;
  if (face.kind === "number") return tiles.number(tiles[face.colour], face.number);
  if (face.kind === "letter") return face.letter;
  return face.stands ? tiles.jokerAs(say(words, face.stands)) : tiles.joker;
}

export const sayFace = (words: Words, text: string): string => say(words, readFace(text));
