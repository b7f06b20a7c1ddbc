/** For tests: a room without a browser, with a fake server that sends what the test tells it to. */
import { vi } from "vitest";
import type { ClientMessage, Phase, SeenEvent, SeenSeat, ServerMessage, TableView } from "../wire";
import { PROTOCOL } from "../wire/protocol";
import { Room } from "./room.svelte";

/** Pseudo-random numbers from a fixed seed. */
export function seededRandom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

class FakeStorage {
  readonly #kept = new Map<string, string>();
  getItem(key: string) {
    return this.#kept.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    this.#kept.set(key, value);
  }
}

/** A table of two players, with numbers or letters, seen from seat 0. */
export function viewOf(table: string[], rack: string, turn: number): TableView {
  return {
    plan: {
      name: "", edition: "hk", game: "numbers", rules: 2, settings: {}, changed: [], players: 2, open: false,
      spectators: { allowed: true, delay: 0 }, hints: true, open_drafts: true, hot_seat: false, stand_in_after: null, chat: "free",
    },
    seats: [0, 1].map(() => ({ who: null, away: false })),
    match: { length: 1, games: [], totals: ["0", "0"], wins: [0, 0], winners: [], over: false },
    deal: null,
    game: {
      number: 1, new_deal: false, commitment: "", seed: null,
      state: {
        seats: [seat({ count: 0, tiles: rack }), seat({ count: 9 })],
        pool: 50, table, phase: phase(turn), passes: 0, last_turns: null, shuffles: 1, contest: null, version: 1,
      },
    },
    clock: null,
    paused: false,
    closed: false,
  };
}

function seat(rack: SeenSeat["rack"]): SeenSeat {
  return { rack, opened: true, turns: 0, points: 0, drawn_last: { count: 0 } };
}

function phase(seat: number): Phase {
  return { phase: "turn", seat };
}

export interface Staged {
  room: Room;
  /** Messages that the page sent, oldest first. */
  sent: ClientMessage[];
  receive(message: ServerMessage): void;
  welcome(view: TableView): void;
  /** Answers `resync`. */
  resynced(view: TableView): void;
  happened(turn: number, ...events: SeenEvent[]): void;
  /** The number of websockets that were opened. */
  connections(): number;
}

/** A room with a fake websocket. `vi.unstubAllGlobals` removes it. */
export function stageRoom(): Staged {
  const sent: ClientMessage[] = [];
  const sockets: FakeSocket[] = [];
  class FakeSocket {
    static readonly OPEN = 1;
    readonly readyState = 1;
    onopen: (() => void) | null = null;
    onmessage: ((event: { data: string }) => void) | null = null;
    onclose: (() => void) | null = null;
    constructor() {
      sockets.push(this);
    }
    send(text: string) {
      sent.push(JSON.parse(text) as ClientMessage);
    }
    close() {
      this.onmessage = null;
    }
  }
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("location", { protocol: "http:", host: "trinta.test" });
  vi.stubGlobal("sessionStorage", new FakeStorage());
  vi.stubGlobal("localStorage", new FakeStorage());
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
  const room = new Room({ table: "staged", seat: 0 });
  const receive = (message: ServerMessage) => sockets.at(-1)?.onmessage?.({ data: JSON.stringify(message) });
  let version = 0;
  return {
    room,
    sent,
    receive,
    welcome: (state) =>
      receive({
        type: "welcome", protocol: PROTOCOL, table: "staged", you: { seat: 0, seats: [0], host: true }, version: ++version, now: 0, state,
        connected: [true, true], votes: { pause: [], rematch: [] }, chat: [],
      }),
    resynced: (state) => receive({ type: "view", version, now: 0, state }),
    connections: () => sockets.length,
    happened: (turn, ...events) =>
      receive({
        type: "happened", version: ++version, at: 0, clock: null, phase: phase(turn), counts: [],
        events: events.map((event) => ({ table: "game", event })),
      }),
  };
}
