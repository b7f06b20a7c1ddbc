/** Slides before the start: the day, the rules, good conduct. */
import type { RuleSection } from "../../table/rule-sheet";

export interface Slide {
  heading: string;
  sentences: string[];
  /** Sets to show, as text. */
  sets: string[];
}

/** How much room a text takes: a Chinese character is as wide as two letters. */
function widthOf(text: string): number {
  return [...text].reduce((sum, sign) => sum + (sign > "\u2e80" ? 2 : 1), 0);
}

/** Sentences as lines of their own. */
export function sentencesOf(texts: readonly string[]): string[] {
  return texts.flatMap((text) => text.split(/(?<=[.。；;])\s*(?=\S)/u)).map((sentence) => sentence.trim()).filter((sentence) => sentence !== "");
}

/** Parts of a list that fit on one slide each, as equal as possible; a sentence that is too long has a slide of its own. */
export function fill(sentences: readonly string[], room: number): string[][] {
  const count = greedy(sentences, room).length;
  let even = room;
  while (even > 40 && greedy(sentences, even - 20).length === count) even -= 20;
  return greedy(sentences, even);
}

function greedy(sentences: readonly string[], room: number): string[][] {
  const slides: string[][] = [[]];
  let used = 0;
  for (const sentence of sentences) {
    // Every line also costs its bullet and the rest of its last line.
    const width = widthOf(sentence) + 20;
    if (used > 0 && used + width > room) {
      slides.push([]);
      used = 0;
    }
    slides.at(-1)?.push(sentence);
    used += width;
  }
  return slides;
}

/** The sections of the rules as slides, `room` half-width signs on each, and fewer beside examples. */
export function ruleSlides(sections: readonly RuleSection[], examples: (kind: string) => string[], room: number): Slide[] {
  return sections.flatMap((section) => {
    const sets = section.examples === undefined ? [] : examples(section.examples);
    return fill(sentencesOf(section.sentences), sets.length > 0 ? room * 0.55 : room).map((sentences, index) => ({
      heading: section.heading,
      sentences,
      sets: index === 0 ? sets : [],
    }));
  });
}
