import { describe, expect, it } from "vitest";
import { nearestCount, playerCounts } from "./plan";

const edition = { name: "hk", game: "numbers", players: [2, 6] as [number, number], settings: {} };

describe("the number of players", () => {
  it("ranges from the fewest to the most", () => expect(playerCounts(edition)).toEqual([2, 3, 4, 5, 6]));
  it.each([[1, 2], [2, 2], [4, 4], [6, 6], [9, 6]])("%i becomes %i", (wanted, count) => expect(nearestCount(edition, wanted)).toBe(count));
});
