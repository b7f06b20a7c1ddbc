/** The language of the page: from the browser at first, then as chosen. */
import { retryDelay } from "../net/retry.svelte";
import { en, type Words } from "./en";

export type Language = "en" | "zh-Hant" | "zh-Hans" | "pt-PT";
export const LANGUAGES: readonly (readonly [Language, string])[] = [
  ["zh-Hant", "繁體中文"],
  ["zh-Hans", "简体中文"],
  ["pt-PT", "Português"],
  ["en", "English"],
];

const KEY = "trinta.language";

const LOADERS: Record<Language, () => Promise<Words>> = {
  en: () => Promise.resolve(en),
  "zh-Hant": () => import("./zh-hant").then((file) => file.words),
  "zh-Hans": () => import("./zh-hans").then((file) => file.words),
  "pt-PT": () => import("./pt").then((file) => file.words),
};

/** The first of the browser's languages that the page speaks. */
export function pickLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const low = tag.toLowerCase();
    if (low.startsWith("zh")) return /hant|tw|hk|mo/.test(low) ? "zh-Hant" : "zh-Hans";
    if (low.startsWith("pt")) return "pt-PT";
    if (low.startsWith("en")) return "en";
  }
  return "en";
}

class Tongue {
  language = $state<Language>("en");
  words = $state.raw<Words>(en);

  #wanted: Language = "en";

  /** Speaks a language. If it can't be fetched now, the page goes on in the one that it has until it can. */
  async speak(language: Language): Promise<void> {
    this.#wanted = language;
    if (!(await this.#fetch(language))) void this.#fetchLater(language);
  }

  async #fetch(language: Language): Promise<boolean> {
    try {
      const words = await LOADERS[language]();
      // Another one may have been chosen meanwhile.
      if (this.#wanted !== language) return true;
      this.words = words;
      this.language = language;
      document.documentElement.lang = language;
      return true;
    } catch {
      return false;
    }
  }

  async #fetchLater(language: Language): Promise<void> {
    for (let failures = 0; this.#wanted === language; failures++) {
      await new Promise((done) => setTimeout(done, retryDelay(failures)));
      if (await this.#fetch(language)) return;
    }
  }

  async choose(language: Language): Promise<void> {
    localStorage.setItem(KEY, language);
    await this.speak(language);
  }

  async start(): Promise<void> {
    const kept = localStorage.getItem(KEY) as Language | null;
    await this.speak(kept && kept in LOADERS ? kept : pickLanguage(navigator.languages));
  }
}

export const tongue = new Tongue();
