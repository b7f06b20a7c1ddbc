/** What the jokers of the number game stand for, as the server reads them (P17). The table itself says only that they are jokers. */
import { judge } from "../net/judge";
import type { Felt, TableSet } from "../table/draft";
import { readFace, readTiles, writeSet } from "../tiles/face";
import type { TableView } from "../wire";

type Judge = typeof judge;

export class JokerReadings {
  /** The faces of a set by its text; those of a set that the server does not read are its own. */
  #known = $state.raw<ReadonlyMap<string, readonly string[]>>(new Map());
  readonly #asked = new Set<string>();
  /** The latest reading of each joker, and the pieces beside it. */
  readonly #latest = new Map<number, { face: string; left: number | undefined; right: number | undefined }>();
  readonly #judge: Judge;

  constructor(ask: Judge = judge) {
    this.#judge = ask;
  }

  /** Asks the server about sets whose jokers it has not read yet. */
  async ask({ plan }: Pick<TableView, "plan">, felt: Felt): Promise<void> {
    if (plan.game !== "numbers") return;
    const sets = unreadSets(felt).filter((set) => !this.#asked.has(set));
    if (sets.length === 0) return;
    for (const set of sets) this.#asked.add(set);
    const settings = Object.fromEntries(plan.changed.flatMap((name) => (plan.settings[name] === undefined ? [] : [[name, plan.settings[name]]])));
    const judged = await this.#judge({ edition: plan.edition, settings, players: plan.players, opened: true, before: [], rack: sets.join(" "), after: sets });
    if (!judged) {
      for (const set of sets) this.#asked.delete(set);
      return;
    }
    const known = new Map(this.#known);
    sets.forEach((set, index) => {
      const { ok, laid } = judged.sets[index] ?? {};
      if (ok) known.set(set, readTiles(laid?.[0] ?? set));
    });
    this.#known = known;
  }

  /** The faces of the jokers of a table, by piece. */
  of(felt: Felt): Map<number, string> {
    const faces = new Map<number, string>();
    for (const set of felt.sets) {
      if (!set.pieces.some((piece) => piece.face === "*")) continue;
      const read = this.#known.get(writeSet(set.pieces.map((piece) => piece.face)));
      const numbers = new Set(set.pieces.flatMap(({ face }) => (face.startsWith("*") ? [] : [numberOf(face)])));
      // The server does not choose a colour for a joker in a group.
      const inGroup = numbers.size === 1 ? `*${[...numbers].join("")}` : "*";
      if (!read) {
        this.#keepReadings(set, faces);
        continue;
      }
      // The server may put a set in order, but not its jokers among each other.
      const jokers = read.filter((face) => face.startsWith("*"));
      for (const { id } of set.pieces.filter((piece) => piece.face.startsWith("*"))) {
        const face = jokers.shift() ?? "*";
        faces.set(id, face === "*" ? inGroup : face);
      }
      set.pieces.forEach(({ id }, at) => {
        const face = faces.get(id);
        if (face) this.#latest.set(id, { face, left: set.pieces[at - 1]?.id, right: set.pieces[at + 1]?.id });
      });
    }
    return faces;
  }

  /** Until the server has read a set that was changed, its jokers keep their readings where a tile beside them is the same: or they would flicker. */
  #keepReadings({ pieces }: TableSet, faces: Map<number, string>) {
    pieces.forEach(({ id }, at) => {
      const latest = this.#latest.get(id);
      const [left, right] = [pieces[at - 1]?.id, pieces[at + 1]?.id];
      if (latest && ((left !== undefined && left === latest.left) || (right !== undefined && right === latest.right))) faces.set(id, latest.face);
    });
  }
}

function numberOf(face: string): number | null {
  const read = readFace(face);
  return read.kind === "number" ? read.number : null;
}

/** The sets with jokers that have no reading, in the notation of the wire. */
function unreadSets({ sets }: Felt): string[] {
  const unread = sets.filter((set) => set.pieces.length >= 3 && set.pieces.some((piece) => piece.face === "*"));
  return [...new Set(unread.map((set) => writeSet(set.pieces.map((piece) => piece.face))))];
}
