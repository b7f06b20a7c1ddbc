import { describe, expect, it } from "vitest";

const COMPONENTS = import.meta.glob<string>("./**/*.svelte", { query: "?raw", import: "default", eager: true });

describe("punctuation between texts", () => {
  it.each(Object.entries(COMPONENTS))("is that of the language in %s", (_, source) => {
    const markup = source.replace(/<(script|style)[^>]*>[\s\S]*?<\/\1>/g, "").replace(/\{@const[^}]*\}|aria-label="[^"]*"/g, "");
    // Chinese has signs of its own, without a space after them.
    expect(markup.match(/\}[:;,] ?\{[^}]*\}/g) ?? []).toEqual([]);
  });
});
