/** Plans for new tables. */
import type { EditionView, Plan } from "../wire";

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

/** Every possible number of players of an edition. */
export function playerCounts({ players: [fewest, most] }: EditionView): number[] {
  return Array.from({ length: most - fewest + 1 }, (_, index) => fewest + index);
}

/** The number of players nearest to the wanted one with which an edition can be played. */
export function nearestCount({ players: [fewest, most] }: EditionView, wanted: number): number {
  return Math.max(fewest, Math.min(most, wanted));
}
