import { describe, expect, it } from "vitest";
import type { Authority, Powers } from "../wire";
import { DEFAULT_POWERS, hasJudge, mayUse } from "./powers";
import type { Room } from "./room.svelte";

type Somebody = Parameters<typeof mayUse>[0];
const PEOPLE = {
  host: { seat: 0, you: { seat: 0, seats: [0], host: true } },
  player: { seat: 1, you: { seat: 1, seats: [1], host: false } },
  judge: { seat: null, you: { seat: null, seats: [], host: false, judge: true } },
  spectator: { seat: null, you: { seat: null, seats: [], host: false } },
};
const at = (who: keyof typeof PEOPLE, powers?: Powers): Somebody => ({ ...PEOPLE[who], view: { plan: { powers } } as unknown as Room["view"] });

describe("who may do what", () => {
  const holders: Record<Authority, (keyof typeof PEOPLE)[]> = { host: ["host"], players: ["host", "player"], judge: ["judge"], house: [] };
  it.each(Object.entries(holders) as [Authority, (keyof typeof PEOPLE)[]][])("what %s may do is offered to nobody else", (authority, expected) => {
    for (const power of ["begin", "pause", "seat"] as const) {
      const powers = { ...DEFAULT_POWERS, [power]: authority };
      expect((Object.keys(PEOPLE) as (keyof typeof PEOPLE)[]).filter((who) => mayUse(at(who, powers), power)), power).toEqual(expected);
    }
  });
  it("a table that says nothing has the server's defaults", () => {
    expect((["begin", "pause", "seat", "rule"] as const).filter((power) => mayUse(at("player"), power))).toEqual(["pause"]);
    expect(mayUse(at("judge", { ...DEFAULT_POWERS, rule: "judge" }), "rule")).toBe(true);
  });
  it("a judge may be invited as soon as a judge has any power", () => {
    expect(hasJudge(undefined)).toBe(false);
    for (const power of ["begin", "pause", "seat", "rule"] as const) expect(hasJudge({ ...DEFAULT_POWERS, [power]: "judge" })).toBe(true);
  });
});
