/** What is wrong with a typed result, in words. */
import type { DeskTexts } from "../../texts/desk";
import type { LineFault } from "./result-line";

export function faultText(texts: DeskTexts, fault: LineFault): string {
  switch (fault.fault) {
    case "game":
    case "no-player":
      return texts.faults[fault.fault](fault.word);
    case "word":
    case "contradiction":
      return texts.faults[fault.fault](fault.word, fault.player);
    case "nothing-left":
    case "twice":
      return texts.faults[fault.fault](fault.player);
    case "somebody-out":
      return texts.faults["somebody-out"](fault.player, fault.word);
    default:
      return texts.faults[fault.fault];
  }
}
