import { expect, test } from "vitest";
import { scoreValue, showResult } from "../texts/phrasing";
import { countedResult, ranking } from "./ranking";
import { seedFits } from "./fair";

test("players are ranked by their scores, and those with the same score share a place", () => {
  expect(ranking(["-19", "366", "-19", "-139"], [1])).toEqual([{ seat: 1, place: 1 }, { seat: 0, place: 2 }, { seat: 2, place: 2 }, { seat: 3, place: 4 }]);
});

test("two winners share the first place", () => {
  expect(ranking(["15/2", "-15", "15/2"], [0, 2]).map(({ place }) => place)).toEqual([1, 1, 3]);
});

test("results are written with a sign, and a minus is no hyphen", () => {
  expect([showResult("366"), showResult("-48"), showResult("0"), showResult("15/2"), showResult("-15/2")]).toEqual(["+366", "−48", "0", "+15/2", "−15/2"]);
  expect(scoreValue("-15/2")).toBe(-7.5);
});

test("a score is counted up from nothing to itself", () => {
  const shown = [0, 0.25, 0.5, 0.75, 1].map((share) => Number(countedResult("366", share)));
  expect(shown[0]).toBe(0);
  expect(shown.at(-1)).toBe(366);
  expect(shown).toEqual([...shown].sort((a, b) => a - b));
  expect(countedResult("15/2", 0.3)).toBe("+15/2");
});

test("a seed fits the commitment of the test vector, and no other", async () => {
  // docs/shuffle.md
  const seed = Array.from({ length: 32 }, (_, index) => index.toString(16).padStart(2, "0")).join("");
  const commitment = "15adfced5e2afe6ebfaa0ce07d26b7aae2053affcbce1b0192b8d36032b0b74d";
  expect(await seedFits(seed, commitment)).toBe(true);
  expect(await seedFits(seed.replace("00", "01"), commitment)).toBe(false);
});
