/** The last view of a tournament on this device, for a reload while the server is away. */

export interface Kept<View> {
  view: View;
  /** The hall's time when it was seen. */
  at: string;
}

const key = (id: string, who: string) => `trinta.hall.${id}.view.${who}`;

export function keepView<View>(id: string, who: string, kept: Kept<View>): void {
  try {
    localStorage.setItem(key(id, who), JSON.stringify(kept));
  } catch {
    // Without room only a reload without the server shows nothing.
  }
}

export function keptView<View>(id: string, who: string): Kept<View> | null {
  try {
    return JSON.parse(localStorage.getItem(key(id, who)) ?? "null") as Kept<View> | null;
  } catch {
    return null;
  }
}
