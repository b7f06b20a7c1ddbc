/** A plan for a table, to begin with. */
import type { Plan } from "../wire";

export function plainPlan(edition: string, players: number): Plan {
  return {
    name: "",
    edition,
    settings: {},
    players,
    access: "invited",
    spectators: { allowed: true, delay: 0 },
    hints: false,
    open_drafts: false,
    hot_seat: false,
    stand_in_after: 60,
    chat: "free",
  };
}
