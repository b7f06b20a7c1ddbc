/** Seats of a table: one keeps its letter when somebody else leaves, as it does on the judge's sheet. */

const LETTERS = "ABCD";

export interface Seated {
  readonly players: readonly { readonly number: number }[];
  /** Who was seated there, from seat A on. */
  readonly seats?: readonly number[];
}

/** The numbers on the seats, from A on, also of those who have left. */
export function seatsOf(table: Seated): readonly number[] {
  return table.seats ?? table.players.map(({ number }) => number);
}

/** The letter of a player's seat; none if the player never sat there. */
export function seatOf(table: Seated | undefined, number: number): string | undefined {
  return table === undefined ? undefined : LETTERS[seatsOf(table).indexOf(number)];
}
