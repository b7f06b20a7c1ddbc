import { describe, expect, it } from "vitest";
import { faceOfName } from "../parts/faces";
import { CHARACTER_NAMES } from "../texts/character-names";
import { en } from "../texts/en";
import { REMARKS, sayRemark } from "../texts/remarks";
import { CHARACTERS, characterAt, LINES, remarkOn, type Occasion, type Situation, type Temper } from "./characters";
import type { NewsItem } from "./news";

const IDS = Object.keys(CHARACTERS);
const situation = (more: Partial<Situation> = {}): Situation => ({
  table: "t1", game: 1, bots: [false, true, true, true], counts: [14, 9, 9, 9], turns: [1, 1, 1, 1], ...more,
});

describe("bots as characters", () => {
  it("never share a name at one table, and are the same for everybody who knows the table", () => {
    for (let table = 0; table < 300; table++) {
      const seated = [0, 1, 2, 3, 4, 5].map((seat) => characterAt(`table${table}`, seat));
      expect(new Set(seated).size).toBe(6);
      expect([0, 1, 2, 3, 4, 5].map((seat) => characterAt(`table${table}`, seat))).toEqual(seated);
    }
  });
  it("never share a colour at one table", () => {
    for (let table = 0; table < 300; table++) {
      const colours = [0, 1, 2, 3, 4, 5].map((seat) => faceOfName(characterAt(`table${table}`, seat)).colour);
      expect(new Set(colours).size).toBe(6);
    }
  });
  it("differ from table to table: everybody gets to sit somewhere", () => {
    const first = new Set(Array.from({ length: 400 }, (_, table) => characterAt(`table${table}`, 1)));
    expect(first.size).toBe(IDS.length);
  });
  it.each(Object.entries(CHARACTER_NAMES))("have a name of their own in %s, and none is a level", (_, names) => {
    expect(Object.keys(names).sort()).toEqual([...IDS].sort());
    expect(new Set(Object.values(names)).size).toBe(IDS.length);
    for (const name of Object.values(names)) expect(Object.values(en.bots)).not.toContain(name);
  });
  it.each(Object.entries(REMARKS))("have as many words in %s as elsewhere, short enough for a bubble", (_, tempers) => {
    const width = (text: string) => [...text].reduce((sum, letter) => sum + (letter > "⺀" ? 2 : 1), 0);
    for (const temper of new Set<Temper>(Object.values(CHARACTERS))) {
      for (const [occasion, count] of Object.entries(LINES) as [Occasion, number][]) {
        expect(tempers[temper][occasion]).toHaveLength(count);
        for (const line of tempers[temper][occasion]) expect(width(line), line).toBeLessThanOrEqual(32);
      }
    }
  });
});

describe("a word now and then", () => {
  const drew = (seat: number): NewsItem => ({ kind: "drew", seat, count: 1 });
  it("is said by bots only, the same on every screen, and seldom about a draw", () => {
    let said = 0;
    for (let turn = 0; turn < 500; turn++) {
      const now = situation({ turns: [turn, turn, turn, turn] });
      expect(remarkOn(drew(0), now)).toBeNull();
      const one = remarkOn(drew(1), now);
      expect(remarkOn(drew(1), situation({ turns: [turn, turn, turn, turn] }))).toEqual(one);
      if (one) said += 1;
    }
    expect(said).toBeGreaterThan(10);
    expect(said).toBeLessThan(100);
  });
  it("can be about what a person did", () => {
    const big: NewsItem = { kind: "played", seat: 0, count: 8 };
    const said = Array.from({ length: 60 }, (_, turn) => remarkOn(big, situation({ turns: [turn, 0, 0, 0] }))).filter((one) => one !== null);
    expect(said.length).toBeGreaterThan(0);
    for (const one of said) {
      expect(one.seat).toBeGreaterThan(0);
      expect(one.remark.occasion).toBe("admires");
    }
  });
  it("says nothing at a table without bots", () => {
    expect(remarkOn({ kind: "ended", winners: [0] }, situation({ bots: [false, false, false, false] }))).toBeNull();
  });
  it("is said in the reader's language", () => {
    const won = remarkOn({ kind: "ended", winners: [2] }, situation());
    expect(won?.seat).toBe(2);
    for (const language of ["en", "pt-PT", "zh-Hant", "zh-Hans"] as const) expect(sayRemark(language, won?.remark ?? { temper: "dry", occasion: "won", line: 9 })).toMatch(/\S/);
  });
});
