/** Names in the order in which people look for them. */
import type { SeatView } from "./view";

/** Chinese names by strokes where traditional characters are read, by sound where simplified ones are. */
const COLLATIONS: Record<string, string> = { "zh-Hant": "zh-Hant-u-co-stroke", "zh-Hans": "zh-Hans-u-co-pinyin", "pt-PT": "pt-PT", en: "en" };

const HAN = /\p{Script=Han}/u;

/** Whether a name is looked for among the Chinese ones. */
export function isChinese(name: string): boolean {
  return HAN.test(name);
}

/**
 * Players by name: Latin names first in the languages written with Latin letters, Chinese ones first in Chinese. Those who
 * show no name come last, by number; so do equal names among themselves.
 */
export function byName<T extends SeatView>(players: readonly T[], language: string): T[] {
  const collator = new Intl.Collator(COLLATIONS[language] ?? "en", { numeric: true });
  // A page in English or Portuguese still has Chinese names, which no Latin alphabet orders.
  const chinese = new Intl.Collator(COLLATIONS[language.startsWith("zh") ? language : "zh-Hant"], { numeric: true });
  const chineseFirst = language.startsWith("zh");
  const group = (name: string | undefined) => (name === undefined ? 2 : isChinese(name) === chineseFirst ? 0 : 1);
  return [...players].sort((a, b) => {
    const groups = group(a.name) - group(b.name);
    if (groups !== 0) return groups;
    const order = isChinese(a.name ?? "") ? chinese : collator;
    return order.compare(a.name ?? "", b.name ?? "") || a.number - b.number;
  });
}

/** A name without the initial behind it, for narrow columns beside a number that settles doubles. */
export function firstName(name: string): string {
  return name.replace(/\s+\S\.$/u, "");
}
