/** Where this tab keeps the way back from a table to the tournament that led there: a card, a judge's sheet or the desk. */
export const wayBack = (table: string): string => `trinta.hall.back.${table}`;
