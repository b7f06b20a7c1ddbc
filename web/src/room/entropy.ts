/**
 * The part of this device in deals: it commits to entropy, and reveals it once all commitments are known. What it has
 * chosen and seen is kept in the tab, so that a reload goes on with it, and the record can be compared with it.
 */
import type { Action, SeenTableEvent, ServerMessage } from "../wire";
import { entropyCommitment, toHex } from "./hashes";
import { isSame } from "./same-list";
import { saveDeals, savedDeals } from "./saved";

const ENTROPY_BYTES = 32;

/** What this device answers to a message about a deal. `game`: the number of the game that is dealt. */
export function answersTo(table: string, game: number, message: ServerMessage): Action[] {
  const answers = asksOf(message).map(({ deal, commitments }) => (commitments ? reveal(table, deal, commitments) : commit(table, deal, game)));
  return answers.filter((answer) => answer !== null);
}

/** What is asked: a commitment or, with the commitments of all, the entropy. */
interface Ask {
  deal: string;
  commitments: readonly (string | null)[] | null;
}

function asksOf(message: ServerMessage): Ask[] {
  if (message.type === "happened") return message.events.flatMap(askOf);
  const deal = message.type === "welcome" || message.type === "view" ? message.state?.deal : null;
  return deal ? [{ deal: deal.deal, commitments: deal.stage === "reveal" ? deal.commitments : null }] : [];
}

function askOf(event: SeenTableEvent): Ask[] {
  switch (event.table) {
    case "deal-announced":
      return [{ deal: event.deal, commitments: null }];
    case "deal-aborted":
      return event.next === null ? [] : [{ deal: event.next, commitments: null }];
    case "commitments-closed":
      return [{ deal: event.deal, commitments: event.commitments }];
    default:
      return [];
  }
}

function commit(table: string, deal: string, game: number): Action | null {
  const known = savedDeals(table);
  const before = known.find((one) => one.deal === deal);
  // Whoever asks again after the entropy was revealed wants to choose among deals.
  if (before?.shown) return null;
  const entropy = before?.entropy ?? toHex(crypto.getRandomValues(new Uint8Array(ENTROPY_BYTES)));
  if (!before) saveDeals(table, [...known, { deal, game, entropy, shown: null }]);
  return { do: "commit-entropy", deal, commitment: entropyCommitment(deal, entropy) };
}

function reveal(table: string, deal: string, commitments: readonly (string | null)[]): Action | null {
  const known = savedDeals(table);
  const own = known.find((one) => one.deal === deal);
  if (!own || !commitments.includes(entropyCommitment(deal, own.entropy))) return null;
  // Only one list of commitments is answered, once for all.
  if (own.shown && !isSame(own.shown, commitments)) return null;
  saveDeals(table, known.map((one) => (one === own ? { ...own, shown: [...commitments] } : one)));
  return { do: "reveal-entropy", deal, entropy: own.entropy };
}
