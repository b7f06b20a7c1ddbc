/** The order in which the winners are shown. */
import { winnersOf } from "./standings";
import type { PublicView, StandingView } from "./view";

export interface CeremonyTile {
  row: StandingView;
  isShown: boolean;
  /** The one that was turned over last. */
  isNewest: boolean;
}

export interface Ceremony {
  isOrdered: boolean;
  tiles: CeremonyTile[];
}

/** As many as are turned over one by one; winners behind them are shown from the start. */
export const REVEALED_ONE_BY_ONE = 4;

/**
 * Ordered winners from the last place to the first, of whom `revealed` are turned over. Winners without an order stand by
 * number, and are turned over together.
 */
export function ceremonyOf(view: PublicView, revealed: number): Ceremony {
  const winners = winnersOf(view);
  if (view.ordered !== true) {
    const rows = [...winners].sort((a, b) => a.number - b.number);
    return { isOrdered: false, tiles: rows.map((row) => ({ row, isShown: revealed > 0, isNewest: false })) };
  }
  const rows = [...winners].reverse();
  const early = Math.max(0, rows.length - REVEALED_ONE_BY_ONE);
  const shown = Math.min(rows.length, early + revealed);
  return { isOrdered: true, tiles: rows.map((row, index) => ({ row, isShown: index < shown, isNewest: revealed > 0 && index === shown - 1 })) };
}
