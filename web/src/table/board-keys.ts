/** Keys that move tiles. */
import type { Hand } from "./hand.svelte";

/** Does what a key means for the tile that has the focus, or for the chosen ones. Returns whether it means anything. */
export function pressKey(hand: Hand, event: Pick<KeyboardEvent, "key" | "shiftKey">, focus: number | null): boolean {
  if (event.key.startsWith("Arrow")) {
    hand.cursor ??= focus;
    return hand.step(event.key);
  }
  switch (event.key.toLowerCase()) {
    case " ":
      hand.cursor ??= focus;
      hand.toggle();
      return true;
    case "enter":
      hand.cursor ??= focus;
      hand.put(event.shiftKey ? "before" : "after");
      return true;
    case "escape":
      hand.chosen = [];
      hand.cancelDrag();
      return true;
    case "n":
      hand.newSet();
      return true;
    case "b":
      hand.takeBack(hand.chosen.length > 0 ? hand.chosen : hand.cursor === null ? [] : [hand.cursor]);
      return true;
    case "s":
      hand.splitHere();
      return true;
    default:
      return false;
  }
}
