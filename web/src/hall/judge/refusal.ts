/** Why the server refused something, in the language of the phone. */
import type { JudgeTexts } from "../../texts/judge";
import type { Refusal } from "../net";

export function refusalText(texts: JudgeTexts, refusal: Refusal): string {
  return texts.refusals[refusal.code] ?? texts.refused(refusal.message);
}
