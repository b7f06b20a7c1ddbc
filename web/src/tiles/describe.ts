/** Texts for tiles, for screen readers. */
import type { Texts } from "../texts/en";
import { readFace, type Colour, type Face } from "./face";
import { palette, type FourthColour } from "./fourth-colour.svelte";

/** The name of a colour; the fourth has the name that the edition prints. */
export function colourName(texts: Texts, colour: Colour, fourth: FourthColour): string {
  return texts.tiles[colour === "yellow" ? fourth : colour];
}

function describe(texts: Texts, face: Face, fourth: FourthColour): string {
  const { tiles } = texts;
  if (face.kind === "number") return tiles.number(colourName(texts, face.colour, fourth), face.number);
  if (face.kind === "any-colour") return String(face.number);
  if (face.kind === "letter") return face.letter;
  return face.stands ? tiles.jokerAs(describe(texts, face.stands, fourth)) : tiles.joker;
}

export const describeFace = (texts: Texts, text: string, fourth: FourthColour = palette.fourth): string =>
  describe(texts, readFace(text), fourth);
