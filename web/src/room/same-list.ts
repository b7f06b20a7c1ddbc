/** Whether two lists of commitments are the same. */
export function isSame(one: readonly (string | null)[], other: readonly (string | null)[]): boolean {
  return one.length === other.length && one.every((commitment, seat) => commitment === other[seat]);
}
