/**
 * Folds events into the view of a table, as far as the message contains enough. Whose turn is next is decided by the
 * rules, so the message says it. After an event that can't be folded, the page needs a fresh view.
 */
import { piece, readTiles } from "../tiles/face";
import type { AbortedView, ClockView, DealView, DrawReason, Phase, SeenEvent, SeenTableEvent } from "../wire";
import type { Rack, ShownTable, ShownGame } from "./view";

export interface Folded {
  view: ShownTable;
  /** Whether the page needs a fresh view. */
  stale: boolean;
}

export interface After {
  clock: ClockView | null;
  phase: Phase | null;
}

export function fold(view: ShownTable, events: readonly SeenTableEvent[], after: After): Folded {
  const next = structuredClone(view);
  let stale = false;
  for (const event of events) stale = step(next, event) || stale;
  next.clock = after.clock;
  if (next.game && after.phase) next.game.phase = after.phase;
  // Whether a new deal may still be requested is decided by the rules too.
  if (view.game?.new_deal && events.some((event) => event.table === "game")) stale = true;
  return { view: next, stale };
}

/** The reasons for a draw that end the turn. */
const ENDS_TURN: ReadonlySet<DrawReason> = new Set<DrawReason>(["choice", "time-up", "penalty"]);

function step(view: ShownTable, event: SeenTableEvent): boolean {
  switch (event.table) {
    case "deal-announced":
      view.seats.forEach((seat, index) => (seat.sits_out = event.sits_out?.includes(index) ?? false));
      view.deal = newDeal(view, event.deal, []);
      return false;
    case "entropy-committed":
      if (view.deal) view.deal.commitments[event.seat] = event.commitment;
      return false;
    case "commitments-closed":
      if (view.deal) Object.assign(view.deal, { stage: "reveal", commitments: event.commitments });
      return false;
    case "entropy-revealed":
      if (view.deal) view.deal.entropy[event.seat] = event.entropy;
      return false;
    case "deal-aborted": {
      const { deal, stage, missing, next } = event;
      for (const seat of missing) change(view, seat, { sits_out: true });
      view.deal = next === null ? null : newDeal(view, next, [...(view.deal?.aborted ?? []), { deal, stage, missing }]);
      return false;
    }
    case "sat":
      view.seats[event.seat] = { who: event.who, away: false };
      return false;
    case "renamed":
      return change(view, event.seat, { who: event.who });
    case "rose":
      view.seats[event.seat] = { who: null, away: false };
      return false;
    case "away":
      return change(view, event.seat, { away: true });
    case "back":
      return change(view, event.seat, { away: false });
    case "paused":
      view.paused = true;
      return false;
    case "unpaused":
      view.paused = false;
      return false;
    case "closed":
      view.closed = true;
      return false;
    case "game":
      return stepGame(view, event.event);
    case "resumed":
      return false;
    // A new game or match, a judge or a ruling changes more than these events contain.
    case "match-begun":
    case "game-begun":
    case "revealed":
    case "judge-appointed":
    case "rack-pushed":
      return true;
  }
}

/** A deal for which nobody has committed to anything. */
function newDeal(view: ShownTable, deal: string, aborted: AbortedView[]): DealView {
  return { deal, stage: "commit", commitments: view.seats.map(() => null), entropy: view.seats.map(() => null), aborted };
}

function change(view: ShownTable, seat: number, what: Partial<ShownTable["seats"][number]>): boolean {
  const there = view.seats[seat];
  if (there) Object.assign(there, what);
  return false;
}

function stepGame(view: ShownTable, event: SeenEvent): boolean {
  const game = view.game;
  if (!game) return true;
  switch (event.event) {
    case "played": {
      game.table = event.table;
      game.passes = 0;
      const rack = game.racks[event.seat];
      if (rack) take(rack, event.placed, event.score ?? 0);
      return game.contest !== null || view.plan.settings.spelling === "challenge";
    }
    case "drew": {
      game.pool -= event.tiles.count;
      const rack = game.racks[event.seat];
      if (rack) {
        rack.count += event.tiles.count;
        if (rack.tiles !== undefined && event.tiles.tiles !== undefined) {
          rack.tiles = [...readTiles(rack.tiles), ...readTiles(event.tiles.tiles)].join(" ");
        }
        if (ENDS_TURN.has(event.why)) endTurn(rack);
      }
      return false;
    }
    case "passed":
    case "refused": {
      if (game.pool === 0) game.passes += 1;
      const rack = game.racks[event.seat];
      if (rack) endTurn(rack);
      return false;
    }
    case "lot":
    case "dealt":
    case "new-deal":
    case "returned":
    case "challenged":
    case "taken-back":
    case "accepted":
    case "stood":
      return true;
    case "ended":
      game.phase = { phase: "over", reason: event.reason, scores: event.scores, winners: event.winners };
      event.racks.forEach((left, seat) => Object.assign(game.racks[seat] ?? {}, left));
      // The sheet of the match and the seed come with a fresh view.
      return true;
  }
}

function endTurn(rack: Rack) {
  rack.turns += 1;
  rack.drawOnly = Math.max(0, rack.drawOnly - 1);
}

function take(rack: Rack, placed: string, score: number) {
  const gone = readTiles(placed);
  rack.count -= gone.length;
  rack.opened = true;
  endTurn(rack);
  rack.points += score;
  if (rack.tiles === undefined) return;
  const left = readTiles(rack.tiles);
  for (const tile of gone) {
    const at = left.indexOf(piece(tile));
    if (at >= 0) left.splice(at, 1);
  }
  rack.tiles = left.join(" ");
}

/** The seat on turn, while a game is running. */
export function turnOf(game: ShownGame | null): number | null {
  return game?.phase.phase === "turn" ? game.phase.seat : null;
}
