/** The texts of the form for a new table, in every language. Only its screen loads them. */
import type { Language } from "../index.svelte";
import { en, type SetupTexts } from "./en";
import { texts as pt } from "./pt";
import { texts as hans } from "./zh-hans";
import { texts as hant } from "./zh-hant";

export type { SetupTexts };

export const SETUP_TEXTS: Record<Language, SetupTexts> = { en, "zh-Hant": hant, "zh-Hans": hans, "pt-PT": pt };
