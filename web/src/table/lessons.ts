/** The small tables of the first game. The server judges whether a lesson is done. */
import { readTiles } from "../tiles/face";
import type { Draft, Piece } from "./draft";

export interface Lesson {
  readonly name: string;
  readonly table: string[];
  readonly rack: string;
  /** The most tiles that may be left on the rack when the lesson is done. */
  readonly left: number;
}

export const LESSONS: readonly [Lesson, ...Lesson[]] = [
  { name: "run", table: [], rack: "r5 k2 r4 b11 r6", left: 2 },
  { name: "group", table: ["r4 r5 r6"], rack: "k2 b9 y9 b11 k9", left: 2 },
  { name: "add", table: ["r4 r5 r6", "k9 b9 y9"], rack: "k2 r7 b11", left: 2 },
  { name: "take", table: ["r4 r5 r6 r7", "k9 b9 y9"], rack: "b7 k7", left: 0 },
  { name: "joker", table: ["k9 b9 y9"], rack: "b11 * b13", left: 0 },
];

export function lessonDraft(lesson: Lesson | undefined): Draft {
  let id = 0;
  const pieces = (text: string): Piece[] => readTiles(text).map((face) => ({ id: ++id, face, own: false }));
  const sets = (lesson?.table ?? []).map((text, index) => ({ id: index, pieces: pieces(text) }));
  return { sets, rack: pieces(lesson?.rack ?? ""), next: sets.length };
}
