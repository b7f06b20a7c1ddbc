/** The tournaments of this device, with its keys to them. */

export interface SavedTournament {
  id: string;
  title: string;
  date: string;
  /** Keys by role. A device may act as organiser and as head judge. */
  tokens: Partial<Record<Role | "link", string>>;
  /** The role it acts in; `link` until the server has said which one a link was for. */
  role: Role | "link";
}
export type Role = "organiser" | "head-judge" | "staff";

const KEY = "trinta.hall.tournaments";

export function savedTournaments(): SavedTournament[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? (kept as SavedTournament[]) : [];
  } catch {
    return [];
  }
}
export const savedTournament = (id: string): SavedTournament | undefined => savedTournaments().find((one) => one.id === id);

/** Keeps a tournament, the newest first. */
export function saveTournament(tournament: SavedTournament): void {
  const others = savedTournaments().filter((one) => one.id !== tournament.id);
  localStorage.setItem(KEY, JSON.stringify([tournament, ...others]));
}
export function removeTournament(id: string): void {
  localStorage.setItem(KEY, JSON.stringify(savedTournaments().filter((one) => one.id !== id)));
}
/** The key that a link brings: `#t=TOKEN`. */
export function tokenIn(hash: string): string | null {
  const found = /^#t=([A-Za-z0-9_-]+)/.exec(hash);
  return found?.[1] ?? null;
}
export function linkFor(origin: string, id: string, token: string): string {
  return `${origin}/hall/${encodeURIComponent(id)}#t=${token}`;
}
