/** The texts of the replay, in every language. Only its screen loads them. */
import type { Language } from "../index.svelte";
import { en, type ReplayTexts } from "./en";
import { texts as pt } from "./pt";
import { texts as hans } from "./zh-hans";
import { texts as hant } from "./zh-hant";

export type { ReplayTexts };

export const REPLAY_TEXTS: Record<Language, ReplayTexts> = { en, "zh-Hant": hant, "zh-Hans": hans, "pt-PT": pt };
