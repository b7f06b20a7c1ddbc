/** A hint can be followed without seeing its lights. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { en } from "../texts/en";
import { texts as hant } from "../texts/zh-hant";
import { texts as pt } from "../texts/pt";
import { describeLights } from "./hint-words";
import { stageRoom, viewOf } from "./testing";

vi.mock("../sound/sound", () => ({ play: () => undefined }));
afterEach(() => vi.unstubAllGlobals());

/** A hint that makes a group and adds to a run. */
function hinted() {
  const staged = stageRoom();
  staged.welcome(viewOf(["k1 k2 k3", "r3 r4 r5"], "k9 b1 r9 r6 y2 b9", 0));
  staged.room.askHint(3);
  const step = (...table: string[]) => ({ action: "", moves: [], text: "", table });
  staged.receive({
    type: "hint",
    hint: {
      step: 3, version: 1, found: true, proved: true, sets: [1], placed: "r6 k9 r9 b9", table: ["k1 k2 k3", "r3 r4 r5 r6", "k9 r9 b9"],
      steps: [step("k1 k2 k3", "r3 r4 r5 r6"), step("k1 k2 k3", "r3 r4 r5 r6", "k9 r9 b9")],
    },
  });
  return staged.room;
}

describe("a hint in words", () => {
  it("says which tile goes beside which, and which make a new set", () => {
    const room = hinted();
    room.guide.show(0);
    expect(describeLights(en, room.guide.lights, room.draft)).toBe("red 6 after red 5, 3 of 3 in set 2. New set: black 9, red 9 and blue 9.");
    expect(describeLights(pt, room.guide.lights, room.draft)).toBe("6 vermelho a seguir ao 5 vermelho, 3 de 3 no conjunto 2. Conjunto novo: 9 preto, 9 vermelho e 9 azul.");
    expect(describeLights(hant, room.guide.lights, room.draft)).toBe("紅 6：放在「紅 5，第 2 組 3 張之 3」之後。新牌組：黑 9、紅 9和藍 9。");
  });
  it("says where the tiles of a step lie", () => {
    const room = hinted();
    room.guide.show(1);
    expect(describeLights(en, room.guide.lights, room.draft)).toBe("red 6, 4 of 4 in set 2");
    room.guide.show(2);
    expect(describeLights(en, room.guide.lights, room.draft)).toMatch(/^black 9, 1 of 3 in set 3, .*blue 9, 3 of 3 in set 3$/);
  });
});
