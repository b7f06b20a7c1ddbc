/** The pictures of the table in the README, in docs/images: part of `cargo xtask screenshots`. */
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { open, rack } from "./player";
import { crowded, stage } from "./stage";
import { test } from "./test";

const IMAGES = join(import.meta.dirname, "../../docs/images");
const BEFORE = ["k1 k2 k3 k4", "r10 b10 y10", "b4 b5 b6 b7", "y11 y12 y13", "r5 b5 k5", "r7 r8 r9"];

/** A game of three in its fourth round: Mei and Rui have just played, and it is Ana's turn. */
async function inTheMiddle(page: Page) {
  const state = crowded();
  const [mine, other] = state.game.state.seats;
  const [me, friend] = state.seats;
  if (!mine || !other || !me || !friend) throw new Error("no players");
  mine.rack = { count: 9, tiles: "k7 r3 r4 b2 b8 b12 y1 y9 *" };
  state.seats = [{ ...me, who: { ...me.who, name: "Ana" } }, { ...friend, who: { ...friend.who, bot: false, name: "Mei" } }, { ...friend, who: { ...friend.who, bot: false, name: "Rui" } }];
  state.seats.forEach((seat, index) => Object.assign(seat.who, { face: ["000", "131", "252"][index] }));
  state.game.state.seats = [mine, { ...other, rack: { count: 11 } }, { ...other, rack: { count: 9 } }];
  Object.assign(state.plan, { players: 3, hints: true });
  Object.assign(state.match, { totals: ["0", "0", "0"], wins: [0, 0, 0] });
  state.game.state.table = BEFORE;
  state.game.state.pool = 38;
  state.game.state.phase.seat = 1;
  // The rounds before are known on this device.
  await page.evaluate(() => sessionStorage.setItem("log.staged", JSON.stringify({ game: 1, partial: false, turns: 15, lines: [] })));
  const { send } = await stage(page, state);
  await page.evaluate(() => document.fonts.ready);
  let version = 1;
  const happened = (turn: number, event: object) =>
    send({ type: "happened", version: ++version, at: Date.now() + 1000, clock: null, phase: { phase: "turn", seat: turn }, counts: [], events: [{ table: "game", event }] });
  const first = [...BEFORE, "y2 y3 y4", "r1 b1 k1"];
  happened(2, { event: "played", seat: 1, table: first, placed: "y2 y3 y4 r1 b1 k1" });
  happened(0, { event: "played", seat: 2, table: [...first, "k11 k12 k13"], placed: "k11 k12 k13" });
  await expect(page.locator(".felt [data-piece]")).toHaveCount(29);
  await expect(page.locator("li.own.turn")).toBeVisible();
}

for (const [name, width, height] of [["page-desk", 1200, 750], ["page-phone", 390, 844]] as const) {
  test(name, async ({ browser }) => {
    const page = await open(browser, { viewport: { width, height }, colorScheme: name === "page-desk" ? "dark" : "light" });
    await inTheMiddle(page);
    await expect(page.locator(".banner")).toHaveCount(0);
    await expect(rack(page)).toHaveCount(9);
    // Log and chat come after the tiles.
    if (name === "page-desk") await expect(page.locator(".log li")).toHaveCount(2);
    await page.screenshot({ path: join(IMAGES, `${name}.png`) });
  });
}
