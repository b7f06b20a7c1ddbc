/** The language of the page: the browser's at first, then the chosen one. */
import { retryDelay } from "../net/retry.svelte";
import type { Texts } from "./en";

export type Language = "en" | "zh-Hant" | "zh-Hans" | "pt-PT";
export const LANGUAGES: readonly (readonly [Language, string])[] = [
  ["zh-Hant", "繁體中文"],
  ["zh-Hans", "简体中文"],
  ["pt-PT", "Português"],
  ["en", "English"],
];

const KEY = "trinta.language";

const LOADERS: Record<Language, () => Promise<Texts>> = {
  en: () => import("./en").then((file) => file.en),
  "zh-Hant": () => import("./zh-hant").then((file) => file.texts),
  "zh-Hans": () => import("./zh-hans").then((file) => file.texts),
  "pt-PT": () => import("./pt").then((file) => file.texts),
};

/** The first of the browser's languages that the page has. */
export function pickLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const low = tag.toLowerCase();
    if (low.startsWith("zh")) return /hant|tw|hk|mo/.test(low) ? "zh-Hant" : "zh-Hans";
    if (low.startsWith("pt")) return "pt-PT";
    if (low.startsWith("en")) return "en";
  }
  return "en";
}

class I18n {
  language = $state<Language>("en");
  #texts = $state.raw<Texts | null>(null);
  #wanted: Language = "en";

  /** The texts of the current language; there are some once the page has started. */
  get texts(): Texts {
    if (this.#texts === null) throw new Error("no texts before the start");
    return this.#texts;
  }

  /** Switches to a language. If it can't be fetched, the page keeps the current one and retries. */
  async use(language: Language): Promise<void> {
    this.#wanted = language;
    if (!(await this.#fetch(language))) void this.#fetchLater(language);
  }

  async #fetch(language: Language): Promise<boolean> {
    try {
      const texts = await LOADERS[language]();
      // Another language may have been chosen meanwhile.
      if (this.#wanted !== language) return true;
      this.#texts = texts;
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
    await this.use(language);
  }

  async start(): Promise<void> {
    const kept = localStorage.getItem(KEY) as Language | null;
    await this.use(kept && kept in LOADERS ? kept : pickLanguage(navigator.languages));
    // Without its own language the page begins in English.
    for (let failures = 0; this.#texts === null; failures++) {
      const english = await LOADERS.en().catch(() => null);
      if (english === null) await new Promise((done) => setTimeout(done, retryDelay(failures)));
      this.#texts ??= english;
    }
  }
}

export const i18n = new I18n();
