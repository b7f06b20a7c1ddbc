/** Who may do what at a table, by its plan. The server decides; the page offers only what it would allow. */
import type { Powers } from "../wire";
import type { Room } from "./room.svelte";

/** How tables are whose plan does not say it. */
export const DEFAULT_POWERS: Powers = { begin: "host", pause: "players", seat: "host", rule: "house" };

type Somebody = Pick<Room, "view" | "you" | "seat">;

/** Whether whoever looks at the table has this power; where all players vote, each of them has it. */
export function mayUse({ view, you, seat }: Somebody, power: keyof Powers): boolean {
  switch ({ ...DEFAULT_POWERS, ...view?.plan.powers }[power]) {
    case "host":
      return you.host;
    case "players":
      return seat !== null;
    case "judge":
      return you.judge === true;
    case "house":
      return false;
  }
}

/** Whether somebody may be invited to judge at a table with these powers. */
export function hasJudge(powers: Powers | undefined): boolean {
  return Object.values(powers ?? DEFAULT_POWERS).includes("judge");
}
