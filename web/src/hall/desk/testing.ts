/** A small tournament for tests. */
import type { DirectorView, PlayerLine } from "./view";

export function player(number: number, more: Partial<PlayerLine> = {}): PlayerLine {
  return { number, name: `Player ${number}`, status: "present", warnings: 0, offences: [], ...more };
}

/** Eight players at two tables; three rounds. */
export function viewOf(more: Partial<DirectorView> = {}): DirectorView {
  return {
    as: "organiser", title: "Cup", date: "2027-03-20", weekday: 6, seed: "00",
    agenda: { check_in: "09:50:00", seating: "10:00:00", briefing: "10:10:00", rounds: ["10:20:00", "10:50:00", "11:20:00"], counting: "11:50:00", ends: "12:05:00" },
    check_in_open: false, round: 0, postponed: false, finished: false, rounds: [], standings: [], cut: 4, games: [],
    players: [1, 2, 3, 4, 5, 6, 7, 8].map((number) => player(number)),
    waiting: [], missing: [], draws: [], judges: {}, without_judge: [], staff: [], cases: [], calls: [], paused: [], to_dismiss: [],
    ...more,
  };
}

export function round(number: number, tables: number[][], state = "started", more: Record<number, object> = {}) {
  return {
    round: number, state,
    tables: tables.map((players, at) => ({ table: at + 1, state: "playing" as const, deadline: "10:45:00", players: players.map((one) => ({ number: one, name: `Player ${one}` })), ...more[at + 1] })),
  };
}
