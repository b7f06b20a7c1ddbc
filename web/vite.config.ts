import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { licences } from "./licences.ts";

/** The server to talk to while developing; `cargo run -- serve --no-open` starts it. */
const server = process.env.TRINTA_SERVER ?? "http://127.0.0.1:3030";

export default defineConfig({
  plugins: [svelte(), licences()],
  base: "/",
  build: {
    target: "es2022",
    // Inline data would need a wider content policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // The page has no custom elements, so what Svelte defines for them is left out.
      treeshake: { moduleSideEffects: [{ test: /svelte\/src\/internal\/client\/dom\/elements\/custom-element\.js$/, sideEffects: false }] },
      output: {
        // Home and the table share many small modules, which compress better as one file.
        codeSplitting: { groups: [{ name: "shared", test: /src\/(look|net|parts(?!\/(WhoAmI|Choice|Settings|Page)\.)|sound|texts(?!\/(hall|desk|judge|wall|setup|replay|result|rules)\/)|tiles)\//, minShareCount: 3 }] },
      },
    },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  preview: { proxy: { "/api": { target: server, ws: true } } },
  // Tests that try thousands of cases are slow on a busy machine, which is no fault of theirs.
  test: { include: ["src/**/*.test.ts", "*.test.ts"], environment: "node", testTimeout: 120_000 },
});
