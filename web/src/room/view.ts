/** The table as the page shows it: the server's view without what only the rules need. */
import type { AbortedView, GameView, Phase, TableView } from "../wire";

export interface Rack {
  count: number;
  /** Missing if the viewer may only know the number. */
  tiles?: string;
  opened: boolean;
  turns: number;
  /** W12: turns, the current one included, until the player may play again; in the turn with 1 they may only draw. */
  drawOnly: number;
  /** Points of the player's turns, in play A of the word game. */
  points: number;
}

export interface ShownGame {
  number: number;
  phase: Phase;
  table: string[];
  pool: number;
  /** Passes in a row with the pool empty. */
  passes: number;
  racks: Rack[];
  /** The last play, while it can be challenged. */
  contest: { seat: number } | null;
  new_deal: boolean;
  commitment: string;
  /** By seat; empty for games of early versions. */
  commitments: readonly (string | null)[];
  aborted: readonly AbortedView[];
  seed: string | null;
}

export interface ShownTable extends Omit<TableView, "game"> {
  game: ShownGame | null;
}

export function show(view: TableView): ShownTable {
  return { ...view, game: view.game && showGame(view.game) };
}

function showGame({ number, state, new_deal, commitment, commitments = [], aborted = [], seed, ruling }: GameView): ShownGame {
  const racks = state.seats.map(({ rack, opened, turns, draw_only: drawOnly = 0, points }) => ({ ...rack, opened, turns, drawOnly, points }));
  const contest = state.contest && { seat: state.contest.seat };
  const { table, pool, passes } = state;
  // A judge's ruling replaces the scores of the game.
  const phase = ruling && state.phase.phase === "over" ? { ...state.phase, scores: ruling.scores, winners: ruling.winners } : state.phase;
  return { number, phase, table, pool, passes, racks, contest, new_deal, commitment, commitments, aborted, seed };
}

/** N15: circles of passes in a row that end a game, by the version of the rules; none: the current one. */
export function circlesOfPasses(rules?: number): number {
  return rules === 1 ? 1 : 2;
}

/** N15: whether everybody has passed in a row, so that one more circle of passes ends the game. */
export function isLastCircle({ plan, game }: ShownTable): boolean {
  if (!game || game.pool > 0 || (game.phase.phase !== "turn" && game.phase.phase !== "provisional")) return false;
  if (plan.settings.pool_empty !== "pass" && plan.settings.pool_empty !== "must-play") return false;
  const players = game.racks.length;
  return game.passes >= players && game.passes < players * circlesOfPasses(plan.rules);
}
