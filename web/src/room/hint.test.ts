/** A hint can be shown step by step and then laid (finding P2). */
import { afterEach, describe, expect, it, vi } from "vitest";
import { move, toWire } from "../table/draft";
import type { HintView } from "../wire";
import { stageRoom, viewOf, type Staged } from "./testing";

vi.mock("../sound/sound", () => ({ play: () => undefined }));
afterEach(() => vi.unstubAllGlobals());

const rack = ({ room }: Staged) => room.draft.rack.map((one) => one.face).join(" ");

const tell = (staged: Staged, hint: Partial<HintView>) =>
  staged.receive({ type: "hint", hint: { step: 3, version: 1, found: true, proved: true, ...hint } });
const step = (...table: string[]) => ({ action: "", moves: [], text: "", table });

/** The player's turn with a whole hint: a group from the rack, and one tile at the end of a run. */
function hinted(): Staged {
  const staged = stageRoom();
  staged.welcome(viewOf(["r3 r4 r5"], "k9 b1 r9 r6 y2 b9", 0));
  staged.room.askHint(3);
  tell(staged, {
    sets: [0],
    placed: "r6 k9 r9 b9",
    table: ["r3 r4 r5 r6", "k9 r9 b9"],
    steps: [step("r3 r4 r5 r6"), step("r3 r4 r5 r6", "k9 r9 b9")],
  });
  return staged;
}

describe("a hint", () => {
  it.each([[[]], [[1]], [[1, 2]], [[1, 2, 1, null]]])("is laid after showing the steps %j", (steps) => {
    const staged = hinted();
    for (const step of steps) staged.room.guide.show(step);
    staged.room.layHint();
    staged.room.guide.show(null);
    expect(toWire(staged.room.history.now)).toEqual(["r3 r4 r5 r6", "k9 r9 b9"]);
    expect(staged.room.draft).toBe(staged.room.history.now);
    expect(rack(staged)).toBe("b1 y2");
    expect(staged.sent.at(-1)).toMatchObject({ type: "draft", table: ["r3 r4 r5 r6", "k9 r9 b9"] });
    staged.room.undo();
    expect(rack(staged)).toBe("k9 b1 r9 r6 y2 b9");
  });
  it("shows a step without the tiles that it takes from the rack, and then the whole rack again", () => {
    const staged = hinted();
    staged.room.guide.show(1);
    expect(toWire(staged.room.draft)).toEqual(["r3 r4 r5 r6"]);
    expect(rack(staged)).toBe("k9 b1 r9 y2 b9");
    staged.room.guide.show(null);
    expect(rack(staged)).toBe("k9 b1 r9 r6 y2 b9");
  });
  it("leaves tiles that a step hides in place when the rack is reordered meanwhile", () => {
    const staged = hinted();
    staged.room.guide.show(1);
    const [nine] = staged.room.draft.rack;
    staged.room.change(move(staged.room.draft, [nine?.id ?? 0], { kind: "rack", before: null }));
    expect(rack(staged)).toBe("b1 r9 y2 b9 k9");
    staged.room.guide.show(null);
    expect(rack(staged)).toBe("b1 r9 y2 r6 b9 k9");
  });
  it("is laid with the rack in the order that the player gave it in this turn", () => {
    const staged = hinted();
    const [, one, , , two] = staged.room.draft.rack;
    staged.room.change(move(staged.room.draft, [two?.id ?? 0], { kind: "rack", before: one?.id ?? 0 }));
    staged.room.guide.show(2);
    staged.room.layHint();
    expect(rack(staged)).toBe("y2 b1");
  });
  it("uses tiles that are already laid before equal ones on the rack", () => {
    const staged = stageRoom();
    staged.welcome(viewOf(["r3 r4 r5"], "r6 k1 r6", 0));
    const [first] = staged.room.draft.rack;
    staged.room.change(move(staged.room.draft, [first?.id ?? 0], { kind: "new", at: 1 }));
    const left = staged.room.draft.rack;
    tell(staged, { table: ["r3 r4 r5 r6"] });
    staged.room.layHint();
    expect(staged.room.draft.rack).toEqual(left);
  });
  it("that needs a missing tile lays nothing", () => {
    const staged = hinted();
    const before = staged.room.draft;
    tell(staged, { table: ["r3 r4 r5", "y7 y8 y9"] });
    staged.room.layHint();
    expect(staged.room.draft).toBe(before);
  });
});

describe("the lights of a hint", () => {
  const faces = ({ room }: Staged, ids: ReadonlySet<number>) => [...room.draft.rack, ...room.draft.sets.flatMap((set) => set.pieces)].filter((piece) => ids.has(piece.id)).map((piece) => piece.face);

  it("are on the tiles of the rack, and on an empty place for a play from the rack alone (P20)", () => {
    const staged = stageRoom();
    staged.welcome(viewOf(["r3 r4 r5"], "k9 b1 r9 b9", 0));
    staged.room.askHint(3);
    tell(staged, { sets: [], placed: "k9 r9 b9", table: ["r3 r4 r5", "k9 r9 b9"], steps: [step("r3 r4 r5", "k9 r9 b9")] });
    expect(staged.room.guide.lights.landings).toEqual([]);
    staged.room.guide.show(0);
    expect(faces(staged, staged.room.guide.lights.tiles)).toEqual(["k9", "r9", "b9"]);
    expect(staged.room.guide.lights.landings).toMatchObject([{ kind: "new", faces: ["k9", "r9", "b9"] }]);
    expect(staged.room.guide.lights.sets.size).toBe(0);
  });
  it("are on the sets that take part", () => {
    const staged = hinted();
    staged.room.guide.show(0);
    expect([...staged.room.guide.lights.sets]).toEqual(staged.room.draft.sets.map((set) => set.id));
    expect(staged.room.guide.lights.landings.map((place) => place.kind).sort()).toEqual(["beside", "new"]);
  });
  it("are on the tiles that each step moves", () => {
    const staged = hinted();
    staged.room.guide.show(1);
    expect(faces(staged, staged.room.guide.lights.tiles)).toEqual(["r6"]);
    staged.room.guide.show(2);
    expect(faces(staged, staged.room.guide.lights.tiles)).toEqual(["k9", "r9", "b9"]);
    expect(staged.room.guide.lights.landings).toEqual([]);
  });
  it("go out tile by tile when the player lays the play by hand", () => {
    const staged = hinted();
    staged.room.guide.show(0);
    const six = staged.room.draft.rack.find((piece) => piece.face === "r6");
    const end = staged.room.draft.sets[0]?.pieces.at(-1);
    staged.room.change(move(staged.room.draft, [six?.id ?? 0], { kind: "beside", piece: end?.id ?? 0, side: "after" }));
    expect(faces(staged, staged.room.guide.lights.tiles)).toEqual(["k9", "r9", "b9"]);
    staged.room.layHint();
    expect(staged.room.guide.lights.tiles.size).toBe(0);
    staged.room.guide.show(null);
    expect(staged.room.guide.lights.landings).toEqual([]);
  });
});
