import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { deviceKey } from "../net/keys";
import type { Envelope } from "../net";
import { FakeServer, FakeSocket, MemoryStorage } from "../net/testing";
import { Desk } from "./desk.svelte";

const sockets: FakeSocket[] = [];
/** Commands that the server has and has not answered. */
let held: { envelope: Envelope; socket: FakeSocket }[] = [];

beforeEach(() => {
  const server = new FakeServer();
  const storage = new MemoryStorage();
  vi.stubGlobal("location", { protocol: "http:", host: "hall.test" });
  vi.stubGlobal("localStorage", storage);
  // Called with `new`: what it gives back is the socket.
  vi.stubGlobal("WebSocket", function () {
    const socket = new FakeSocket((message) => {
      if (message.type === "hello") socket.tell(server.welcome());
      if (message.type === "command") held.push({ envelope: message.envelope, socket });
    });
    sockets.push(socket);
    return socket;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  sockets.length = 0;
  held = [];
});

function deskOfBothRoles(): Desk {
  deviceKey(localStorage);
  const desk = new Desk({ id: "t", title: "Cup", date: "2027-03-20", tokens: { organiser: "o", "head-judge": "h" }, role: "organiser" });
  sockets.at(-1)?.accept();
  return desk;
}
const answerNext = () => {
  const next = held.shift();
  if (!next) throw new Error("nothing waits for an answer");
  next.socket.tell({ type: "answer", device: next.envelope.device, n: next.envelope.n, answer: { ok: true, seq: next.envelope.n } });
};
const settle = () => new Promise((done) => setTimeout(done, 0));

describe("a desk", () => {
  it("gives commands one after the other, and a doubled click once", async () => {
    const desk = deskOfBothRoles();
    const done = [desk.do({ do: "briefing" }), desk.do({ do: "briefing" }), desk.do({ do: "seat", round: 1 })];
    await settle();
    expect(held.map(({ envelope }) => envelope.command.do)).toEqual(["briefing"]);
    answerNext();
    await settle();
    expect(held.map(({ envelope }) => envelope.command.do)).toEqual(["seat"]);
    expect(desk.busy).toBe(true);
    answerNext();
    expect((await Promise.all(done)).map((answer) => answer !== null)).toEqual([true, false, true]);
    expect(desk.busy).toBe(false);
    desk.close();
  });

  it("changes its role only when everything that was given in the old one is answered", async () => {
    const desk = deskOfBothRoles();
    const ruling = desk.do({ do: "rule", case: 1, decision: "dismiss", why: "nothing in it" });
    const changed = desk.actAs("head-judge", "");
    await settle();
    expect(sockets).toHaveLength(1);
    answerNext();
    await changed;
    expect(await ruling).not.toBeNull();
    expect(sockets).toHaveLength(2);
    expect([desk.role, desk.busy]).toEqual(["head-judge", false]);
    desk.close();
  });
});
