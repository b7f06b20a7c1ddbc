/** Why a request was refused, in the player's language. */
import { codeOf, type RefusalCode } from "../net/api";
import type { Texts } from "./en";

export function describeCode(texts: Texts, code: RefusalCode): string {
  if (code === "unreachable") return texts.app.unreachable;
  // A newer server may send a code that this page does not know.
  return code in texts.refusals ? texts.refusals[code] : texts.refusals.other;
}

export function describeRefusal(texts: Texts, error: unknown): string {
  return describeCode(texts, codeOf(error));
}
