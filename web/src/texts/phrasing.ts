/** How texts are put together: lists, sentences in a row, labels, and scores. */
import type { Texts } from "./en";

const isChinese = (texts: Texts) => texts.tag.startsWith("zh");

/** "Ana, Rui and Mia", as the language writes it. */
export function listNames(texts: Texts, names: readonly string[]): string {
  return new Intl.ListFormat(texts.tag, { type: "conjunction" }).format(names);
}

/** A number with its noun: English and Portuguese have one form for 1 and another for everything else. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** What stands between sentences: full-width punctuation takes no space after it. */
export const sentenceSpace = (texts: Texts): string => (isChinese(texts) ? "" : " ");

export function joinSentences(texts: Texts, sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== "").join(sentenceSpace(texts));
}

/** "Label: text", with the colon of the language. */
export function labelled(texts: Texts, label: string, text: string): string {
  return isChinese(texts) ? `${label}：${text}` : `${label}: ${text}`;
}

/** A score as people write it: with a minus sign, not a hyphen. */
export function showScore(score: string | number | undefined): string {
  return String(score ?? "").replace(/^-/, "−");
}

/** A result with its sign: what was won has a plus. */
export function showResult(score: string | undefined): string {
  return scoreValue(score) > 0 ? `+${score}` : showScore(score);
}

/** A score as a number, to compare it: the server may send a fraction such as `15/2`. */
export function scoreValue(score: string | undefined): number {
  const [above = 0, below = 1] = (score ?? "0").split("/").map(Number);
  return above / below;
}
