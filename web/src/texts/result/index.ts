/** The texts of the result of a game, in every language. Only what shows a result loads them. */
import type { Language } from "../index.svelte";
import { en, type ResultTexts } from "./en";
import { texts as pt } from "./pt";
import { texts as hans } from "./zh-hans";
import { texts as hant } from "./zh-hant";

export type { ResultTexts };

export const RESULT_TEXTS: Record<Language, ResultTexts> = { en, "zh-Hant": hant, "zh-Hans": hans, "pt-PT": pt };
