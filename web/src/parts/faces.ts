/** Faces: a shape, a colour and something worn, written as three digits. The server checks them and keeps them apart. */

export const SHAPES = 6;
export const COLOURS = 8;
export const WORN = 8;

export interface Face {
  shape: number;
  colour: number;
  worn: number;
}

export const writeFace = ({ shape, colour, worn }: Face): string => `${shape}${colour}${worn}`;

/** A face from its text. A newer server may know more shapes than this page: those are drawn as one that it knows. */
export function readFace(text: string): Face {
  const [shape = 0, colour = 0, worn = 0] = [...text].map((digit) => Number(digit) || 0);
  return { shape: shape % SHAPES, colour: colour % COLOURS, worn: worn % WORN };
}

/** A face for somebody of whom only the name is known, such as a bot or a player in a record. */
export function faceOfName(name: string): Face {
  let hash = 2166136261;
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619);
  hash >>>= 0;
  return { shape: hash % SHAPES, colour: (hash >>> 9) % COLOURS, worn: (hash >>> 17) % WORN };
}

/** This many faces to choose from, all of different shapes and colours as far as there are enough. */
export function someFaces(count: number, random: (below: number) => number): string[] {
  const [shape, colour, worn] = [random(SHAPES), random(COLOURS), random(WORN)];
  return Array.from({ length: count }, (_, index) =>
    writeFace({ shape: (shape + index) % SHAPES, colour: (colour + 3 * index) % COLOURS, worn: (worn + 5 * index) % WORN }),
  );
}

/** A face in none of the colours of these, as far as there are enough colours. */
export function faceUnlike(others: readonly string[], random: (below: number) => number): string {
  const taken = new Set(others.map((face) => readFace(face).colour));
  const faces = someFaces(COLOURS, random);
  return faces.find((face) => !taken.has(readFace(face).colour)) ?? faces[0] ?? "000";
}

export const anyNumber = (below: number): number => Math.floor(Math.random() * below);
