/** The answer of a lesson in the learner's language. */
import type { Texts as TableTexts } from "../texts/en";
import type { LearnTexts } from "../texts/learn";
import { joinSentences } from "../texts/phrasing";
import { describeFace } from "../tiles/describe";
import { readFace } from "../tiles/face";
import type { FaultView } from "../wire";
import { findPiece, type Draft } from "./draft";
import { describeFault } from "./faults";
import type { Answer, Reason } from "./lesson-answer";
import type { LessonName } from "./lessons";

/** The texts of a table with those of the first game. */
type Texts = TableTexts & { learn: LearnTexts };

function describeOrder(texts: Texts, faces: readonly string[]): string {
  const joker = faces.find((face) => face.startsWith("*") && face.length > 1);
  if (joker) return texts.learn.jokerOrder(describeFace(texts, joker.slice(1)));
  const numbers = faces.map(readFace).map((face) => (face.kind === "number" ? face.number : ""));
  return texts.learn.order(numbers.join(texts.tag.startsWith("zh") ? "、" : ", "));
}

/** In the first two lessons a wrong set is compared with the one that is taught. */
function describeSetFault(texts: Texts, lesson: LessonName, fault: FaultView): string {
  if (fault.why === "neither" && lesson === "run") return texts.learn.neitherRun;
  if (fault.why === "neither" && lesson === "group") return texts.learn.neitherGroup;
  return describeFault(texts, fault);
}

function describeReason(texts: Texts, lesson: LessonName, reason: Reason): string {
  const { learn } = texts;
  switch (reason.kind) {
    case "done":
      return "";
    case "order":
      return describeOrder(texts, reason.faces);
    case "next":
      return learn.goOn;
    case "more":
      return learn.more;
    case "opening":
      return learn.points(reason.reached, reason.needed);
    case "fault":
      return describeSetFault(texts, lesson, reason.fault);
    case "apart":
      return learn.apart;
    case "not-needed":
      return learn.notNeeded;
    case "broken":
      return learn.broken;
  }
}

/** A word or two in front, and what there is to say. */
export function describeAnswer(texts: Texts, lesson: LessonName, draft: Draft, answer: Answer): { lead: string; text: string } {
  const said = describeReason(texts, lesson, answer.reason);
  if (answer.tone !== "mistake") return { lead: answer.tone === "good" ? texts.learn.good : "", text: said };
  const odd = answer.odd !== undefined && answer.reason.kind === "fault" ? findPiece(draft, answer.odd) : undefined;
  return { lead: texts.learn.almost, text: joinSentences(texts, [said, odd ? texts.learn.odd(describeFace(texts, odd.face)) : ""]) };
}
