/** The texts of the wall, the card, the sign and the public page, in every language. Only those screens load them. */
import type { Language } from "../index.svelte";
import { en, type WallTexts } from "./en";
import { texts as pt } from "./pt";
import { texts as hans } from "./zh-hans";
import { texts as hant } from "./zh-hant";

export type { WallTexts };

export const WALL_TEXTS: Record<Language, WallTexts> = { en, "zh-Hant": hant, "zh-Hans": hans, "pt-PT": pt };
