/** Nothing but the player's own hand moves a tile of the rack (finding P1). */
import { afterEach, describe, expect, it, vi } from "vitest";
import { holding, laidPieces, move, rackSlots, toWire, type Piece, type Target } from "../table/draft";
import { piece, readTiles } from "../tiles/face";
import { seededRandom, stageRoom, viewOf, type Staged } from "./testing";

vi.mock("../sound/sound", () => ({ play: () => undefined }));
afterEach(() => vi.unstubAllGlobals());

const rackIds = ({ room }: Staged) => room.draft.rack.map((one) => one.id);
const rackFaces = ({ room }: Staged) => room.draft.rack.map((one) => one.face).join(" ");

describe("the rack while others play", () => {
  it("keeps a tile when an opponent lays an equal one, jokers included", () => {
    const staged = stageRoom();
    staged.welcome(viewOf(["r3 r4 r5"], "k1 r6 * b9", 1));
    const before = rackIds(staged);
    staged.happened(0, { event: "played", seat: 1, table: ["r3 r4 r5 r6 *r7"], placed: "r6 *" });
    expect(rackIds(staged)).toEqual(before);
    expect(laidPieces(staged.room.draft).map((one) => one.face)).toEqual(["r3", "r4", "r5", "r6", "*r7"]);
  });
  it("gets laid tiles back at the end when the play does not count, and no other tile moves", () => {
    const staged = stageRoom();
    staged.welcome(viewOf(["r3 r4 r5"], "r6 k1 b9 k1", 0));
    const [six, ...others] = rackIds(staged);
    staged.room.change(move(staged.room.draft, [six ?? 0], { kind: "beside", piece: staged.room.draft.sets[0]?.pieces[2]?.id ?? 0, side: "after" }));
    // The order is the hand's, also the one that it gave during the turn.
    staged.room.change(move(staged.room.draft, [others[2] ?? 0], { kind: "rack", before: others[0] ?? 0 }));
    const order = rackIds(staged);
    staged.happened(1, { event: "drew", seat: 0, tiles: { count: 1, tiles: "r6" }, why: "time-up" });
    expect(rackIds(staged).slice(0, 4)).toEqual([...order, six]);
    expect(rackFaces(staged)).toBe("k1 k1 b9 r6 r6");
  });
  it("begins a new game in the order of the deal, whatever was on the rack before", () => {
    const staged = stageRoom();
    staged.welcome(viewOf([], "y7 r4 k1", 1));
    const dealt = viewOf([], "k1 k2 r4 b5 y7", 1);
    const before = rackIds(staged);
    staged.resynced({ ...dealt, game: dealt.game && { ...dealt.game, number: 2 } });
    expect(rackFaces(staged)).toBe("k1 k2 r4 b5 y7");
    expect(rackIds(staged).filter((id) => before.includes(id))).toEqual([]);
  });
  it("distinguishes a played tile from an equal one that is drawn for it", () => {
    const staged = stageRoom();
    staged.welcome(viewOf(["r3 r4 r5"], "r6 k1", 0));
    const [six, one] = rackIds(staged);
    staged.room.change(move(staged.room.draft, [six ?? 0], { kind: "beside", piece: staged.room.draft.sets[0]?.pieces[2]?.id ?? 0, side: "after" }));
    staged.happened(
      1,
      { event: "played", seat: 0, table: ["r3 r4 r5 r6"], placed: "r6" },
      { event: "drew", seat: 0, tiles: { count: 1, tiles: "r6" }, why: "fill" },
    );
    expect(laidPieces(staged.room.draft).at(-1)?.id).toBe(six);
    expect(rackIds(staged)[0]).toBe(one);
    expect(rackFaces(staged)).toBe("k1 r6");
  });
  it("keeps the draft, its history and its pieces when nothing has changed", () => {
    const staged = stageRoom();
    const view = viewOf(["r6 r7 r8"], "r6 k1 r6", 0);
    staged.welcome(view);
    staged.room.change(move(staged.room.draft, [rackIds(staged)[0] ?? 0], { kind: "new", at: 0 }));
    const made = staged.room.draft;
    const drafts = () => staged.sent.filter((message) => message.type === "draft").length;
    const sent = drafts();
    staged.happened(0, { event: "accepted", seat: 1 });
    staged.welcome(view);
    expect(staged.room.draft).toBe(made);
    expect(drafts()).toBeGreaterThan(sent);
    staged.room.undo();
    expect(rackFaces(staged)).toBe("r6 k1 r6");
  });

  // Few faces, so that nearly every laid tile has an equal on the rack.
  const FACES = ["r1", "r2", "r3", "b1", "b2", "*"];

  it.each([1, 2, 3, 4, 5])("keeps its order whatever happens at the table (seed %i)", (seed) => {
    const chance = seededRandom(seed);
    const pick = <T>(from: readonly T[]): T | undefined => from[chance(from.length)];
    const some = (count: number) => Array.from({ length: count }, () => pick(FACES) ?? "*");
    const staged = stageRoom();
    const { room } = staged;

    let mine = some(8);
    let table: string[] = [];
    let turn = 1;
    const rest = (all: readonly string[], gone: readonly string[]) => {
      const left = [...all];
      for (const face of gone) left.splice(left.indexOf(piece(face)), 1);
      return left;
    };
    /** Arranges these tiles in random sets with random readings of jokers. */
    const arrange = (faces: readonly string[]) => {
      const bag = [...faces];
      const sets: string[] = [];
      while (bag.length > 0) {
        const set = Array.from({ length: Math.min(bag.length, 1 + chance(4)) }, () => bag.splice(chance(bag.length), 1)[0] ?? "*");
        sets.push(set.map((face) => (face === "*" && chance(2) ? `*${pick(FACES.slice(0, -1))}` : face)).join(" "));
      }
      return sets;
    };
    const bare = () => table.flatMap(readTiles).map(piece);
    const view = () => viewOf(table, mine.join(" "), turn);
    const next = () => (turn = chance(2));

    const server: (() => void)[] = [
      () => {
        if (turn !== 1) return;
        const placed = some(1 + chance(3));
        table = bare().length > 30 ? arrange(placed) : arrange([...bare(), ...placed]);
        staged.happened(next(), { event: "played", seat: 1, table, placed: placed.join(" ") });
      },
      () => {
        if (turn !== 1) return;
        staged.happened(next(), { event: "drew", seat: 1, tiles: { count: 1 }, why: "choice" });
      },
      // The player's turn ends without a play: by choice, or because time is up.
      () => {
        if (turn !== 0) return;
        const drawn = mine.length > 20 ? [] : some(1 + chance(3));
        mine = [...mine, ...drawn];
        staged.happened(next(), { event: "drew", seat: 0, tiles: { count: drawn.length, tiles: drawn.join(" ") }, why: "time-up" });
      },
      // It ends with the draft being played; the rack may be filled up.
      () => {
        if (turn !== 0 || !room.begun) return;
        const placed = laidPieces(room.history.now).filter((one) => one.own).map((one) => one.face);
        table = toWire(room.history.now);
        const drawn = chance(2) ? some(placed.length) : [];
        mine = [...rest(mine, placed), ...drawn];
        staged.happened(
          next(),
          { event: "played", seat: 0, table, placed: placed.join(" ") },
          { event: "drew", seat: 0, tiles: { count: drawn.length, tiles: drawn.join(" ") }, why: "fill" },
        );
      },
      () => staged.welcome(view()),
      () => staged.happened(turn, { event: "accepted", seat: 1 }),
      // An opponent's open draft.
      () => {
        if (turn === 1) staged.receive({ type: "draft", seat: 1, table: arrange([...bare(), ...some(chance(4))]) });
      },
    ];
    const hand: (() => void)[] = [
      () => room.sort(chance(2) ? "colour" : "number"),
      () => room.undo(),
      () => room.redo(),
      () => room.reset(),
      () => room.showAgain(),
      () => {
        const shown = room.draft;
        const ids = [...shown.rack, ...laidPieces(shown)].map((one) => one.id);
        const target: Target[] = [{ kind: "rack", before: pick(ids) ?? null }];
        if (room.myTurn && !room.guide.felt) target.push({ kind: "new", at: chance(4) }, { kind: "beside", piece: pick(ids) ?? 0, side: "after" });
        const after = move(shown, [pick(room.myTurn && !room.guide.felt ? ids : rackIds(staged)) ?? 0], pick(target) ?? { kind: "rack", before: null });
        if (after !== shown) room.change(after);
      },
    ];

    /** Compared as text: thousands of deep comparisons would be most of the test's time. */
    const same = (what: string, is: readonly unknown[], wanted: readonly unknown[]) => {
      if (is.join() !== wanted.join()) expect(is, what).toEqual(wanted);
    };
    const ids = (pieces: readonly Piece[]) => pieces.map((one) => one.id);
    staged.welcome(view());
    for (let step = 0; step < 3000; step++) {
      if (chance(2)) pick(hand)?.();
      else {
        const before = room.history.now.rack;
        const slots = rackSlots(room.history.now);
        const mineBefore = turn === 0;
        pick(server)?.();
        // Empty slots close when the player's turn ends; otherwise every tile stays in its slot.
        const now = rackSlots(room.history.now);
        const closed = mineBefore && slots.length > before.length && now.length === room.history.now.rack.length;
        if (!closed) same("every tile of the rack is in the slot that it had", now.slice(0, slots.length), slots);
        same("every tile of the rack is where it was, whatever came is behind them", ids(room.history.now.rack.slice(0, before.length)), ids(before));
      }
      const shown = ids([...room.draft.rack, ...laidPieces(room.draft)]);
      same("no piece is shown twice", [...new Set(shown)], shown);
      same("the player holds what the server says", holding(room.history.now).map((one) => one.face).sort(), [...mine].sort());
      if (!room.begun) same("the table is what the server says", laidPieces(room.history.now).map((one) => piece(one.face)).sort(), bare().sort());
    }
  });
});
