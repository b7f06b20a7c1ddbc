/** The test vectors of docs/shuffle.md, and a record that was made with them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commitmentTo, entropyCommitment, keyOf, toHex } from "./hashes";
import { boxOf, checkShuffle, shuffle } from "./replay-shuffle";
import type { SavedDeal } from "./saved";

const document = readFileSync(join(import.meta.dirname, "../../../docs/shuffle.md"), "utf8");
const seed = Uint8Array.from({ length: 32 }, (_, index) => index);
const bytes = (text: string) => new TextEncoder().encode(text);
const plain = () => keyOf(seed, [bytes(""), bytes(""), bytes(""), bytes("")]);
const mixed = () => keyOf(seed, ["Ana", "", "陳大文", "🙂"].map(bytes));
const first = (tiles: string[], between = " ") => tiles.slice(0, 14).join(between);

describe("the shuffle", () => {
  it.each([
    ["commitment", () => toHex(commitmentTo(seed))],
    ["commitment to the entropy 07 07 … 07", () => entropyCommitment(toHex(commitmentTo(seed)), "07".repeat(32))],
    ["key, four players without entropy", () => toHex(plain())],
    ["key, entropy `Ana`, nothing, `陳大文`, `🙂`", () => toHex(mixed())],
    ["106 tiles, first key, shuffle 0", () => first(shuffle(boxOf("106"), plain(), 0))],
    ["106 tiles, first key, shuffle 1", () => first(shuffle(boxOf("106"), plain(), 1))],
    ["106 tiles, second key, shuffle 0", () => first(shuffle(boxOf("106"), mixed(), 0))],
    ["160 tiles, second key, shuffle 1", () => first(shuffle(boxOf("160"), mixed(), 1))],
    ["letters, second key, shuffle 1", () => first(shuffle(boxOf("letters"), mixed(), 1), "")],
  ])("has the vector %s", (name, value) => {
    expect(document).toContain(`| ${name} | \`${value()}\` |`);
  });
});

describe("the check of a record", () => {
  const deal = toHex(commitmentTo(seed));
  const [ana, bo] = ["01".repeat(32), "02".repeat(32)];
  const committed = [entropyCommitment(deal, ana), entropyCommitment(deal, bo)];
  /** What the device of Ana keeps of the deal of game 3. */
  const kept: SavedDeal = { deal, game: 3, entropy: ana, shown: committed };

  interface Changed {
    line: { racks: string[]; pool: string };
    header: { commitment: string; committed?: (string | null)[]; entropy: string[]; aborted?: { commitment: string }[] };
  }
  /** Two players, one round of lots, then the deal; `change` spoils it. */
  function record(change: (changed: Changed) => void = () => undefined) {
    const header = { players: ["Ana", "Bo"], commitment: deal, committed: [...committed], seed: toHex(seed), entropy: [ana, bo] };
    const order = shuffle(boxOf("106"), keyOf(seed, [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]), 1);
    const line = { event: "dealt", racks: [order.slice(0, 14).sort().join(" "), order.slice(14, 28).sort().join(" ")], pool: order.slice(28).join(" ") };
    change({ line, header });
    return [header, { event: "lot", draws: [] }, line].map((one) => JSON.stringify(one)).join("\n");
  }
  const fair = { seed: true, entropy: true, deal: true, own: true, aborted: 0, discarded: false };
  const check = (change?: (changed: Changed) => void, deals = [kept]) => checkShuffle(record(change), 3, deals);

  it("passes a fair deal", () => {
    expect(check()).toEqual(fair);
  });
  it("works where browsers have no hashes of their own", () => {
    const own = Object.getOwnPropertyDescriptor(globalThis, "crypto");
    Object.defineProperty(globalThis, "crypto", { value: {}, configurable: true });
    expect(check()).toEqual(fair);
    if (own) Object.defineProperty(globalThis, "crypto", own);
  });
  it("finds two tiles that were exchanged", () => {
    const spoilt = check(({ line }) => {
      const [rack = [], pool = []] = [line.racks[0] ?? "", line.pool].map((text) => text.split(" "));
      const last = pool.length - 1;
      [rack[0], pool[last]] = [pool[last] ?? "", rack[0] ?? ""];
      line.racks[0] = rack.join(" ");
      line.pool = pool.join(" ");
    });
    expect(spoilt).toEqual({ ...fair, deal: false });
  });
  it("finds another order of the pool", () => {
    expect(check(({ line }) => (line.pool = line.pool.split(" ").reverse().join(" ")))).toEqual({ ...fair, deal: false });
  });
  it("finds a seed that was not committed to", () => {
    const other = "00".repeat(32);
    expect(check(({ header }) => (header.commitment = other))).toEqual({ ...fair, seed: false, entropy: false, own: null, discarded: true });
  });
  it("finds entropy that was changed or left out", () => {
    expect(check(({ header }) => (header.entropy[1] = ana))).toEqual({ ...fair, entropy: false, deal: false });
    expect(check(({ header }) => (header.entropy = []))).toEqual({ ...fair, entropy: false, deal: false, own: false });
  });
  it("finds commitments that are not those shown before the deal", () => {
    // Bo chose other entropy after Ana had revealed hers, and the record fits it.
    const other = "03".repeat(32);
    const found = check(({ header }) => {
      header.entropy[1] = other;
      header.committed = [committed[0] ?? null, entropyCommitment(deal, other)];
    });
    expect(found).toEqual({ ...fair, deal: false, own: false });
  });
  it("finds a deal that was looked at and thrown away", () => {
    const lost = { deal: "ab".repeat(32), game: 3, entropy: bo, shown: ["x"] };
    expect(check(undefined, [lost, kept])).toEqual({ ...fair, discarded: true });
    const told = check(({ header }) => (header.aborted = [{ commitment: lost.deal }]), [lost, kept]);
    expect(told).toEqual({ ...fair, aborted: 1 });
    // A deal of another game, or one for which nothing was revealed, is not missed.
    expect(check(undefined, [{ ...lost, game: 2 }, { ...lost, shown: null }, kept])).toEqual(fair);
  });
  it("says what it can of a game in which this device had no part, and of an early one", () => {
    expect(check(undefined, [])).toEqual({ ...fair, own: null });
    const early = check(({ header }) => delete header.committed, []);
    expect(early).toEqual({ ...fair, entropy: null, own: null });
  });
  it("says nothing without a seed", () => {
    expect(checkShuffle('{"players":["Ana","Bo"]}', 1, [])).toBeNull();
  });
});
