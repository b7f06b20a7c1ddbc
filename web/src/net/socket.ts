/** The websocket of a table: it reconnects by itself, and no command is lost. */
import type { Action, ClientMessage, ServerMessage } from "../wire";
import { PROTOCOL } from "../wire/protocol";

const RECONNECT_DELAYS_MS = [250, 500, 1000, 2000, 4000];
const PING_INTERVAL_MS = 15_000;
const RESYNC_RETRY_MS = 1000;

/** Which table to connect to, and as whom. */
export interface TableAddress {
  table: string;
  seat: number | null;
  code?: string | undefined;
}

export interface Listener {
  message(message: ServerMessage): void;
  /** The connection is lost and will be opened again; `tries` counts the failed attempts in a row. */
  lost(tries: number): void;
}

interface PendingCommand {
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
  /** Whether anything has arrived since the last ping. */
  #heard = true;
  /** Commands without an answer yet, sent again with the same id after a lost connection. */
  #pending: PendingCommand[] = [];
  /** Whether a fresh view is on its way; it will include everything that happens until then. */
  #resyncing = false;
  /** The version that the page has; null if it needs a fresh view. */
  #since: number | null = null;
  readonly #address: TableAddress;
  readonly #listener: Listener;

  constructor(address: TableAddress, listener: Listener) {
    this.#address = address;
    this.#listener = listener;
    this.#connect();
    addEventListener("online", this.#reconnectNow);
  }

  #reconnectNow = () => {
    if (!this.#socket && !this.#closed) {
      clearTimeout(this.#timer);
      this.#connect();
    }
  };

  #connect() {
    const { table, seat, code } = this.#address;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1/tables/${encodeURIComponent(table)}/socket`);
    this.#socket = socket;
    socket.onopen = () => {
      const hello: ClientMessage = { type: "hello", protocol: PROTOCOL };
      if (seat !== null) hello.seat = seat;
      if (this.#since !== null) hello.since = this.#since;
      if (code) hello.code = code;
      this.send(hello);
      clearInterval(this.#ping);
      this.#heard = true;
      this.#ping = setInterval(() => this.#probe(), PING_INTERVAL_MS) as unknown as number;
    };
    socket.onmessage = (event) => {
      this.#heard = true;
      const message = JSON.parse(String(event.data)) as ServerMessage;
      if (message.type === "welcome") {
        this.#tries = 0;
        for (const command of this.#pending) this.send({ type: "command", ...command });
      }
      this.#follow(message);
      if (message.type === "done" || message.type === "refused") {
        this.#pending = this.#pending.filter((command) => command.id !== message.id);
      }
      this.#listener.message(message);
    };
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      clearInterval(this.#ping);
      if (this.#closed) return;
      this.#reconnectLater();
    };
  }

  #follow(message: ServerMessage) {
    if (message.type === "welcome" || message.type === "view") {
      this.#resyncing = false;
      this.#since = message.version;
    } else if (message.type === "happened" && !this.#resyncing) {
      this.#since = message.version;
    } else if (message.type === "refused" && message.id === undefined && this.#resyncing) {
      // Probably a rate limit: the view is still needed.
      this.#resyncing = false;
      setTimeout(() => this.resync(), RESYNC_RETRY_MS);
    }
  }

  /** Pings the server. If nothing has arrived since the last ping, the connection is dead although no close event came. */
  #probe() {
    if (this.#heard) {
      this.#heard = false;
      this.send({ type: "ping", number: ++this.#pings });
      return;
    }
    this.#closeSocket();
    this.#reconnectLater();
  }

  #reconnectLater() {
    this.#listener.lost(this.#tries);
    const wait = RECONNECT_DELAYS_MS[Math.min(this.#tries++, RECONNECT_DELAYS_MS.length - 1)] ?? 4000;
    this.#timer = setTimeout(() => this.#connect(), wait) as unknown as number;
  }

  #closeSocket() {
    const old = this.#socket;
    this.#socket = null;
    if (old) old.onmessage = null;
    old?.close();
    clearInterval(this.#ping);
  }

  /** Sends a message that needs no answer, or that is sent again anyway. */
  send(message: ClientMessage) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  command(version: number, action: Action): string {
    const command = { id: newId(), version, action };
    this.#pending.push(command);
    this.send({ type: "command", ...command });
    return command.id;
  }

  /** Requests a fresh view. If the connection is lost, the next one begins with it. */
  resync() {
    this.#since = null;
    if (this.#resyncing || this.#closed) return;
    this.#resyncing = true;
    this.send({ type: "resync" });
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#ping);
    removeEventListener("online", this.#reconnectNow);
    this.#socket?.close();
  }
}
