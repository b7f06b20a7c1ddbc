/** The face of a tile, and the notation of the wire. Contains no rules. */

export type Colour = "black" | "red" | "blue" | "yellow";

export type Face =
  | { kind: "number"; colour: Colour; number: number }
  /** What a joker stands for in a group: a number in a colour that the group lacks. */
  | { kind: "any-colour"; number: number }
  | { kind: "letter"; letter: string }
  /** `stands` is the reading of the joker; null before the server has read it. */
  | { kind: "joker"; stands: Face | null };

const COLOURS: Record<string, Colour> = { k: "black", r: "red", b: "blue", y: "yellow" };

/** Reads one tile: `r7`, `A`, `*`, `*r7`, `*7` for a joker in a group of sevens, or `a` for a joker read as A. */
export function readFace(text: string): Face {
  if (text.startsWith("*")) return { kind: "joker", stands: text.length > 1 ? readFace(text.slice(1)) : null };
  const colour = COLOURS[text[0] ?? ""];
  if (colour && text.length > 1) return { kind: "number", colour, number: Number(text.slice(1)) };
  if (/^\d+$/.test(text)) return { kind: "any-colour", number: Number(text) };
  if (/^[a-z]$/.test(text)) return { kind: "joker", stands: { kind: "letter", letter: text.toUpperCase() } };
  return { kind: "letter", letter: text };
}

/** The tiles of a rack or a set in the notation of the wire: numbers separated by spaces, or letters in one word. */
export function readTiles(text: string): string[] {
  const trimmed = text.trim();
  if (trimmed === "") return [];
  if (/^[A-Za-z*]+$/.test(trimmed) || /^[A-Za-z*]+( [A-Za-z*]+)*$/.test(trimmed)) return [...trimmed.replaceAll(" ", "")];
  return trimmed.split(/\s+/);
}

/** The tile without the reading of a joker, as on a rack. */
export function piece(text: string): string {
  const face = readFace(text);
  return face.kind === "joker" ? "*" : text;
}

/** Writes a set for the wire. */
export function writeSet(tiles: readonly string[]): string {
  const letters = tiles.every((tile) => /^[A-Za-z]$/.test(tile) || tile === "*");
  const someLetter = tiles.some((tile) => /^[A-Za-z]$/.test(tile));
  return tiles.join(letters && someLetter ? "" : " ");
}

/** Sort keys: by colour, then number, or by number, then colour; letters alphabetically; jokers last. */
const COLOUR_ORDER: Colour[] = ["black", "red", "blue", "yellow"];
export function colourKey(text: string): number {
  const face = readFace(text);
  if (face.kind === "number") return COLOUR_ORDER.indexOf(face.colour) * 100 + face.number;
  return face.kind === "letter" ? face.letter.charCodeAt(0) : 10_000;
}
export function numberKey(text: string): number {
  const face = readFace(text);
  if (face.kind === "number") return face.number * 10 + COLOUR_ORDER.indexOf(face.colour);
  return face.kind === "letter" ? face.letter.charCodeAt(0) : 10_000;
}
