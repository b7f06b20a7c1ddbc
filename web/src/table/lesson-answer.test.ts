/** Which answer a lesson gives to a judgement of the server (P8). The judgements of the real one: tests/learn.spec.ts. */
import { describe, expect, it } from "vitest";
import type { JudgementView, SetFaultCode } from "../wire";
import { move, type Draft } from "./draft";
import { answerTo, probes } from "./lesson-answer";
import { LESSONS, lessonDraft, tilesToLay } from "./lessons";
import { layFrom } from "./reconcile";

const [run] = LESSONS;
const start = lessonDraft(run);
const wanted = layFrom(start, start, run.wanted) ?? start;

/** The first lesson with these tiles laid, each group as a set. */
function laid(...groups: string[]): Draft {
  return groups.reduce((draft, faces, at) => {
    const ids = faces.split(" ").map((face) => draft.rack.find((piece) => piece.face === face)?.id ?? -1);
    return move(draft, ids, { kind: "new", at });
  }, start);
}
/** A judgement in which sets are valid, laid in this order, or wrong for this reason. */
function judged(sets: (string | { why: SetFaultCode })[]): JudgementView {
  return {
    legal: sets.every((set) => typeof set === "string"),
    sets: sets.map((set) => (typeof set === "string" ? { ok: true, laid: [set] } : { ok: false })),
    faults: sets.flatMap((set, index) => (typeof set === "string" ? [] : [{ fault: "not-a-set" as const, set: index, message: "", why: set.why }])),
  };
}
const answer = (draft: Draft, judgement: JudgementView, probed: JudgementView | null = null) => answerTo(run, wanted, draft, judgement, probes(draft, judgement), probed);

describe("the answer of a lesson", () => {
  it("is that it is done", () => {
    expect(answer(laid("r4 r5 r6"), judged(["r4 r5 r6"]))).toEqual({ tone: "good", reason: { kind: "done" } });
  });
  it("gives the order of a run that was laid in another one", () => {
    expect(answer(laid("r6 r5 r4"), judged(["r4 r5 r6"])).reason).toEqual({ kind: "order", faces: ["r4", "r5", "r6"] });
  });
  it("names the tile without which the set could be one", () => {
    const draft = laid("r4 r5 b6");
    const judgement = judged([{ why: "neither" }]);
    expect(probes(draft, judgement).map((probe) => probe.text)).toEqual(["* r5 b6", "r4 * b6", "r4 r5 *"]);
    const found = answer(draft, judgement, judged([{ why: "neither" }, { why: "neither" }, "r4 r5 *r6"]));
    expect(found).toMatchObject({ tone: "mistake", set: 0, reason: { kind: "fault", fault: { why: "neither" } } });
    expect(draft.sets[0]?.pieces.find((piece) => piece.id === found.odd)?.face).toBe("b6");
  });
  it("names none if several could be left out", () => {
    const found = answer(laid("r4 r5 b6"), judged([{ why: "neither" }]), judged(["* r5 b6", { why: "neither" }, "r4 r5 *"]));
    expect(found.odd).toBeUndefined();
  });
  it("asks of a pair whether a third tile could make it a set", () => {
    const draft = laid("r4 k11");
    const judgement = judged([{ why: "too-short" }]);
    expect(probes(draft, judgement)).toEqual([{ set: 0, piece: null, text: "r4 k11 *" }]);
    expect(answer(draft, judgement, judged([{ why: "neither" }]))).toMatchObject({ tone: "mistake", reason: { fault: { why: "neither" } } });
    expect(answer(laid("r4 r5"), judgement, judged(["r4 r5 *r6"]))).toEqual({ tone: "progress", reason: { kind: "next" } });
  });
  it.each([
    [["r4", "r5"], "apart"],
    [["k11"], "not-needed"],
  ])("says of single tiles %j what is wrong", (groups, kind) => {
    expect(answer(laid(...groups), judged(groups.map(() => ({ why: "too-short" as const }))))).toMatchObject({ tone: "mistake", reason: { kind } });
  });
});

describe.each(LESSONS.map((lesson) => [lesson.name, lesson] as const))("the lesson %s", (_, lesson) => {
  it("can be played with the tiles that it gives", () => {
    const first = lessonDraft(lesson);
    expect(layFrom(first, first, lesson.wanted)?.rack.length).toBe(first.rack.length - tilesToLay(lesson));
    expect(tilesToLay(lesson) > 0).toBe(lesson.ends !== "draw");
  });
});
