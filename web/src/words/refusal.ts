/** Why something was not done, in the player's language. */
import { codeOf, type RefusalCode } from "../net/api";
import type { Words } from "./en";

export function sayCode(words: Words, code: RefusalCode): string {
  if (code === "unreachable") return words.app.unreachable;
  // A server that is newer than this page may give a reason that the page does not know.
  return code in words.refusals ? words.refusals[code] : words.refusals.other;
}

export function sayRefusal(words: Words, error: unknown): string {
  return sayCode(words, codeOf(error));
}
