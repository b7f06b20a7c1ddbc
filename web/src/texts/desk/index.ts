/** The texts of the organiser's and the head judge's screens, in every language. Only those screens load them. */
import type { Language } from "../index.svelte";
import { en, type DeskTexts } from "./en";
import { texts as pt } from "./pt";
import { texts as hans } from "./zh-hans";
import { texts as hant } from "./zh-hant";

export type { DeskTexts };

export const DESK_TEXTS: Record<Language, DeskTexts> = { en, "zh-Hant": hant, "zh-Hans": hans, "pt-PT": pt };
