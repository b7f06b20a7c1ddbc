/** A fake server, for events that a real one rarely produces at the right moment. */
import { expect, type Page } from "@playwright/test";
import { PROTOCOL } from "../src/wire/protocol";
import { rack, url } from "./player";

/** The view of a table with 146 tiles on it and 14 on the rack. */
export function crowded() {
  const sets: string[] = [];
  for (const colour of ["k", "r", "b"]) {
    for (let copy = 0; copy < 3; copy++) {
      for (const [from, to] of [[1, 4], [5, 8], [9, 13]] as const) {
        sets.push(Array.from({ length: to - from + 1 }, (_, index) => `${colour}${from + index}`).join(" "));
      }
    }
  }
  for (let copy = 0; copy < 2; copy++) sets.push("y1 y2 y3 y4", "y5 y6 y7 y8", "y9 y10 y11 y12");
  sets.push("y1 y2 y3 y4 y5");
  const racks = [{ count: 14, tiles: "y1 y2 y3 y4 y5 y6 y7 y8 y9 y10 y11 y12 y13 *" }, { count: 3 }];
  const players = racks.map((rack) => ({ rack, opened: true, turns: 5, points: 0, drawn_last: { count: 0 } }));
  const seats = ["Ana", "Rui"].map((name, seat) => ({ who: { name, bot: seat > 0, host: seat === 0 }, away: false }));
  return {
    plan: {
      name: "", edition: "hk", game: "numbers", rules: 2, settings: { opening_points: 30, turn_time: "none", pool_empty: "pass" }, changed: [], players: 2, open: false,
      spectators: { allowed: true, delay: 0 }, hints: false, open_drafts: false, hot_seat: false, stand_in_after: null, chat: "free",
    },
    seats,
    match: { length: 1, games: [], totals: ["0", "0"], wins: [0, 0], winners: [], over: false },
    deal: null,
    game: {
      number: 1, new_deal: false, commitment: "", seed: null,
      state: {
        seats: players, pool: 0, table: sets, phase: { phase: "turn", seat: 0 }, passes: 0, last_turns: null, shuffles: 1, contest: null, version: 9,
      },
    },
    clock: null,
    paused: false,
    closed: false,
  };
}

export type Stage = ReturnType<typeof crowded>;

export const NAMES = ["Mei", "Tomás", "Ana", "Maria Leonor de Sousa", "Rui", "Gil"];
const SCORES = ["366", "-19", "-48", "-71", "-89", "-139"];

/** A finished game of six, the third of a match. */
export function finished() {
  const state = crowded();
  const racks = ["", "k5 k6 r8", "k4 r6 r9 r13 b4 b12", "k5 k8 r11 b3 b9 y2 y11 y13 y9", "k3 r9 r11 r12 b3 b8 b12 y5 y10 y13 k3", "k10 k12 k13 r1 r12 b4 b6 b7 b13 y1 * *"];
  const seats = racks.map((tiles) => ({ rack: { count: tiles === "" ? 0 : tiles.split(" ").length, tiles }, opened: true, turns: 9, points: 0, drawn_last: { count: 0 } }));
  return {
    ...state,
    plan: { ...state.plan, players: 6 },
    seats: NAMES.map((name, seat) => ({ who: { name, bot: seat === 3, host: seat === 0, ...(seat === 3 ? {} : { face: `${seat}${seat}${seat}` }) }, away: false })),
    match: {
      length: 6, games: [["-52", "-64", "288", "-38", "-77", "-57"], ["-8", "190", "-31", "-60", "-43", "-48"], SCORES],
      totals: ["306", "107", "209", "-169", "-209", "-244"], wins: [1, 1, 1, 0, 0, 0], winners: [0], over: false,
    },
    game: {
      ...state.game,
      commitment: "15adfced5e2afe6ebfaa0ce07d26b7aae2053affcbce1b0192b8d36032b0b74d",
      seed: Array.from({ length: 32 }, (_, byte) => byte.toString(16).padStart(2, "0")).join(""),
      state: { ...state.game.state, seats, phase: { phase: "over", reason: "out", scores: SCORES, winners: [0] } },
    },
  };
}

/** Opens a table with this view. Returns the messages that the page sends, and functions that send messages to it. */
export async function stage(page: Page, state: Stage): Promise<{ sent: { type: string }[]; send: (message: object) => void; welcome: () => void }> {
  const sent: { type: string }[] = [];
  let sendText: (text: string) => void = () => undefined;
  const send = (message: object) => sendText(JSON.stringify(message));
  const welcome = () =>
    send({
      type: "welcome", protocol: PROTOCOL, table: "staged", you: { seat: 0, seats: [0], host: true }, version: 1, now: Date.now(), state,
      connected: [true, true], votes: { pause: [], rematch: [] }, chat: [],
    });
  await page.routeWebSocket(/staged\/socket$/, (socket) => {
    sendText = (text) => socket.send(text);
    socket.onMessage((text) => {
      const message = JSON.parse(String(text)) as { type: string };
      sent.push(message);
      if (message.type === "hello") welcome();
      if (message.type === "resync") send({ type: "view", version: 1, now: Date.now(), state });
    });
  });
  await page.evaluate(() => sessionStorage.setItem("seat.staged", "0"));
  await page.goto(url("/t/staged"));
  await expect(rack(page).first()).toBeVisible();
  return { sent, send, welcome };
}

/** The record of a game of two turns. */
export const shortRecord = (players: [string, string]): string => [
  { trinta: 1, edition: "hk", players, date: "2026-11-15" },
  { event: "dealt", starter: 0, racks: ["k10 r10 b10 k1 k2 k3", "r1 k3"], pool: "k7 y1" },
  { event: "played", seat: 0, table: ["r10 b10 k10"], placed: "k10 r10 b10", opening: 30 },
  { event: "drew", seat: 1, tiles: "k7", why: "choice" },
  { event: "ended", reason: "out", racks: ["k1 k2 k3", "k3 r1 k7"], scores: ["6", "-6"], winners: [0] },
].map((line) => JSON.stringify(line)).join("\n");
