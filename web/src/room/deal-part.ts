/** The part that this device takes in deals by itself: answers what the server asks of it, one message after another. */
import type { TableSocket } from "../net/socket";
import type { ServerMessage } from "../wire";

/** When it is tried again after its module could not be loaded. */
const RETRY_MS = 1000;

export class DealPart {
  readonly #table: string;
  readonly #socket: TableSocket;
  #latest: Promise<void> = Promise.resolve();
  readonly #commands = new Set<string>();

  constructor(table: string, socket: TableSocket) {
    this.#table = table;
    this.#socket = socket;
  }

  /** Whether a message answers a command of this part: nobody is told of what the device does by itself. */
  isAnswered(message: ServerMessage): boolean {
    return (message.type === "done" || message.type === "refused") && this.#commands.delete(message.id ?? "");
  }

  /** `number`: of the game that is on or over; `version`: of the table, when a command is sent. */
  take(message: ServerMessage, number: number, version: () => number) {
    const concerns = message.type === "welcome" || message.type === "view" || (message.type === "happened" && message.events.some(({ table }) => table !== "game"));
    if (!concerns) return;
    this.#latest = this.#latest.then(async () => {
      // Loaded at the table, so that a deal need not wait for it.
      const { answersTo } = await import("./entropy");
      for (const action of answersTo(this.#table, number + 1, message)) this.#commands.add(this.#socket.command(version(), action));
    }).catch(() => {
      setTimeout(() => this.#socket.resync(), RETRY_MS);
    });
  }
}
