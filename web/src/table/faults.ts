/** The server's judgement in the player's language. */
import type { FaultView, JudgementView, Settings } from "../wire";
import type { Texts } from "../texts/en";
import { labelled } from "../texts/phrasing";
import type { Draft } from "./draft";

export function describeFault(texts: Texts, fault: FaultView): string {
  // A newer server may report a fault that this page has no text for.
  const known: Partial<Record<string, string>> = texts.faults;
  const text = known[fault.why ?? fault.fault] ?? known[fault.fault] ?? fault.message;
  return fault.word ? labelled(texts, fault.word, text) : text;
}

/** Whether a set is valid, and if not, why. */
export interface SetMark {
  readonly ok: boolean;
  readonly why: string;
}

/**
 * For each set, whether it is valid or what is wrong with it; null for sets without own tiles. Where spelling is settled by
 * challenge, nobody has looked the words up, and none is marked as good.
 */
export function marksOf(texts: Texts, draft: Draft, judgement: JudgementView | null, settings: Settings): (null | SetMark)[] {
  if (!judgement) return [];
  return draft.sets.map((set, index) => {
    const fault = judgement.faults?.find((one) => one.set === index);
    if (fault) return { ok: false, why: describeFault(texts, fault) };
    return settings.spelling !== "challenge" && set.pieces.some((piece) => piece.own) ? { ok: true, why: texts.table.legal } : null;
  });
}

/** The fault to show for a play that is not legal yet: that of a set first, then one of the whole play. */
export function firstFault(texts: Texts, judgement: JudgementView): string | null {
  const fault = judgement.faults?.find((one) => one.set !== undefined) ?? judgement.faults?.[0];
  return fault ? describeFault(texts, fault) : null;
}
