/** Finding somebody by number or by part of a name. */
import type { SeatView } from "./view";

const plainOf = (text: string) => text.normalize("NFD").replace(/\p{Mn}/gu, "").toLowerCase();

/** Whether a player is looked for: a number is meant exactly, a name by any part, without accents. */
export function isLookedFor(player: SeatView, wanted: string): boolean {
  const text = wanted.trim();
  if (text === "") return false;
  if (/^\d+$/.test(text)) return player.number === Number(text);
  return plainOf(player.name ?? "").includes(plainOf(text));
}
