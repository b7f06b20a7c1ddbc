/**
 * What a lesson answers to a play. Whether a set is valid, and why not, is the server's judgement; which tile is the odd one
 * and whether a pair can become a set is asked of it, too, with a joker in the place of the tile in question.
 */
import { piece as withoutReading, writeSet } from "../tiles/face";
import type { FaultView, JudgementView } from "../wire";
import { setOf, type Draft, type TableSet } from "./draft";
import { tilesToLay, type Lesson } from "./lessons";

export type Reason =
  /** The taught play, or one that lays as many tiles. */
  | { readonly kind: "done" }
  /** The tiles are right; the server has put them in this order. */
  | { readonly kind: "order"; readonly faces: readonly string[] }
  /** On the way. */
  | { readonly kind: "next" }
  /** Legal, but not what the lesson teaches. */
  | { readonly kind: "more" }
  | { readonly kind: "opening"; readonly reached: number; readonly needed: number }
  | { readonly kind: "fault"; readonly fault: FaultView }
  /** Tiles of one set lie apart. */
  | { readonly kind: "apart" }
  /** A tile that the lesson does not use. */
  | { readonly kind: "not-needed" }
  /** A set of the table was taken apart, and what stays is none. */
  | { readonly kind: "broken" };

export interface Answer {
  readonly tone: "good" | "progress" | "mistake";
  readonly reason: Reason;
  /** The set that is wrong, and the one tile in it that does not fit, if it is one. */
  readonly set?: number | undefined;
  readonly odd?: number | undefined;
}

/** A set with a joker added, or in the place of one tile, to be judged by itself. */
export interface Probe {
  readonly set: number;
  /** The piece whose place the joker takes; null: it was added. */
  readonly piece: number | null;
  readonly text: string;
}

const notASet = (judgement: JudgementView, index: number): FaultView | undefined => judgement.faults?.find((fault) => fault.set === index);
const isShort = (fault: FaultView) => fault.why === "too-short";

/** What to ask of the server about the sets that are not valid. */
export function probes(draft: Draft, judgement: JudgementView): Probe[] {
  return draft.sets.flatMap((set, index): Probe[] => {
    const fault = notASet(judgement, index);
    if (!fault) return [];
    const faces = set.pieces.map((piece) => withoutReading(piece.face));
    if (isShort(fault)) return set.pieces.length === 2 ? [{ set: index, piece: null, text: writeSet([...faces, "*"]) }] : [];
    return set.pieces.map((piece, at) => ({ set: index, piece: piece.id, text: writeSet(faces.map((face, other) => (other === at ? "*" : face))) }));
  });
}

/** The order in which the server lays a set, if it is another than the player's. */
function newOrder(set: TableSet, laid: string | undefined): string[] | null {
  if (laid === undefined || !set.pieces.some((piece) => piece.own)) return null;
  const faces = laid.split(" ");
  return faces.every((face, at) => withoutReading(face) === withoutReading(set.pieces[at]?.face ?? "")) ? null : faces;
}

/** `asked` are the probes of this draft, and `probed` the judgement of them. */
export function answerTo(lesson: Lesson, wanted: Draft, draft: Draft, judgement: JudgementView, asked: readonly Probe[], probed: JudgementView | null): Answer {
  const order = draft.sets.map((set, index) => newOrder(set, judgement.sets[index]?.laid?.[0])).find((faces) => faces !== null);
  if (judgement.legal) {
    const laid = draft.sets.flatMap((set) => set.pieces).filter((piece) => piece.own).length;
    if (laid < tilesToLay(lesson)) return { tone: "progress", reason: { kind: "more" } };
    return { tone: "good", reason: order ? { kind: "order", faces: order } : { kind: "done" } };
  }
  const wrong = wrongSet(draft, judgement, asked, probed);
  if (wrong) return wrong;
  const unfinished = unfinishedSet(wanted, draft, judgement);
  if (unfinished?.tone === "mistake") return unfinished;
  const rest = judgement.faults?.filter((fault) => fault.set === undefined && fault.fault !== "nothing-played") ?? [];
  const below = rest.find((fault) => fault.fault === "below-opening");
  const other = rest.find((fault) => fault !== below);
  if (other) return { tone: "mistake", reason: { kind: "fault", fault: other } };
  if (order) return { tone: "progress", reason: { kind: "order", faces: order } };
  if (unfinished) return unfinished;
  if (below) return { tone: "progress", reason: { kind: "opening", reached: below.reached ?? 0, needed: below.needed ?? 0 } };
  return { tone: "progress", reason: { kind: "next" } };
}

/** A set that no further tile would make valid. */
function wrongSet(draft: Draft, judgement: JudgementView, asked: readonly Probe[], probed: JudgementView | null): Answer | null {
  for (const index of draft.sets.keys()) {
    const fault = notASet(judgement, index);
    if (!fault) continue;
    const answers = asked.flatMap((probe, at) => (probe.set === index ? [{ probe, ok: probed?.sets[at]?.ok ?? false, why: probed && notASet(probed, at) }] : []));
    if (!isShort(fault)) {
      const fitting = answers.filter(({ ok }) => ok);
      const odd = fitting.length === 1 ? fitting[0]?.probe.piece : null;
      return { tone: "mistake", reason: { kind: "fault", fault }, set: index, odd: odd ?? undefined };
    }
    const pair = answers[0]?.why;
    if (pair) return { tone: "mistake", reason: { kind: "fault", fault: pair }, set: index };
  }
  return null;
}

/** A set that is too short: on the way to the wanted one, or not. */
function unfinishedSet(wanted: Draft, draft: Draft, judgement: JudgementView): Answer | null {
  const homes: (TableSet | undefined)[] = [];
  for (const [index, set] of draft.sets.entries()) {
    if (!notASet(judgement, index)) continue;
    const home = setOf(wanted, set.pieces[0]?.id ?? -1);
    if (!home) return { tone: "mistake", reason: { kind: "not-needed" }, set: index, odd: set.pieces[0]?.id };
    if (!set.pieces.every((piece) => home.pieces.some((other) => other.id === piece.id))) return { tone: "mistake", reason: { kind: "broken" }, set: index };
    if (homes.includes(home)) return { tone: "mistake", reason: { kind: "apart" }, set: index };
    homes.push(home);
  }
  return homes.length > 0 ? { tone: "progress", reason: { kind: "next" } } : null;
}
