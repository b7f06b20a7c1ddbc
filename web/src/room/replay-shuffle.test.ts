/** The test vectors of docs/shuffle.md, and a record that was made with them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { boxOf, checkShuffle, commitmentTo, keyOf, shuffle, toHex } from "./replay-shuffle";

const document = readFileSync(join(import.meta.dirname, "../../../docs/shuffle.md"), "utf8");
const seed = Uint8Array.from({ length: 32 }, (_, index) => index);
const bytes = (text: string) => new TextEncoder().encode(text);
const plain = () => keyOf(seed, [bytes(""), bytes(""), bytes(""), bytes("")]);
const mixed = () => keyOf(seed, ["Ana", "", "陳大文", "🙂"].map(bytes));
const first = (tiles: string[], between = " ") => tiles.slice(0, 14).join(between);

describe("the shuffle", () => {
  it.each([
    ["commitment", async () => toHex(await commitmentTo(seed))],
    ["key, four players without entropy", async () => toHex(await plain())],
    ["key, entropy `Ana`, nothing, `陳大文`, `🙂`", async () => toHex(await mixed())],
    ["106 tiles, first key, shuffle 0", async () => first(shuffle(boxOf("106"), await plain(), 0))],
    ["106 tiles, first key, shuffle 1", async () => first(shuffle(boxOf("106"), await plain(), 1))],
    ["106 tiles, second key, shuffle 0", async () => first(shuffle(boxOf("106"), await mixed(), 0))],
    ["160 tiles, second key, shuffle 1", async () => first(shuffle(boxOf("160"), await mixed(), 1))],
    ["letters, second key, shuffle 1", async () => first(shuffle(boxOf("letters"), await mixed(), 1), "")],
  ])("has the vector %s", async (name, value) => {
    expect(document).toContain(`| ${name} | \`${await value()}\` |`);
  });
});

describe("the check of a record", () => {
  /** Two players, one round of lots, then the deal; `change` spoils it. */
  async function record(change: (line: { racks: string[]; pool: string }, header: { commitment: string; entropy: string[] }) => void = () => undefined) {
    const header = { players: ["Ana", "Bo"], commitment: toHex(await commitmentTo(seed)), seed: toHex(seed), entropy: ["0102"] };
    const order = shuffle(boxOf("106"), await keyOf(seed, [Uint8Array.of(1, 2), new Uint8Array()]), 1);
    const dealt = { event: "dealt", racks: [order.slice(0, 14).sort().join(" "), order.slice(14, 28).sort().join(" ")], pool: order.slice(28).join(" ") };
    change(dealt, header);
    return [header, { event: "lot", draws: [] }, dealt].map((line) => JSON.stringify(line)).join("\n");
  }
  it("passes a fair deal", async () => {
    expect(await checkShuffle(await record())).toEqual({ seed: true, deal: true });
  });
  it("finds two tiles that were exchanged", async () => {
    const spoilt = await record((line) => {
      const [rack, pool] = [line.racks[0] ?? "", line.pool].map((text) => text.split(" "));
      const last = pool?.length ? pool.length - 1 : 0;
      [rack![0], pool![last]] = [pool![last] ?? "", rack![0] ?? ""];
      line.racks[0] = rack!.join(" ");
      line.pool = pool!.join(" ");
    });
    expect(await checkShuffle(spoilt)).toEqual({ seed: true, deal: false });
  });
  it("finds another order of the pool", async () => {
    expect(await checkShuffle(await record((line) => (line.pool = line.pool.split(" ").reverse().join(" "))))).toEqual({ seed: true, deal: false });
  });
  it("finds a seed that was not committed to, and entropy that was left out", async () => {
    expect(await checkShuffle(await record((_, header) => (header.commitment = "00".repeat(32))))).toEqual({ seed: false, deal: true });
    expect(await checkShuffle(await record((_, header) => (header.entropy = [])))).toEqual({ seed: true, deal: false });
  });
  it("says nothing without a seed", async () => {
    expect(await checkShuffle('{"players":["Ana","Bo"]}')).toBeNull();
  });
});
