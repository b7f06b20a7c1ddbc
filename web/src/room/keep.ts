/** What survives a reload: the rack's order, the play in the making, and how the page is set. */

function read<T>(store: Storage, key: string): T | null {
  try {
    return JSON.parse(store.getItem(key) ?? "null") as T | null;
  } catch {
    return null;
  }
}

function write(store: Storage, key: string, value: unknown) {
  try {
    store.setItem(key, JSON.stringify(value));
  } catch {
    // A full or forbidden store only means that nothing is kept.
  }
}

const place = (table: string, seat: number) => `${table}.${seat}`;

export const keepRack = (table: string, seat: number, faces: string[]) => write(sessionStorage, `rack.${place(table, seat)}`, faces);
export const keptRack = (table: string, seat: number) => read<string[]>(sessionStorage, `rack.${place(table, seat)}`);

export function keepDraft(table: string, seat: number, turn: string, draft: string[] | null) {
  write(sessionStorage, `draft.${place(table, seat)}`, draft && { turn, draft });
}
export function keptDraft(table: string, seat: number, turn: string): string[] | null {
  const kept = read<{ turn: string; draft: string[] }>(sessionStorage, `draft.${place(table, seat)}`);
  return kept?.turn === turn ? kept.draft : null;
}

/** How often in a row something could not be loaded. */
export const keepFailures = (failures: number) => write(sessionStorage, "trinta.failures", failures);
export const keptFailures = () => read<number>(sessionStorage, "trinta.failures") ?? 0;

export const keepName = (name: string) => write(localStorage, "trinta.name", name);
export const keptName = () => read<string>(localStorage, "trinta.name");
