/** How texts are put together: lists, sentences in a row, labels, and scores. */
import type { Texts } from "./en";

const isChinese = (texts: Texts) => texts.tag.startsWith("zh");

/** "Ana, Rui and Mia", as the language writes it. */
export function listNames(texts: Texts, names: readonly string[]): string {
  return new Intl.ListFormat(texts.tag, { type: "conjunction" }).format(names);
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
