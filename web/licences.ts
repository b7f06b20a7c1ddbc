/** Writes `licences.txt`: the licences of all packages whose code or files are in the built page. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import type { Plugin } from "vite";

const FILE = "licences.txt";
const LINE = "=".repeat(80);

export interface Package {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly text: string;
}

/** The folder of the package that a file belongs to; null for the page's own files. */
function folderOf(file: string): string | null {
  if (!file.includes("node_modules")) return null;
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const about = join(folder, "package.json");
    // Packages contain further `package.json` files that only give the module type.
    if (existsSync(about) && "version" in (JSON.parse(readFileSync(about, "utf8")) as object)) return folder;
  }
  throw new Error(`${file} belongs to no package`);
}

/** The package of a module that a tool adds to the page: `\0vite/preload-helper.js` comes from vite. */
function folderOfHelper(id: string): string | null {
  const tool = /^\0(vite|rolldown)\//.exec(id)?.[1];
  return tool ? dirname(createRequire(import.meta.url).resolve(`${tool}/package.json`)) : null;
}

function readPackage(folder: string): Package {
  const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { name: string; version: string; license?: string };
  const file = readdirSync(folder).sort().find((name) => /^licen[cs]e(\.|$)/i.test(name));
  if (!file || !about.license) throw new Error(`${about.name} is in the page and does not say under which licence`);
  // Vite's own licence file lists the packages it was built with, none of which are in the page.
  const [text = ""] = readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").split("\n# Licenses of bundled dependencies");
  return { name: about.name, version: about.version, licence: about.license, text: text.trim() };
}

/** Every package that a module or file of the page comes from, sorted by name. */
export function packagesOf(files: Iterable<string>): Package[] {
  const folders = new Set<string>();
  for (const file of files) {
    const folder = folderOfHelper(file) ?? folderOf(file);
    if (folder) folders.add(folder);
  }
  const key = (one: Package) => `${one.name} ${one.version}`;
  return [...folders].map(readPackage).sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

export function writeLicences(packages: readonly Package[]): string {
  const about = "This page contains work of others, under these licences:";
  const list = packages.map((one) => `- ${one.name} ${one.version}: ${one.licence}`).join("\n");
  const texts = packages.map((one) => `${LINE}\n${one.name} ${one.version}\n${LINE}\n\n${one.text}\n`);
  return [`${about}\n\n${list}\n`, ...texts].join("\n");
}

export function licences(): Plugin {
  let root = "";
  return {
    name: "trinta-licences",
    apply: "build",
    configResolved: (config) => {
      root = config.root;
    },
    generateBundle(_, bundle) {
      const files = Object.values(bundle).flatMap((part) =>
        part.type === "chunk" ? part.moduleIds : part.originalFileNames.map((name) => resolve(root, name)),
      );
      this.emitFile({ type: "asset", fileName: FILE, source: writeLicences(packagesOf(files)) });
    },
  };
}
