/** Why a request was refused, in the player's language. */
import { codeOf, type RefusalCode } from "../net/api";
import type { Code, RuleCode } from "../wire";
import type { Texts } from "./en";

export function describeCode(texts: Texts, code: RefusalCode | RuleCode): string {
  if (code === "unreachable") return texts.app.unreachable;
  if (code in texts.forbidden) return texts.forbidden[code as RuleCode];
  // A newer server may send a code that this page does not know.
  return code in texts.refusals ? texts.refusals[code as Code] : texts.refusals.other;
}

export function describeRefusal(texts: Texts, error: unknown): string {
  return describeCode(texts, codeOf(error));
}
