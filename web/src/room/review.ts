/** A turn of a finished game compared with what else could have been done. */
import type { BestView, TurnView } from "../wire";

/** Which of the three plays lies on the table of a replay. */
export type Shown = "played" | "best" | "bot";

/** The play that is shown instead of the actual one; null: there is none. */
export function playShown(turn: TurnView | undefined, shown: Shown): BestView | null {
  if (shown === "best") return turn?.best ?? null;
  const action = shown === "bot" ? turn?.bot?.action : undefined;
  return action?.do === "play" ? action : null;
}

/** Whether two tables have the same sets, in whatever order they lie there. */
export function sameSets(one: readonly string[], other: readonly string[]): boolean {
  const sorted = [...other].sort();
  return one.length === other.length && [...one].sort().every((set, index) => set === sorted[index]);
}
