import { describe, expect, it } from "vitest";
import { readTiles } from "../tiles/face";
import { findPiece, move, type Draft, type Piece } from "./draft";
import { landings, movedPieces, nextMove } from "./guide";
import { LESSONS, lessonDraft } from "./lessons";
import { layFrom } from "./reconcile";

function draft(table: string[], rack: string): Draft {
  let id = 0;
  const pieces = (text: string): Piece[] => readTiles(text).map((face) => ({ id: ++id, face, own: false }));
  const sets = table.map((text, index) => ({ id: index, pieces: pieces(text) }));
  return { sets, rack: pieces(rack), next: sets.length };
}
const wantedOf = (start: Draft, now: Draft, table: string[]) => layFrom(start, now, table) ?? start;
const faceOf = (one: Draft, id: number) => findPiece(one, id)?.face;

/** Does what the guide says until it is silent; returns the faces that were moved. */
function follow(start: Draft, wanted: Draft): { moved: string[]; end: Draft } {
  let now = start;
  const moved: string[] = [];
  for (let next = nextMove(now, wanted); next; next = nextMove(now, wanted)) {
    moved.push(next.face);
    if (moved.length > 20) throw new Error("the guide goes in circles");
    const to = next.to === null ? { kind: "rack" as const, before: null } : next.to.kind === "new" ? { kind: "new" as const, at: now.sets.length } : next.to;
    now = move(now, [next.piece], to);
  }
  return { moved, end: now };
}
const tables = (one: Draft) => one.sets.map((set) => set.pieces.map((piece) => piece.face.slice(0, piece.face.startsWith("*") ? 1 : 9)).join(" ")).sort();

describe("the guide", () => {
  it.each(LESSONS.map((lesson) => [lesson.name, lesson] as const))("leads through the lesson %s", (_, lesson) => {
    const start = lessonDraft(lesson);
    const { end } = follow(start, wantedOf(start, start, [...lesson.wanted]));
    expect(tables(end)).toEqual(lesson.wanted.map((set) => set.replace(/\*\w+/, "*")).sort());
  });
  it("takes a tile that is not wanted back to the rack first", () => {
    const start = draft([], "r4 b6 r5 r6");
    const wanted = wantedOf(start, start, ["r4 r5 r6"]);
    const [four, six] = start.rack;
    const now = move(move(start, [four!.id], { kind: "new", at: 0 }), [six!.id], { kind: "beside", piece: four!.id, side: "after" });
    expect(nextMove(now, wanted)).toMatchObject({ piece: six!.id, to: null });
    expect(follow(now, wanted).moved).toEqual(["b6", "r5", "r6"]);
  });
  it("adds to what the player has laid, in front of it or behind", () => {
    const start = draft([], "r4 r5 r6");
    const wanted = wantedOf(start, start, ["r4 r5 r6"]);
    const [, five] = start.rack;
    const now = move(start, [five!.id], { kind: "new", at: 0 });
    expect(nextMove(now, wanted)?.to).toEqual({ kind: "beside", piece: five!.id, side: "before", face: "r4" });
  });
  it("takes a set apart only when the rest of the new one is there", () => {
    const start = draft(["r4 r5 r6 r7"], "b7 k7");
    expect(follow(start, wantedOf(start, start, ["r4 r5 r6", "r7 b7 k7"])).moved).toEqual(["b7", "k7", "r7"]);
  });
});

describe("the places of a play", () => {
  it("are an empty place for a set from the rack alone (P20)", () => {
    const start = draft(["r3 r4 r5"], "k9 b1 r9 b9");
    const wanted = wantedOf(start, start, ["r3 r4 r5", "k9 r9 b9"]);
    expect(landings(start, wanted)).toEqual([{ kind: "new", pieces: [4, 6, 7], faces: ["k9", "r9", "b9"] }]);
    expect([...movedPieces(start, wanted)].map((id) => faceOf(start, id))).toEqual(["k9", "r9", "b9"]);
  });
  it("are beside the set that a tile is added to", () => {
    const start = draft(["r3 r4 r5"], "r6 r2");
    const wanted = wantedOf(start, start, ["r2 r3 r4 r5 r6"]);
    expect(landings(start, wanted)).toEqual([
      { kind: "beside", piece: 1, side: "before", face: "r2" },
      { kind: "beside", piece: 3, side: "after", face: "r6" },
    ]);
  });
  it("are none when the play lies there", () => {
    const start = draft(["r3 r4 r5"], "r6");
    const wanted = wantedOf(start, start, ["r3 r4 r5 r6"]);
    const done = move(start, [4], { kind: "beside", piece: 3, side: "after" });
    expect(landings(done, wanted)).toEqual([]);
    expect(movedPieces(done, wanted).size).toBe(0);
  });
});
