/** Announces who has won. Several players may have won together (N22, N25), and then all are named. */
import { listNames } from "../texts/phrasing";
import type { Texts } from "../texts/en";

export interface WinnerTexts {
  you: string;
  one: (name: string) => string;
  several: (names: string) => string;
}

export function describeWinners(texts: Texts, say: WinnerTexts, winners: readonly number[], name: (seat: number) => string, own: number | null): string {
  const [first, ...others] = winners;
  if (first === undefined) return "";
  if (others.length === 0) return first === own ? say.you : say.one(name(first));
  // The reader comes first.
  const seats = own !== null && winners.includes(own) ? [own, ...winners.filter((seat) => seat !== own)] : winners;
  return say.several(listNames(texts, seats.map((seat) => (seat === own ? texts.lobby.you : name(seat)))));
}
