/** Frames while dragging over 160 tiles with the processor slowed down six times: `cargo xtask frames`. */
import { expect, test } from "@playwright/test";
import { open, rack, url } from "./player";

/** A table with 146 tiles on it and 14 on the rack, as the server would say it. */
function crowded() {
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
  const racks = [{ count: 14, tiles: "y1 y2 y3 y4 y5 y6 y7 y8 y9 y10 y11 y12 y13 *", opened: true, turns: 5, points: 0 }, { count: 3, opened: true, turns: 5, points: 0 }];
  const seats = ["Ana", "Rui"].map((name, seat) => ({ who: { name, bot: seat > 0, host: seat === 0 }, away: false, mixed: false }));
  return {
    plan: {
      name: "", edition: "hk", game: "numbers", settings: { opening_points: 30, turn_time: "none" }, changed: [], players: 2, open: false,
      spectators: { allowed: true, delay: 0 }, hints: false, open_drafts: false, hot_seat: false, stand_in_after: null, chat: "free",
    },
    seats,
    match: { length: 1, games: [], totals: ["0", "0"], wins: [0, 0], winners: [], over: false },
    commitment: null,
    game: { number: 1, phase: { phase: "turn", seat: 0, draw_only: false }, table: sets, pool: 0, racks, contest: null, commitment: "", seed: null },
    clock: null,
    paused: false,
    closed: false,
  };
}

test("dragging over a crowded table", async ({ browser }) => {
  const page = await open(browser, { viewport: { width: 1280, height: 800 }, reducedMotion: "no-preference" });
  await page.routeWebSocket(/socket$/, (socket) => {
    socket.onMessage((text) => {
      const said = JSON.parse(String(text)) as { type: string };
      if (said.type !== "hello") return;
      socket.send(JSON.stringify({
        type: "welcome", protocol: 1, table: "crowded", you: { seat: 0, seats: [0], host: true }, version: 1, now: Date.now(), state: crowded(),
        connected: [true, true], votes: { pause: [], rematch: [] }, chat: [],
      }));
    });
  });
  await page.evaluate(() => sessionStorage.setItem("seat.crowded", "0"));
  await page.goto(url("/t/crowded"));
  await expect(rack(page)).toHaveCount(14);
  expect(await page.locator("[data-piece]").count()).toBe(160);
  const client = await page.context().newCDPSession(page);
  await client.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  const from = await rack(page).nth(3).boundingBox();
  if (!from) throw new Error("no tile");
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.evaluate(() => {
    const at: number[] = [];
    (window as unknown as { at: number[] }).at = at;
    const note = (now: number) => {
      at.push(now);
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  const until = Date.now() + 4000;
  for (let step = 0; Date.now() < until; step++) await page.mouse.move(200 + ((step * 13) % 900), 120 + ((step * 7) % 400));
  const at = await page.evaluate(() => (window as unknown as { at: number[] }).at);
  await page.mouse.up();
  const gaps = at.slice(1).map((time, index) => time - (at[index] ?? time)).sort((a, b) => a - b);
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  const share = (part: number) => (gaps[Math.floor(gaps.length * part)] ?? 0).toFixed(1);
  console.log(`${(1000 / mean).toFixed(1)} frames a second while dragging, 160 tiles, 6 times slower; a frame takes ${share(0.5)} ms (median), ${share(0.95)} ms (95 of 100)`);
  expect(gaps.length).toBeGreaterThan(30);
});
