/** The order in which tables to come back to are offered. */
import type { SeatedTable } from "../wire";

export const isMyTurn = ({ turn, seats }: SeatedTable): boolean => turn !== null && seats.includes(turn);

/**
 * Those where it is the player's turn come first, then the one where something happened last. While the list is on the screen
 * (`before`), only a change of turn moves a table: one on which a finger is about to land must not move because bots play elsewhere.
 */
export function sortTables(tables: readonly SeatedTable[], before: readonly SeatedTable[]): SeatedTable[] {
  const known = new Map(before.map((seated, index) => [seated.table.table, index]));
  const rank = (seated: SeatedTable) => [isMyTurn(seated) ? 0 : 1, known.get(seated.table.table) ?? -1, -seated.table.at] as const;
  return [...tables].sort((one, other) => {
    const [a, b] = [rank(one), rank(other)];
    return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
  });
}
