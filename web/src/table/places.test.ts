import { describe, expect, it } from "vitest";
import { readTiles } from "../tiles/face";
import { move, type Draft, type Piece } from "./draft";
import { FeltPlan, type FeltSize } from "./felt";
import { landings } from "./guide";
import { placeLandings } from "./places";
import { layFrom } from "./reconcile";

const SIZES: FeltSize[] = [
  { width: 1040, height: 520, minTile: 30, maxTile: 64 },
  { width: 366, height: 396, minTile: 24, maxTile: 40 },
];

function draft(table: string[], rack: string): Draft {
  let id = 0;
  const pieces = (text: string): Piece[] => readTiles(text).map((face) => ({ id: ++id, face, own: false }));
  const sets = table.map((text, index) => ({ id: index, pieces: pieces(text) }));
  return { sets, rack: pieces(rack), next: sets.length };
}
const facesOf = (set: Draft["sets"][number]) => set.pieces.map((piece) => piece.face).join(" ");

/** Plays on tables: from the rack alone, and with tiles of one set or of several sets in a new one. */
const PLAYS: [before: string[], rack: string, after: string[], laid: string][] = [
  [["r3 r4 r5"], "k9 r9 b9", ["r3 r4 r5", "k9 r9 b9"], "k9 r9 b9"],
  [["r4 r5 r6 r7"], "b7 k7", ["r4 r5 r6", "r7 b7 k7"], "r7 b7 k7"],
  [["r4 r5 r6 r7", "b1 b2 b3", "k7 k8 k9 k10"], "b7", ["r4 r5 r6", "b1 b2 b3", "k8 k9 k10", "r7 b7 k7"], "r7 b7 k7"],
];

describe("the place of a new set", () => {
  it.each(PLAYS)("on %j with %s is where the set is laid", (before, rack, after, laid) => {
    for (const size of SIZES) {
      const plan = new FeltPlan();
      const now = draft(before, rack);
      const layout = plan.layout(now.sets, size, 1);
      const wanted = layFrom(now, now, after);
      if (!wanted) throw new Error("the play is impossible");
      const places = placeLandings(landings(now, wanted), now, layout);
      const [place] = places.filter((one) => one.reservation);
      plan.reserve(places.flatMap((one) => one.reservation ?? []));
      const lies = plan.layout(wanted.sets, size, 1).sets[wanted.sets.findIndex((set) => facesOf(set) === laid)];
      expect(lies).toEqual({ x: place?.x, y: place?.y });
    }
  });
  it("is also where its first tile is laid without a wish", () => {
    const plan = new FeltPlan();
    const now = draft(["r3 r4 r5"], "k9 r9 b9");
    const layout = plan.layout(now.sets, SIZES[0]!, 1);
    const places = placeLandings(landings(now, layFrom(now, now, ["r3 r4 r5", "k9 r9 b9"])!), now, layout);
    plan.reserve(places.flatMap((one) => one.reservation ?? []));
    const begun = move(now, [6], { kind: "new", at: 1 });
    expect(plan.layout(begun.sets, SIZES[0]!, 1).sets[1]?.x).toBeCloseTo(places[0]!.x + 2 * layout.tile);
  });
  it("covers no tile, however full the felt", () => {
    for (const size of [{ width: 378, height: 392, minTile: 22, maxTile: 40 }, ...SIZES]) {
      for (let count = 1; count <= 24; count++) {
        const plan = new FeltPlan();
        const lengths = Array.from({ length: count }, (_, index) => [3, 4, 3, 5, 3][index % 5] ?? 3);
        // Grown set by set, as in a game, so that the felt is not tidied.
        let sets: string[] = [];
        let now = draft([], "k9 r9 b9");
        let layout = plan.layout(now.sets, size, 1);
        for (const length of lengths) {
          sets = [...sets, Array.from({ length }, (_, at) => `y${at + 1}`).join(" ")];
          now = draft(sets, "k9 r9 b9");
          layout = plan.layout(now.sets, size, 1);
        }
        const places = placeLandings(landings(now, layFrom(now, now, [...sets, "k9 r9 b9"])!), now, layout);
        for (const { x, y } of places) {
          const covered = now.sets.some((set, index) => {
            const there = layout.sets[index]!;
            return Math.abs(there.y - y) < layout.tile && x < there.x + set.pieces.length * layout.tile - 0.5 && x + 3 * layout.tile > there.x + 0.5;
          });
          expect(covered, `${count} sets on ${size.width} px`).toBe(false);
        }
      }
    }
  });
});
