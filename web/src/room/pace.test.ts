import { describe, expect, it, vi } from "vitest";
import {
  flightTime, landedTiles, lengthOf, MAX_LAG_MS, MAX_LAG_ON_TURN_MS, MAX_PLAY_MS, MIN_BOT_TURN_MS, Playback, staggerOf, type Timed,
} from "./pace";
import { seededRandom } from "./testing";

vi.mock("../sound/sound", () => ({ play: () => undefined }));

interface Scene extends Timed {
  name: string;
}
const scene = (name: string, tiles: number, bot = true): Scene => ({ name, tiles, bot, lead: 0 });
const names = (scenes: readonly Scene[]) => scenes.map((one) => one.name);

/** Shows frame by frame until nothing is left, and returns when each scene started and when the last one ended. */
function run(playback: Playback<Scene>, from: number): { starts: Map<string, number>; end: number } {
  const starts = new Map<string, number>();
  let now = from;
  while (playback.current) {
    for (const one of playback.advance(now)) starts.set(one.name, now);
    if (playback.current) now += 5;
  }
  return { starts, end: now };
}

describe("P9: the pace of a turn", () => {
  it("takes at least 1.2 s for a bot, whatever it does", () => {
    for (const tiles of [0, 1, 2]) expect(lengthOf(scene("a", tiles))).toBeGreaterThanOrEqual(MIN_BOT_TURN_MS);
  });
  it("takes at most 2.4 s, and every tile has landed by then", () => {
    for (let tiles = 1; tiles <= 40; tiles++) {
      const one = scene("a", tiles);
      expect(lengthOf(one)).toBeLessThanOrEqual(MAX_PLAY_MS);
      expect(landedTiles(one, lengthOf(one))).toBe(tiles);
    }
  });
  it("lets tiles leave one after another, and land in that order", () => {
    const one = scene("a", 3);
    expect(staggerOf(one)).toBe(180);
    expect([0, 1, 2].map((tile) => flightTime(one, tile, 400))).toEqual([400, 220, 40]);
    expect([900, 980, 1160, 1340].map((elapsed) => landedTiles(one, elapsed))).toEqual([0, 1, 2, 3]);
  });
});

describe("the queue", () => {
  it("shows three fast bots one after another, each at its own pace", () => {
    const playback = new Playback<Scene>();
    playback.push(scene("a", 1), 0);
    playback.push(scene("b", 0), 60);
    playback.push(scene("c", 3), 120);
    const { starts, end } = run(playback, 120);
    expect([...starts.keys()]).toEqual(["a", "b", "c"]);
    expect((starts.get("b") ?? 0) - (starts.get("a") ?? 0)).toBeGreaterThanOrEqual(MIN_BOT_TURN_MS - 125);
    expect((starts.get("c") ?? 0) - (starts.get("b") ?? 0)).toBeGreaterThanOrEqual(MIN_BOT_TURN_MS - 5);
    expect(end).toBeLessThanOrEqual(1200 + 1200 + 1480 + 125);
  });
  it("is never further behind than its limit, and on the player's own turn than the shorter one", () => {
    const chance = seededRandom(7);
    for (let round = 0; round < 200; round++) {
      const playback = new Playback<Scene>();
      let now = 0;
      const count = 1 + chance(12);
      for (let index = 0; index < count; index++) {
        playback.push(scene(String(index), chance(15)), now);
        now += chance(900);
        playback.advance(now);
      }
      const own = chance(2) === 1;
      if (own) playback.hurry(now);
      const { end } = run(playback, now);
      expect(end - now).toBeLessThanOrEqual((own ? MAX_LAG_ON_TURN_MS : MAX_LAG_MS) + 10);
    }
  });
  it("does not hurry a show that is over in time anyway", () => {
    const playback = new Playback<Scene>();
    playback.push(scene("a", 1), 0);
    playback.hurry(0);
    expect(run(playback, 0).end).toBeGreaterThanOrEqual(MIN_BOT_TURN_MS);
  });
  it("is at its own pace again after it had to hurry", () => {
    const playback = new Playback<Scene>();
    for (const name of "abcdefgh") playback.push(scene(name, 5), 0);
    playback.hurry(0);
    const { end } = run(playback, 0);
    playback.push(scene("later", 1), end);
    expect(run(playback, end).end - end).toBeGreaterThanOrEqual(MIN_BOT_TURN_MS);
  });
  it("skips everything at once, and hands over what nobody has seen yet", () => {
    const playback = new Playback<Scene>();
    for (const name of ["a", "b", "c"]) playback.push(scene(name, 2), 0);
    expect(names(playback.advance(10))).toEqual(["a"]);
    expect(names(playback.skip())).toEqual(["b", "c"]);
    expect(playback.current).toBeNull();
    expect(playback.advance(20)).toEqual([]);
  });
  it("starts each scene once, even if a frame was long", () => {
    const playback = new Playback<Scene>();
    for (const name of ["a", "b", "c"]) playback.push(scene(name, 1), 0);
    expect(names(playback.advance(1))).toEqual(["a"]);
    expect(names(playback.advance(60_000))).toEqual(["b", "c"]);
    expect(playback.current).toBeNull();
  });
});
