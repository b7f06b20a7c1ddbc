/** The order in which a finished game is shown, and its winner's points while they are counted up. */
import { scoreValue, showResult } from "../texts/phrasing";

export interface Place {
  seat: number;
  /** Counted from 1. Those with the same result share a place. */
  place: number;
}

/** The seats from the best to the last. Winners come first: a ruling may let somebody win without the most points. */
export function ranking(scores: readonly string[], winners: readonly number[]): Place[] {
  const key = (seat: number) => [winners.includes(seat) ? 0 : 1, -scoreValue(scores[seat])] as const;
  const compare = (a: number, b: number) => key(a)[0] - key(b)[0] || key(a)[1] - key(b)[1];
  const seats = scores.map((_, seat) => seat).sort(compare);
  return seats.map((seat) => ({ seat, place: 1 + seats.findIndex((other) => compare(other, seat) === 0) }));
}

/** A result while it is counted up: `share` goes from 0 to 1. Fractions are shown at once. */
export function countedResult(score: string, share: number): string {
  const eased = 1 - (1 - share) ** 3;
  return share >= 1 || score.includes("/") ? showResult(score) : showResult(String(Math.round(scoreValue(score) * eased)));
}
