/** Compares the record of a game with what this device did and saw before the deal. */
import { entropyCommitment } from "./hashes";
import { isSame } from "./same-list";
import type { SavedDeal } from "./saved";

/** What this device knows of the deal of a finished game. */
export interface OwnPart {
  /** Whether the record has this device's entropy and the commitments that it saw; null if it had no part in the deal. */
  readonly own: boolean | null;
  /** Whether deals for which this device revealed its entropy are missing from the record. */
  readonly discarded: boolean;
}

/** A record as far as it tells of its deal. */
export interface DealOnRecord {
  commitment: string;
  committed: readonly (string | null)[];
  entropy: readonly string[];
  aborted: readonly { commitment: string }[];
}

/** Compares the record of a game with what this device has done and seen before the deal. */
export function ownPart(deals: readonly SavedDeal[], game: number, record: DealOnRecord): OwnPart {
  const revealed = deals.filter((deal) => deal.shown !== null);
  const dealt = revealed.find((deal) => deal.deal === record.commitment);
  const accounted = new Set([record.commitment, ...record.aborted.map((deal) => deal.commitment)]);
  const discarded = revealed.some((deal) => deal.game === game && !accounted.has(deal.deal));
  if (!dealt?.shown) return { own: null, discarded };
  const shown = dealt.shown;
  const seat = shown.indexOf(entropyCommitment(dealt.deal, dealt.entropy));
  // A record leaves out seats at the end that have committed to nothing.
  const same = isSame(shown, shown.map((_, at) => record.committed[at] ?? null)) && record.committed.length <= shown.length;
  return { own: same && record.entropy[seat] === dealt.entropy, discarded };
}
