/** The websocket of a table: comes back by itself, and loses no command. */
import type { Action, ClientMessage, ServerMessage } from "../wire";
import { PROTOCOL } from "../wire/protocol";

const WAITS = [250, 500, 1000, 2000, 4000];
const PING_EVERY = 15_000;
const RESYNC_AGAIN = 1000;

export interface Door {
  table: string;
  seat: number | null;
  code?: string | undefined;
}

export interface Listener {
  message(message: ServerMessage): void;
  /** The connection is gone, or could not be made so many times in a row; it is being made again. */
  lost(tries: number): void;
}

interface Waiting {
  id: string;
  version: number;
  action: Action;
}

export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class TableSocket {
  #socket: WebSocket | null = null;
  #tries = 0;
  #closed = false;
  #timer = 0;
  #ping = 0;
  #pings = 0;
  /** Whether anything came since the last ping. */
  #heard = true;
  /** Commands without an answer yet: sent again after the connection was lost, with the same id. */
  #waiting: Waiting[] = [];
  /** Whether a fresh view has been asked for and not come yet: it will have all that happens until then. */
  #resyncing = false;
  /** The version that the page has; none: it wants a fresh view. */
  #since: number | null = null;
  readonly #door: Door;
  readonly #listener: Listener;

  constructor(door: Door, listener: Listener) {
    this.#door = door;
    this.#listener = listener;
    this.#connect();
    addEventListener("online", this.#hurry);
  }

  #hurry = () => {
    if (!this.#socket && !this.#closed) {
      clearTimeout(this.#timer);
      this.#connect();
    }
  };

  #connect() {
    const { table, seat, code } = this.#door;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1/tables/${encodeURIComponent(table)}/socket`);
    this.#socket = socket;
    socket.onopen = () => {
      const hello: ClientMessage = { type: "hello", protocol: PROTOCOL };
      if (seat !== null) hello.seat = seat;
      if (this.#since !== null) hello.since = this.#since;
      if (code) hello.code = code;
      this.#send(hello);
      clearInterval(this.#ping);
      this.#heard = true;
      this.#ping = setInterval(() => this.#probe(), PING_EVERY) as unknown as number;
    };
    socket.onmessage = (event) => {
      this.#heard = true;
      const message = JSON.parse(String(event.data)) as ServerMessage;
      if (message.type === "welcome") {
        this.#tries = 0;
        for (const command of this.#waiting) this.#send({ type: "command", ...command });
      }
      this.#follow(message);
      if (message.type === "done" || message.type === "refused") {
        this.#waiting = this.#waiting.filter((command) => command.id !== message.id);
      }
      this.#listener.message(message);
    };
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      clearInterval(this.#ping);
      if (this.#closed) return;
      this.#again();
    };
  }

  #follow(message: ServerMessage) {
    if (message.type === "welcome" || message.type === "view") {
      this.#resyncing = false;
      this.#since = message.version;
    } else if (message.type === "happened" && !this.#resyncing) {
      this.#since = message.version;
    } else if (message.type === "refused" && message.id === undefined && this.#resyncing) {
      // Perhaps too many questions at once: this one still wants its answer.
      this.#resyncing = false;
      setTimeout(() => this.resync(), RESYNC_AGAIN);
    }
  }

  /** Asks for a sign of life; without one since the last time, the connection is dead though nobody has said so. */
  #probe() {
    if (this.#heard) {
      this.#heard = false;
      this.#send({ type: "ping", number: ++this.#pings });
      return;
    }
    this.#drop();
    this.#again();
  }

  #again() {
    this.#listener.lost(this.#tries);
    const wait = WAITS[Math.min(this.#tries++, WAITS.length - 1)] ?? 4000;
    this.#timer = setTimeout(() => this.#connect(), wait) as unknown as number;
  }

  #drop() {
    const old = this.#socket;
    this.#socket = null;
    if (old) old.onmessage = null;
    old?.close();
    clearInterval(this.#ping);
  }

  #send(message: ClientMessage) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Says something that needs no answer, or that is said again anyway. */
  say(message: ClientMessage) {
    this.#send(message);
  }

  command(version: number, action: Action): string {
    const command = { id: newId(), version, action };
    this.#waiting.push(command);
    this.#send({ type: "command", ...command });
    return command.id;
  }

  /** Asks for a fresh view. If the connection is just gone, the next one begins with it. */
  resync() {
    this.#since = null;
    if (this.#resyncing || this.#closed) return;
    this.#resyncing = true;
    this.#send({ type: "resync" });
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#ping);
    removeEventListener("online", this.#hurry);
    this.#socket?.close();
  }
}
