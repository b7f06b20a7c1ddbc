/** The websocket of a table: it reconnects by itself, and no command is lost. */
import type { Action, ClientMessage, ServerMessage } from "../wire";
import { PROTOCOL } from "../wire/protocol";

const RECONNECT_DELAYS_MS = [250, 500, 1000, 2000, 4000];
const PING_INTERVAL_MS = 15_000;
/** A connection on which nothing arrives for so long after a ping or a command is dead. */
const ANSWER_TIMEOUT_MS = 6000;
const RESYNC_RETRY_MS = 1000;

/** Which table to connect to, and as whom. */
export interface TableAddress {
  table: string;
  seat: number | null;
  code?: string | undefined;
  /** As a judge of the table, who sees every rack. */
  judge?: boolean;
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
  /** Runs out if nothing arrives after a ping or a command; 0 if nothing is awaited. */
  #answerTimer = 0;
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
    addEventListener("offline", this.#giveUp);
    addEventListener("visibilitychange", this.#probeIfVisible);
  }

  #reconnectNow = () => {
    if (!this.#socket && !this.#closed) {
      clearTimeout(this.#timer);
      this.#connect();
    }
  };

  /** The connection is dead although no close event came. */
  #giveUp = () => {
    if (!this.#socket || this.#closed) return;
    this.#closeSocket();
    this.#reconnectLater();
  };

  /** A phone that was locked has often lost its connection without noticing. */
  #probeIfVisible = () => {
    if (!document.hidden) this.#probe();
  };

  #awaitAnswer() {
    if (this.#answerTimer === 0) this.#answerTimer = setTimeout(this.#giveUp, ANSWER_TIMEOUT_MS) as unknown as number;
  }

  #stopWaiting() {
    clearTimeout(this.#answerTimer);
    this.#answerTimer = 0;
  }

  #connect() {
    const { table, seat, code, judge } = this.#address;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1/tables/${encodeURIComponent(table)}/socket`);
    this.#socket = socket;
    socket.onopen = () => {
      const hello: ClientMessage = { type: "hello", protocol: PROTOCOL };
      if (seat !== null) hello.seat = seat;
      if (this.#since !== null) hello.since = this.#since;
      if (code) hello.code = code;
      if (judge) hello.judge = true;
      this.send(hello);
      clearInterval(this.#ping);
      this.#ping = setInterval(() => this.#probe(), PING_INTERVAL_MS) as unknown as number;
    };
    socket.onmessage = (event) => {
      this.#stopWaiting();
      const message = JSON.parse(String(event.data)) as ServerMessage;
      if (message.type === "welcome") {
        this.#tries = 0;
        for (const command of this.#pending) this.#sendCommand(command);
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
      this.#stopWaiting();
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

  #probe() {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.send({ type: "ping", number: ++this.#pings });
    this.#awaitAnswer();
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
    this.#stopWaiting();
  }

  /** Sends a message that needs no answer, or that is sent again anyway. */
  send(message: ClientMessage) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  command(version: number, action: Action): string {
    const command = { id: newId(), version, action };
    this.#pending.push(command);
    this.#sendCommand(command);
    return command.id;
  }

  #sendCommand(command: PendingCommand) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.send({ type: "command", ...command });
    this.#awaitAnswer();
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
    this.#stopWaiting();
    removeEventListener("online", this.#reconnectNow);
    removeEventListener("offline", this.#giveUp);
    removeEventListener("visibilitychange", this.#probeIfVisible);
    this.#socket?.close();
  }
}
