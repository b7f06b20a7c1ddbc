/** Why the server did not do something, in the player's language. */
import { codeOf } from "../net/api";
import type { Words } from "./en";

export function sayRefusal(words: Words, error: unknown): string {
  const code = codeOf(error);
  return code === "unreachable" ? words.app.unreachable : (words.refusals[code] ?? words.refusals.other ?? "");
}
