/** The texts of the first game, in every language. Only its screen loads them. */
import type { Language } from "../index.svelte";
import { en, type LearnTexts } from "./en";
import { texts as pt } from "./pt";
import { texts as hans } from "./zh-hans";
import { texts as hant } from "./zh-hant";

export type { LearnTexts };

export const LEARN_TEXTS: Record<Language, LearnTexts> = { en, "zh-Hant": hant, "zh-Hans": hans, "pt-PT": pt };
