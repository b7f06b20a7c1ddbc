/** The server's judgement in the player's language. */
import type { FaultView, JudgementView } from "../wire";
import type { Words } from "../words/en";
import type { Draft } from "./draft";

export function sayFault(words: Words, fault: FaultView): string {
  // A server that is newer than this page may find faults that the page has no text for.
  const texts: Partial<Record<string, string>> = words.faults;
  const text = texts[fault.why ?? fault.fault] ?? texts[fault.fault] ?? fault.message;
  return fault.word ? `${fault.word}: ${text}` : text;
}

/** For each set, whether it is fine or what is wrong with it; nothing for sets that nobody touched. */
export function marksOf(words: Words, draft: Draft, judgement: JudgementView | null): (null | { ok: boolean; why: string })[] {
  if (!judgement) return [];
  return draft.sets.map((set, index) => {
    const fault = judgement.faults?.find((one) => one.set === index);
    if (fault) return { ok: false, why: sayFault(words, fault) };
    return set.pieces.some((piece) => piece.own) ? { ok: true, why: words.table.legal } : null;
  });
}

/** The one thing to say about a play that can't be made yet: a set first, then the whole. */
export function firstFault(words: Words, judgement: JudgementView): string | null {
  const fault = judgement.faults?.find((one) => one.set !== undefined) ?? judgement.faults?.[0];
  return fault ? sayFault(words, fault) : null;
}
