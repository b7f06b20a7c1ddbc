/**
 * The newest encrypted backup of a tournament, kept for the organiser: a judge's phone can hand it to a new laptop. Without
 * the recovery code on paper nobody can read it.
 */

export interface Backup {
  readonly seq: number;
  /** In base64. */
  readonly data: string;
}

/** Browsers keep about five million characters for a site; the queue needs its share. */
const LIMIT = 3_000_000;
const NAME = /^trinta\.hall\.(.+)\.backup$/;

function nameOf(tournament: string): string {
  return `trinta.hall.${tournament}.backup`;
}

export function keptBackup(storage: Storage, tournament: string): Backup | null {
  const text = storage.getItem(nameOf(tournament)) ?? "";
  const [, seq, data] = /^(\d+):([\s\S]*)$/.exec(text) ?? [];
  return seq === undefined || data === undefined ? null : { seq: Number(seq), data };
}

/** The tournaments that this device has a backup of. */
export function keptBackups(storage: Storage): string[] {
  const names = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? "");
  return names.flatMap((name) => NAME.exec(name)?.[1] ?? []).sort();
}

/** Keeps a backup if it is newer than the kept one, and says whether it is kept now. */
export function keepBackup(storage: Storage, tournament: string, backup: Backup): boolean {
  const before = keptBackup(storage, tournament);
  if (before && before.seq >= backup.seq) return true;
  if (backup.data.length > LIMIT) return false;
  const text = `${backup.seq}:${backup.data}`;
  try {
    storage.setItem(nameOf(tournament), text);
    return true;
  } catch {
    // Storage is full: the backups of other tournaments have had their day.
    for (const other of keptBackups(storage)) if (other !== tournament) storage.removeItem(nameOf(other));
  }
  try {
    storage.setItem(nameOf(tournament), text);
    return true;
  } catch {
    return false;
  }
}
