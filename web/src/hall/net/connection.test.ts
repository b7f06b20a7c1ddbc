import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HallConnection } from "./connection.svelte";
import { deviceKey } from "./keys";
import { isRefused, type Answer, type Credentials } from "./messages";
import { Queue } from "./queue";
import { FakeServer, FakeSocket, MemoryStorage, seeded } from "./testing";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("location", { protocol: "http:", host: "hall.test" });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A hall with one phone; `loses` decides whether an answer gets lost on the way. */
function hall(loses: () => boolean = () => false) {
  const storage = new MemoryStorage();
  const server = new FakeServer();
  const sockets: FakeSocket[] = [];
  const open = (): WebSocket => {
    const socket = new FakeSocket((message, socket) => {
      if (message.type === "hello") socket.tell(server.welcome());
      if (message.type === "ask") socket.tell({ type: "answered", id: message.id, answer: { ok: true, asked: message.question.what } });
      const envelopes = message.type === "command" ? [message.envelope] : message.type === "deliver" ? message.envelopes : [];
      for (const envelope of envelopes) {
        const answer = server.handle(envelope);
        if (!loses()) socket.tell({ type: "answer", device: envelope.device, n: envelope.n, answer });
      }
    });
    sockets.push(socket);
    return socket as unknown as WebSocket;
  };
  const load = (credentials: Credentials = { code: "4EE-D3C-HEY" }) => new HallConnection("t", credentials, { storage, open, random: () => 0.5 });
  return { storage, server, sockets, load, socket: () => sockets.at(-1)! };
}

describe("the connection", () => {
  it("says hello with code and device, and shows the view and the clock", () => {
    const { load, socket, storage } = hall();
    const connection = load();
    expect(connection.status).toBe("connecting");
    socket().accept();
    expect(socket().received[0]).toEqual({ type: "hello", protocol: 1, as: { code: "4EE-D3C-HEY" }, device: deviceKey(storage).device, backup_seq: null });
    expect(connection.status).toBe("online");
    expect(connection.viewer).toEqual({ role: "judge", table: 7, round: 2 });
    socket().tell({ type: "view", seq: 3, now: "10:31:05", view: { as: "judge" } });
    expect([connection.view, connection.seq]).toEqual([{ as: "judge" }, 3]);
    vi.advanceTimersByTime(3000);
    expect(connection.now).toBe("10:31:08");
    connection.close();
  });

  it("sends commands with their hall time, and resolves with the answer", async () => {
    const { load, socket, server } = hall();
    const connection = load();
    socket().accept();
    expect(await connection.send({ do: "call", round: 2, table: 7 })).toEqual({ ok: true });
    expect(server.done[0]).toMatchObject({ n: 1, at: "10:31:05", code: "4EE-D3C-HEY", command: { do: "call", round: 2, table: 7 } });
    expect(connection.pending).toBe(0);
    connection.close();
  });

  it("queues without the server, reconnects with growing delays and sends in order", async () => {
    const { load, sockets, socket, server } = hall();
    const connection = load();
    const answers = [connection.send({ do: "a" }), connection.send({ do: "b" })];
    expect(connection.pending).toBe(2);
    for (const delay of [250, 500, 1000, 2000, 4000, 4000]) {
      const before = sockets.length;
      socket().drop();
      expect(connection.status).toBe("offline");
      vi.advanceTimersByTime(delay - 1);
      expect(sockets.length).toBe(before);
      vi.advanceTimersByTime(1);
      expect(sockets.length).toBe(before + 1);
    }
    socket().accept();
    await Promise.all(answers);
    expect(server.done.map(({ command }) => command.do)).toEqual(["a", "b"]);
    expect(connection.pending).toBe(0);
    connection.close();
  });

  it("gives up a connection on which nothing is answered, and sends the same envelope again", async () => {
    let loses = true;
    const { load, sockets, socket, server } = hall(() => loses);
    const connection = load();
    socket().accept();
    const answer = connection.send({ do: "a" });
    vi.advanceTimersByTime(8000);
    expect(connection.status).toBe("offline");
    loses = false;
    vi.advanceTimersByTime(250);
    socket().accept();
    expect(await answer).toEqual({ ok: true, again: true });
    expect(server.done).toHaveLength(1);
    const sent = sockets.flatMap(({ received }) => received).filter(({ type }) => type === "command");
    expect(sent[0]).toEqual(sent[1]);
    connection.close();
  });

  it("keeps a refusal that comes after a reload until somebody has seen it", () => {
    const { load, socket, server } = hall();
    void load().send({ do: "result" });
    server.refuses = () => true;
    const reloaded = load();
    socket().accept();
    expect(reloaded.pending).toBe(0);
    expect(reloaded.late).toMatchObject([{ n: 1, command: { do: "result" }, answer: { error: { code: "paused" } } }]);
    const again = load();
    expect(again.late).toHaveLength(1);
    again.dismissLate(1);
    expect(again.late).toEqual([]);
  });

  it("sends again what the server had no time for", async () => {
    const { load, socket, server } = hall();
    const connection = load();
    socket().accept();
    let isBusy = true;
    const handle = server.handle.bind(server);
    server.handle = (envelope) => (isBusy ? { error: { code: "too-many", message: "too many messages; wait a moment" } } : handle(envelope));
    const answer = connection.send({ do: "a" });
    expect(connection.pending).toBe(1);
    isBusy = false;
    vi.advanceTimersByTime(2000);
    expect(await answer).toEqual({ ok: true });
    expect(server.done).toHaveLength(1);
    connection.close();
  });

  it("answers questions, and says so if the server is away", async () => {
    const { load, socket } = hall();
    const connection = load();
    expect(await connection.ask({ what: "what-if" })).toMatchObject({ error: { code: "offline" } });
    socket().accept();
    expect(await connection.ask({ what: "what-if" })).toEqual({ ok: true, asked: "what-if" });
    connection.close();
  });

  it("delivers envelopes of another device", async () => {
    const { load, socket, server } = hall();
    const phone = new Queue(new MemoryStorage(), deviceKey(new MemoryStorage()), "t");
    const envelopes = [phone.add({ do: "a" }, null, "4EE-D3C-HEY"), phone.add({ do: "b" }, null, "4EE-D3C-HEY")];
    const desk = load({ token: "secret" });
    const answers = desk.deliver(envelopes);
    socket().accept();
    expect(await answers).toEqual([{ ok: true }, { ok: true }]);
    expect(server.done).toEqual(envelopes);
    desk.close();
  });

  it("stops where the server will not have it, and goes on after any other farewell", () => {
    const { load, sockets, socket } = hall();
    const connection = load();
    socket().accept();
    socket().tell({ type: "bye", code: "restart", message: "the server restarts" });
    socket().drop();
    vi.advanceTimersByTime(1000);
    expect(sockets).toHaveLength(2);
    socket().accept();
    socket().tell({ type: "bye", code: "revoked", message: "this token is not valid any more" });
    socket().drop();
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(2);
    expect(connection.ended?.code).toBe("revoked");
    connection.close();
  });

  it("lets the public look without a key", async () => {
    const { load, socket, storage } = hall();
    const connection = load(null);
    socket().accept();
    expect(socket().received[0]).toMatchObject({ as: null, device: null });
    expect(storage.getItem("trinta.hall.key")).toBeNull();
    expect(await connection.send({ do: "a" })).toMatchObject({ error: { code: "role" } });
    connection.close();
  });

  it("keeps backups, and says which one it has", () => {
    const { load, socket } = hall();
    const connection = load();
    socket().accept();
    socket().tell({ type: "backup", seq: 58, data: "AAAA" });
    connection.close();
    load();
    socket().accept();
    expect(socket().received[0]).toMatchObject({ backup_seq: 58 });
  });
});

describe("the queue", () => {
  it("goes on counting after the highest number that the server knows", () => {
    const queue = new Queue(new MemoryStorage(), deviceKey(new MemoryStorage()), "t");
    queue.skipTo(17);
    expect(queue.add({ do: "a" }, null, null).n).toBe(18);
  });
  it("works without storage, and says that it would not survive", () => {
    const storage = new MemoryStorage();
    storage.isFull = true;
    const queue = new Queue(storage, deviceKey(storage), "t");
    expect([queue.add({ do: "a" }, null, null).n, queue.add({ do: "b" }, null, null).n]).toEqual([1, 2]);
    expect(queue.isKept).toBe(false);
    expect(queue.waiting.map(({ n }) => n)).toEqual([1, 2]);
    queue.answered(1, { ok: true }, false);
    expect(queue.waiting.map(({ n }) => n)).toEqual([2]);
  });
  it("is not disturbed by entries of another key or that can't be read", () => {
    const storage = new MemoryStorage();
    new Queue(storage, deviceKey(new MemoryStorage()), "t").add({ do: "old" }, null, null);
    storage.setItem("trinta.hall.t.q.99", "{");
    expect(new Queue(storage, deviceKey(storage), "t").waiting).toEqual([]);
  });

  it.each(Array.from({ length: 60 }, (_, seed) => seed))("answers each command once and keeps the order, whatever is lost (seed %i)", async (seed) => {
    const random = seeded(seed);
    let isBad = true;
    const { load, server, sockets } = hall(() => isBad && random() < 0.3);
    server.refuses = ({ command }) => command.do === "refused";
    const given: number[] = [];
    const answers: Answer[] = [];
    let open: HallConnection[] = [load()];
    let hasReloaded = false;
    for (let step = 0; step < 60; step++) {
      const chance = random();
      const at = Math.floor(random() * open.length);
      const connection = open[at]!;
      if (chance < 0.4) {
        given.push(given.length);
        const command = { do: random() < 0.1 ? "refused" : "step", given: given.length - 1 };
        void connection.send(command).then((answer) => answers.push(answer));
      } else if (chance < 0.55) sockets[Math.floor(random() * sockets.length)]!.drop();
      else if (chance < 0.75) {
        const waiting = sockets.filter(({ readyState }) => readyState === 0);
        waiting[Math.floor(random() * waiting.length)]?.accept();
      } else if (chance < 0.8) {
        // A reload: promises die with the page, envelopes do not.
        connection.close();
        open = open.with(at, load());
        hasReloaded = true;
      } else if (chance < 0.83 && open.length < 3) open.push(load());
      else vi.advanceTimersByTime(Math.floor(random() * 9000));
    }
    isBad = false;
    for (let round = 0; round < 60; round++) {
      for (const socket of sockets) if (socket.readyState === 0) socket.accept();
      vi.advanceTimersByTime(9000);
    }
    await Promise.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(open.flatMap(({ waiting }) => waiting)).toEqual([]);
    const done = server.done.map(({ command }) => command.given as number);
    expect(done).toEqual([...new Set(done)].sort((one, other) => one - other));
    expect(new Set(server.done.map(({ n }) => n)).size).toBe(server.done.length);
    if (!hasReloaded) {
      expect(answers).toHaveLength(given.length);
      expect(answers.filter((answer) => !isRefused(answer))).toHaveLength(done.length);
    }
    for (const connection of open) connection.close();
  });
});
