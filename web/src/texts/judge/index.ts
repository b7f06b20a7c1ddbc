/** The texts of the judge's phone, in every language. Only its screens load them. */
import type { Language } from "../index.svelte";
import { en, type JudgeTexts } from "./en";
import { texts as pt } from "./pt";
import { texts as hans } from "./zh-hans";
import { texts as hant } from "./zh-hant";

export type { JudgeTexts };

export const JUDGE_TEXTS: Record<Language, JudgeTexts> = { en, "zh-Hant": hant, "zh-Hans": hans, "pt-PT": pt };
