/** The texts of the settings, in every language. Only they load them. */
import type { Language } from "../index.svelte";
import { en, type SettingsTexts } from "./en";
import { texts as pt } from "./pt";
import { texts as hans } from "./zh-hans";
import { texts as hant } from "./zh-hant";

export type { SettingsTexts };

export const SETTINGS_TEXTS: Record<Language, SettingsTexts> = { en, "zh-Hant": hant, "zh-Hans": hans, "pt-PT": pt };
