/** What others did is shown one after another, while the state underneath is the server's (findings P9, P11). */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { laidPieces, move, toWire } from "../table/draft";
import type { SeenEvent } from "../wire";
import { MAX_LAG_ON_TURN_MS, MAX_PLAY_MS, MIN_BOT_TURN_MS } from "./pace";
import { stageRoom, viewOf, type Staged } from "./testing";

const sounds = vi.hoisted(() => [] as string[]);
vi.mock("../sound/sound", () => ({ play: (sound: string) => sounds.push(sound) }));
beforeEach(() => {
  vi.useFakeTimers();
  sounds.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A table of four, three of them bots, with somebody watching. */
function staged(turn = 1): Staged {
  const made = stageRoom();
  const view = viewOf([], "k1 k2 k3 b9", turn);
  const player = view.game?.state.seats[1];
  view.seats = [0, 1, 2, 3].map((seat) => ({ who: { name: seat ? "level3" : "Ana", bot: seat > 0, host: seat === 0 }, away: false }));
  if (view.game && player) view.game.state.seats = [...view.game.state.seats, structuredClone(player), structuredClone(player)];
  made.welcome(view);
  made.room.show.watch(true);
  return made;
}
const played = (seat: number, table: string[], placed: string): SeenEvent => ({ event: "played", seat, table, placed });
const drew = (seat: number, count = 1, why: "choice" | "penalty" | "time-up" = "choice"): SeenEvent => ({ event: "drew", seat, tiles: { count }, why });
const RUN = ["r1 r2 r3"];
const BOTH = [...RUN, "b1 b2 b3"];
const shown = ({ room }: Staged) => toWire(room.draft);
const told = ({ room }: Staged) => room.news.map((news) => news.kind);
/** Lets time pass, frame by frame. */
function pass(made: Staged, ms: number) {
  for (let at = 0; at < ms; at += 20) {
    vi.advanceTimersByTime(20);
    made.room.show.advance();
  }
}

describe("P9: the turns of others", () => {
  it("are shown one after another, each told when it is shown", () => {
    const made = staged();
    made.happened(2, played(1, RUN, "r1 r2 r3"));
    made.happened(3, drew(2));
    made.happened(0, played(3, BOTH, "b1 b2 b3"));
    expect(made.room.turn).toBe(0);
    expect(shown(made)).toEqual(RUN);
    expect(told(made)).toEqual(["played"]);
    expect(made.room.shownTurn).toBe(1);
    pass(made, 20_000);
    expect(shown(made)).toEqual(BOTH);
    expect(told(made)).toEqual(["played", "drew", "played"]);
    expect(made.room.shownTurn).toBe(0);
  });
  it("have tiles that land one by one; until then their places are empty", () => {
    const made = staged();
    made.happened(2, played(1, RUN, "r1 r2 r3"));
    const pieces = laidPieces(made.room.draft).map((piece) => piece.id);
    expect([...made.room.show.inFlight]).toEqual(pieces);
    expect(made.room.show.surplus(1)).toBe(3);
    pass(made, 1000);
    expect([...made.room.show.inFlight]).toEqual(pieces.slice(1));
    expect(made.room.show.surplus(1)).toBe(2);
    pass(made, 1000);
    expect(made.room.show.inFlight.size).toBe(0);
    expect(made.room.show.surplus(1)).toBe(0);
    expect(sounds.filter((sound) => sound === "place")).toHaveLength(3);
  });
  it("take a bot at least 1.2 s each", () => {
    const made = staged();
    made.happened(2, drew(1));
    made.happened(3, drew(2));
    pass(made, MIN_BOT_TURN_MS - 40);
    expect(told(made)).toEqual(["drew"]);
    pass(made, 80);
    expect(told(made)).toEqual(["drew", "drew"]);
  });
  it("change the counts on the screen when they are shown", () => {
    const made = staged();
    made.happened(2, drew(1));
    made.happened(3, drew(2, 3, "penalty"));
    expect(made.room.show.surplus(2)).toBe(-3);
    expect(made.room.show.poolSurplus).toBe(3);
    pass(made, 1300);
    // They have left the pool, and each is counted when it arrives.
    expect(made.room.show.poolSurplus).toBe(0);
    const counted = [made.room.show.surplus(2)];
    for (let at = 0; at < 2000; at += 20) {
      pass(made, 20);
      if (made.room.show.surplus(2) !== counted.at(-1)) counted.push(made.room.show.surplus(2));
    }
    expect(counted).toEqual([-3, -2, -1, 0]);
  });
  it("appear in place if motion is reduced, at the same pace", () => {
    const made = staged();
    made.room.show.setStyle("calm", false);
    made.happened(2, played(1, RUN, "r1 r2 r3"));
    made.happened(3, drew(2));
    expect(made.room.show.inFlight.size).toBe(0);
    expect(told(made)).toEqual(["played"]);
    expect(made.room.recent.size).toBe(3);
  });
  it("can be followed without motion: tiles that change their set are marked where they were, then where they are", () => {
    const made = staged();
    made.happened(2, played(1, ["r1 r2 r3 r4"], "r1 r2 r3 r4"));
    made.room.show.skip();
    const four = laidPieces(made.room.draft).find((piece) => piece.face === "r4");
    made.room.show.setStyle("calm", false);
    made.happened(3, played(2, ["r1 r2 r3", "b4 k4 r4"], "b4 k4"));
    expect(shown(made)).toEqual(["r1 r2 r3 r4"]);
    expect([...made.room.show.moved]).toEqual([four?.id]);
    expect(made.room.show.surplus(2)).toBe(2);
    pass(made, 800);
    expect(shown(made)).toEqual(["r1 r2 r3", "b4 k4 r4"]);
    expect([...made.room.show.moved]).toEqual([four?.id]);
    expect(made.room.show.surplus(2)).toBe(0);
    pass(made, MIN_BOT_TURN_MS);
    expect(made.room.show.moved.size).toBe(0);
  });
  it("come before the result: who wins is told when the last play has been seen", () => {
    const made = staged();
    const ended: SeenEvent = { event: "ended", reason: "out", racks: [], scores: ["-3", "9", "-3", "-3"], winners: [1] };
    made.happened(1, played(1, RUN, "r1 r2 r3"), ended);
    pass(made, 1000);
    expect(told(made)).toEqual(["played"]);
    expect(made.room.story.log.lines.map((line) => line.item.kind)).toEqual(["played"]);
    pass(made, MAX_PLAY_MS);
    expect(made.room.show.active).toBe(false);
    expect(told(made)).toEqual(["played", "ended"]);
    // Whoever skips it is told at once.
    const skipping = staged();
    skipping.happened(1, played(1, RUN, "r1 r2 r3"), ended);
    skipping.room.show.skip();
    expect(told(skipping)).toEqual(["played", "ended"]);
  });
  it("are over at once where nobody looks, as on a hidden page", () => {
    const made = staged();
    made.happened(2, played(1, RUN, "r1 r2 r3"));
    made.happened(3, drew(2));
    made.room.show.watch(false);
    made.happened(0, played(3, BOTH, "b1 b2 b3"));
    expect(made.room.show.active).toBe(false);
    expect(shown(made)).toEqual(BOTH);
    expect(told(made)).toEqual(["played", "drew", "played"]);
  });
  it("are not shown late if they were missed", () => {
    const made = staged();
    made.receive({
      type: "welcome", protocol: 3, table: "staged", you: { seat: 0, seats: [0], host: true }, version: 9, now: 5000, state: null,
      connected: [true, true, true, true], votes: { pause: [], rematch: [] }, chat: [],
    });
    made.happened(2, played(1, RUN, "r1 r2 r3"));
    expect(made.room.show.active).toBe(false);
    expect(told(made)).toEqual(["played"]);
  });
});

describe("the player's own turn", () => {
  function behind(): Staged {
    const made = staged();
    made.happened(2, played(1, RUN, "r1 r2 r3"));
    made.happened(3, played(2, BOTH, "b1 b2 b3"));
    made.happened(0, played(3, [...BOTH, "y1 y2 y3"], "y1 y2 y3"));
    return made;
  }
  it("waits for nothing: turn, table and controls are the server's at once", () => {
    const made = behind();
    expect(made.room.myTurn).toBe(true);
    expect(made.room.game?.table).toHaveLength(3);
    expect(made.room.begun).toBe(false);
    expect(made.room.show.active).toBe(true);
  });
  it("has seen everything soon after it began", () => {
    const made = behind();
    pass(made, MAX_LAG_ON_TURN_MS + 40);
    expect(made.room.show.active).toBe(false);
    expect(shown(made)).toHaveLength(3);
  });
  it("is not about a table of the past: nothing is laid on a table that is only shown", () => {
    const made = behind();
    const [piece] = made.room.draft.rack;
    made.room.change(move(made.room.draft, [piece?.id ?? 0], { kind: "new", at: 0 }));
    expect(made.room.begun).toBe(false);
    expect(made.room.draft.rack).toHaveLength(4);
  });
  it("skips the rest when the player acts", () => {
    const made = behind();
    made.room.draw();
    expect(made.room.show.active).toBe(false);
    expect(shown(made)).toHaveLength(3);
    expect(told(made)).toEqual(["played", "played", "played"]);
  });
});

describe("notes at the seats", () => {
  it("stand until that player's next turn", () => {
    const made = staged();
    made.happened(2, drew(1, 3, "penalty"));
    made.happened(3, played(2, RUN, "r1 r2 r3"));
    made.happened(0, drew(3));
    pass(made, 5000);
    expect(made.room.story.notes.get(1)).toMatchObject({ kind: "penalty", count: 3 });
    expect(made.room.story.standing).toMatchObject([{ kind: "penalty", seat: 1 }]);
    made.happened(1, { event: "drew", seat: 0, tiles: { count: 1, tiles: "k7" }, why: "choice" });
    expect(made.room.story.notes.has(1)).toBe(false);
    expect(made.room.story.standing).toEqual([]);
    expect(made.room.story.notes.get(2)).toMatchObject({ kind: "played", count: 3 });
  });
  it("tell the player of a time-out of their own until they are on turn again", () => {
    const made = staged(0);
    made.happened(1, { event: "drew", seat: 0, tiles: { count: 3, tiles: "k7 k8 k9" }, why: "penalty" });
    made.happened(2, drew(1));
    made.happened(3, drew(2));
    pass(made, 5000);
    expect(made.room.story.standing).toMatchObject([{ kind: "penalty", seat: 0, count: 3 }]);
    made.happened(0, drew(3));
    expect(made.room.story.standing.filter((item) => "seat" in item && item.seat === 0)).toEqual([]);
  });
});

describe("P11: the last play shown again", () => {
  it("is every play since the player's last turn, table by table, and changes no count", () => {
    const made = staged();
    made.happened(2, played(1, RUN, "r1 r2 r3"));
    made.happened(0, played(2, BOTH, "b1 b2 b3"));
    pass(made, 10_000);
    made.room.showAgain();
    expect(shown(made)).toEqual([]);
    expect(made.room.show.surplus(1)).toBe(0);
    pass(made, 600);
    expect(shown(made)).toEqual(RUN);
    pass(made, 10_000);
    expect(shown(made)).toEqual(BOTH);
    expect(told(made)).toEqual(["played", "played"]);
  });
  it("is never one of an earlier game", () => {
    const made = staged();
    made.happened(2, played(1, RUN, "r1 r2 r3"));
    expect(made.room.lastPlay).not.toBeNull();
    const next = viewOf([], "k5 k6", 0);
    if (next.game) next.game.number = 2;
    made.resynced(next);
    expect(made.room.lastPlay).toBeNull();
    expect(made.room.recent.size).toBe(0);
    expect(made.room.show.active).toBe(false);
    made.room.showAgain();
    expect(shown(made)).toEqual([]);
  });
  it("is off the table as soon as its tiles have gone back", () => {
    const made = staged();
    made.happened(2, played(1, RUN, "r1 r2 r3"));
    pass(made, 5000);
    made.happened(3, { event: "challenged", by: 2, misspelt: ["RUN"] }, { event: "taken-back", seat: 1 }, drew(1, 1, "penalty"));
    made.resynced(viewOf([], "k1 k2 k3 b9", 3));
    expect(made.room.show.active).toBe(true);
    expect(shown(made)).toEqual([]);
  });
  it("is gone when its tiles went back, and after the player's own turn", () => {
    const made = staged();
    made.happened(2, played(1, RUN, "r1 r2 r3"));
    made.happened(2, { event: "taken-back", seat: 1 });
    expect(made.room.lastPlay).toBeNull();
    made.happened(0, played(2, RUN, "r1 r2 r3"));
    made.happened(1, { event: "drew", seat: 0, tiles: { count: 1, tiles: "k7" }, why: "choice" });
    expect(made.room.lastPlay).toBeNull();
  });
});

describe("what is said at the table", () => {
  it("is shown at the seat for a moment, one bubble per seat, unless the player is muted", () => {
    const made = staged();
    const say = (text: string) => made.receive({ type: "said", line: { seat: 2, name: "Rui", text, at: 0 } });
    say("one");
    say("two");
    expect([...made.room.story.bubbles.all.values()]).toMatchObject([{ kind: "text", text: "two" }]);
    vi.advanceTimersByTime(4000);
    expect(made.room.story.bubbles.all.size).toBe(0);
    made.room.talk.mute(2, true, false);
    say("three");
    expect(made.room.story.bubbles.all.size).toBe(0);
  });
});
