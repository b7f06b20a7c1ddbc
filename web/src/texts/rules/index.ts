/** The texts of the rules, in every language. Only what shows rules loads them. */
import type { Texts } from "../en";
import { en, type RulesTexts } from "./en";
import { texts as pt } from "./pt";
import { texts as hans } from "./zh-hans";
import { texts as hant } from "./zh-hant";

export type { RulesTexts };

const RULES_TEXTS: Record<string, RulesTexts> = { "en-GB": en, "zh-Hant": hant, "zh-Hans": hans, "pt-PT": pt };

/** The texts of the rules in the language of other texts. */
export const rulesIn = (texts: Texts): RulesTexts => RULES_TEXTS[texts.tag] ?? en;
