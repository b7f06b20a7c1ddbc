/** What is said at a table, and whom the player does not want to read. */
import type { TableSocket } from "../net/socket";
import type { ChatLine, Phrase } from "../wire";

/** The lines that are kept. */
const MOST_LINES = 60;

export class Talk {
  lines = $state.raw<ChatLine[]>([]);
  unread = $state(0);
  /** Seats whose messages are hidden. */
  muted = $state.raw<ReadonlySet<number>>(new Set());
  readonly #socket: TableSocket;

  constructor(socket: TableSocket) {
    this.#socket = socket;
  }

  /** Adds a line. Returns whether the player is to see it. */
  add(line: ChatLine, own: boolean): boolean {
    this.lines = [...this.lines, line].slice(-MOST_LINES);
    const shown = !this.isMuted(line);
    if (shown && !own) this.unread += 1;
    return shown;
  }
  say(what: { text: string } | { phrase: Phrase }) {
    this.#socket.send({ type: "chat", ...what });
  }
  isMuted(line: ChatLine): boolean {
    return line.seat !== null && this.muted.has(line.seat);
  }
  /** Hides or shows somebody's messages; what the host does applies to the whole table. */
  mute(seat: number, muted: boolean, forAll: boolean) {
    const seats = new Set(this.muted);
    if (muted) seats.add(seat);
    else seats.delete(seat);
    this.muted = seats;
    if (forAll) this.#socket.send({ type: "mute", seat, muted });
  }
}
