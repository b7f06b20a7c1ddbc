/** The texts of the account, in every language. Only its screen loads them. */
import type { Language } from "../index.svelte";
import { en, type AccountTexts } from "./en";
import { texts as pt } from "./pt";
import { texts as hans } from "./zh-hans";
import { texts as hant } from "./zh-hant";

export type { AccountTexts };

export const ACCOUNT_TEXTS: Record<Language, AccountTexts> = { en, "zh-Hant": hant, "zh-Hans": hans, "pt-PT": pt };
