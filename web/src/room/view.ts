/**
 * The table as the page shows it: what the server's view says, without what only the rules need to know. A page that
 * can't follow what happens asks for a fresh view and looks at it in the same way.
 */
import type { GameView, Phase, TableView } from "../wire";

export interface Rack {
  count: number;
  /** Missing where the viewer may only count them. */
  tiles?: string;
  opened: boolean;
  turns: number;
  /** In play A, the points of the player's turns. */
  points: number;
}

export interface ShownGame {
  number: number;
  phase: Phase;
  table: string[];
  pool: number;
  racks: Rack[];
  /** The last play, while it can be challenged. */
  contest: { seat: number } | null;
  new_deal: boolean;
  commitment: string;
  seed: string | null;
}

export interface Shown extends Omit<TableView, "game"> {
  game: ShownGame | null;
}

export function show(view: TableView): Shown {
  return { ...view, game: view.game && showGame(view.game) };
}

function showGame({ number, state, new_deal, commitment, seed }: GameView): ShownGame {
  const racks = state.seats.map(({ rack, opened, turns, points }) => ({ ...rack, opened, turns, points }));
  const contest = state.contest && { seat: state.contest.seat };
  return { number, phase: state.phase, table: state.table, pool: state.pool, racks, contest, new_deal, commitment, seed };
}
