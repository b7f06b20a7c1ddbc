/** The small tables of the first game. The server judges every play; a lesson only says which play it teaches. */
import { readTiles } from "../tiles/face";
import type { Draft, Piece } from "./draft";

export type LessonName = "run" | "group" | "opening" | "draw" | "add" | "joker" | "take";

export interface Lesson {
  readonly name: LessonName;
  readonly table: readonly string[];
  readonly rack: string;
  readonly opened: boolean;
  /** The table that the hand leads to; any legal play that leaves no more tiles is as good. */
  readonly wanted: readonly string[];
  /** How the lesson ends: with the play itself, or with the button that ends a turn. */
  readonly ends: "laid" | "finish" | "draw";
  /** The tile that "Draw" brings. */
  readonly drawn?: string;
}

/** The edition of the lessons and of the game after them. */
export const EDITION = "hk";

export const LESSONS: readonly [Lesson, ...Lesson[]] = [
  { name: "run", table: [], rack: "k11 r4 b6 r5 y2 r6", opened: true, wanted: ["r4 r5 r6"], ends: "laid" },
  { name: "group", table: ["r4 r5 r6"], rack: "k9 k2 b9 r11 y9", opened: true, wanted: ["r4 r5 r6", "k9 b9 y9"], ends: "laid" },
  {
    name: "opening", table: ["k5 k6 k7"], rack: "y1 k10 y2 r10 y3 b10 k8", opened: false, wanted: ["k5 k6 k7", "k10 r10 b10"], ends: "finish",
  },
  { name: "draw", table: ["k5 k6 k7", "k10 r10 b10"], rack: "r1 b4 y7 k12", opened: true, wanted: ["k5 k6 k7", "k10 r10 b10"], ends: "draw", drawn: "y13" },
  { name: "add", table: ["r4 r5 r6", "k10 r10 b10"], rack: "b2 r7 k13", opened: true, wanted: ["r4 r5 r6 r7", "k10 r10 b10"], ends: "finish" },
  { name: "joker", table: ["k9 r9 b9"], rack: "b11 * b13", opened: true, wanted: ["k9 r9 b9", "b11 *b12 b13"], ends: "finish" },
  { name: "take", table: ["r4 r5 r6 r7", "k9 r9 b9"], rack: "b7 k7", opened: true, wanted: ["r4 r5 r6", "k9 r9 b9", "b7 k7 r7"], ends: "finish" },
];

export function lessonDraft(lesson: Lesson): Draft {
  let id = 0;
  const pieces = (text: string): Piece[] => readTiles(text).map((face) => ({ id: ++id, face, own: false }));
  const sets = lesson.table.map((text, index) => ({ id: index, pieces: pieces(text) }));
  return { sets, rack: pieces(lesson.rack), next: sets.length };
}

/** The tiles that the taught play lays. */
export function tilesToLay(lesson: Lesson): number {
  const count = (sets: readonly string[]) => sets.flatMap(readTiles).length;
  return count(lesson.wanted) - count(lesson.table);
}
