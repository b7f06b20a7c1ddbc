import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Rolldown } from "vite";
import { beforeAll, describe, expect, it } from "vitest";
import { packagesOf } from "./licences";

const here = import.meta.dirname;
const shipped = readFileSync(join(here, "dist/licences.txt"), "utf8");

/** The files under a folder that end like this. */
function files(folder: string, ends: RegExp): string[] {
  return readdirSync(join(here, folder), { recursive: true, encoding: "utf8" }).filter((name) => ends.test(name)).map((name) => join(here, folder, name));
}
/** The text of a package's licence. */
function text(name: string): string {
  const folder = join(here, "node_modules", name);
  return readFileSync(join(folder, readdirSync(folder).find((file) => file.startsWith("LICENSE")) ?? ""), "utf8");
}

describe("what is shipped with the page", () => {
  let output: Rolldown.RolldownOutput["output"];
  beforeAll(async () => {
    const built = await build({ root: here, logLevel: "silent", build: { write: false } });
    output = (built as Rolldown.RolldownOutput).output;
  }, 120_000);

  it("has the licence of every package that a module of the built page comes from", () => {
    const modules = output.flatMap((part) => (part.type === "chunk" ? part.moduleIds : []));
    const bundled = new Set(modules.flatMap((id) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? []));
    expect(bundled).toContain("svelte");
    for (const name of bundled) expect(shipped).toContain(`\n- ${name} `);
  });
  it("names the package of every file that is in the page as it was", () => {
    const fonts = output.filter((part) => part.fileName.endsWith(".woff2"));
    expect(fonts.length).toBeGreaterThan(0);
    expect(fonts.every((font) => font.fileName.includes("/lexend-"))).toBe(true);
    expect(shipped).toContain("\n- @fontsource-variable/lexend ");
  });
  it("has every package that a source of the page imports, with its whole text", () => {
    const sources = files("src", /(?<!\.test|testing)\.(ts|svelte)$/).map((file) => readFileSync(file, "utf8"));
    const styles = files("src", /\.css$/).map((file) => readFileSync(file, "utf8"));
    const named = [
      ...sources.flatMap((source) => [...source.matchAll(/^\s*import (?!type).*?"([^."][^"]*)";$/gm), ...source.matchAll(/\bimport\("([^."][^"]*)"\)/g)]),
      ...styles.flatMap((style) => [...style.matchAll(/@import "([^."][^"]*)"/g)]),
    ];
    const names = new Set(named.flatMap((found) => /^(@[^/]+\/)?[^/]+/.exec(found[1] ?? "")?.[0] ?? []));
    expect([...names].sort()).toEqual(["@fontsource-variable/lexend", "@noble/ed25519", "@noble/hashes", "jsqr", "svelte", "uqr"]);
    for (const name of names) expect(shipped).toContain(text(name).replaceAll("\r\n", "\n").trim());
  });
  it("is what the sources give, and names no place on the machine where it was built", () => {
    expect(output.find((part) => part.fileName === "licences.txt")).toMatchObject({ source: shipped });
    expect(shipped).not.toContain(here);
    expect(shipped).not.toContain("node_modules");
  });
  it("refuses a file whose package says nothing of a licence", () => {
    // Not a package at all, though it lies among them.
    expect(() => packagesOf([join(here, "node_modules/.pnpm/lock.yaml")])).toThrow();
  });
});
