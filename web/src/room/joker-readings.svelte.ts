/** What the jokers of the number game stand for, as the server reads them (P17). The table itself says only that they are jokers. */
import { judge } from "../net/judge";
import type { Felt } from "../table/draft";
import { readFace, readTiles, writeSet } from "../tiles/face";
import type { TableView } from "../wire";

type Judge = typeof judge;

export class JokerReadings {
  /** The faces of a set by its text; those of a set that the server does not read are its own. */
  #known = $state.raw<ReadonlyMap<string, readonly string[]>>(new Map());
  readonly #asked = new Set<string>();
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
      if (!read) continue;
      // The server may put a set in order, but not its jokers among each other.
      const jokers = read.filter((face) => face.startsWith("*"));
      for (const { id } of set.pieces.filter((piece) => piece.face.startsWith("*"))) {
        const face = jokers.shift() ?? "*";
        faces.set(id, face === "*" ? inGroup : face);
      }
    }
    return faces;
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
