/** A connection can die without a close event: a phone is locked, or walks out of reach. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ClientMessage, ServerMessage } from "../wire";
import { TableSocket } from "./socket";

class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readonly readyState = 1;
  readonly sent: ClientMessage[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor() {
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }
  /** A dead connection reports nothing. */
  close() {}
  receive(message: Partial<ServerMessage>) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  kinds() {
    return this.sent.map((message) => message.type);
  }
}

const page = new EventTarget();
let lost = 0;
let table: TableSocket;
function connect(): FakeSocket {
  table = new TableSocket({ table: "t", seat: 0 }, { message: () => undefined, lost: () => lost++ });
  return opened();
}
function opened(): FakeSocket {
  const socket = FakeSocket.all.at(-1);
  if (!socket) throw new Error("no websocket was opened");
  socket.onopen?.();
  socket.receive({ type: "welcome", version: 1 });
  return socket;
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  lost = 0;
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("location", { protocol: "http:", host: "trinta.test" });
  vi.stubGlobal("document", { hidden: false });
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
});
afterEach(() => {
  table.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("a dead connection", () => {
  it("is given up as soon as the browser is offline, and opened again as soon as it is online", () => {
    connect();
    page.dispatchEvent(new Event("offline"));
    expect(lost).toBe(1);
    page.dispatchEvent(new Event("online"));
    expect(FakeSocket.all.length).toBe(2);
  });
  it("is noticed by a command without an answer, which is sent again with the same id", () => {
    const socket = connect();
    const id = table.command(1, { do: "draw" });
    expect(socket.kinds()).toEqual(["hello", "command"]);
    vi.advanceTimersByTime(6000);
    expect(lost).toBe(1);
    vi.advanceTimersByTime(250);
    expect(opened().sent.at(-1)).toMatchObject({ type: "command", id });
  });
  it("is noticed by a ping without an answer", () => {
    const socket = connect();
    vi.advanceTimersByTime(15_000);
    expect(socket.kinds()).toEqual(["hello", "ping"]);
    socket.receive({ type: "pong", number: 1 });
    vi.advanceTimersByTime(14_000);
    expect(lost).toBe(0);
    vi.advanceTimersByTime(8000);
    expect(lost).toBe(1);
  });
  it("is looked for when the page is seen again", () => {
    const socket = connect();
    page.dispatchEvent(new Event("visibilitychange"));
    expect(socket.kinds()).toEqual(["hello", "ping"]);
  });
});
