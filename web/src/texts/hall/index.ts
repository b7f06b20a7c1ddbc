/** Words that all screens of a tournament share, in every language. Only those screens load them. */
import type { Language } from "../index.svelte";
import { en, type HallTexts } from "./en";
import { texts as pt } from "./pt";
import { texts as hans } from "./zh-hans";
import { texts as hant } from "./zh-hant";

export type { HallTexts };

export const HALL_TEXTS: Record<Language, HallTexts> = { en, "zh-Hant": hant, "zh-Hans": hans, "pt-PT": pt };
