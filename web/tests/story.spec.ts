/** How the turns of others are shown (findings P9, P11). */
import { expect, test, type Page } from "@playwright/test";
import { felt, myTurn, open, rack } from "./player";
import { crowded, stage, type Stage } from "./stage";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A table of four, three of them bots, in which the second player is on turn. */
function fourPlayers(): Stage {
  const state = crowded();
  const [mine, bot] = state.game.state.seats;
  const [me, other] = state.seats;
  if (!mine || !bot || !me || !other) throw new Error("no players");
  state.game.state.table = ["k1 k2 k3"];
  state.game.state.pool = 40;
  state.game.state.seats = [mine, bot, bot, bot].map((seat) => structuredClone({ ...seat, rack: seat === mine ? seat.rack : { count: 9 } }));
  state.seats = [me, other, other, other].map((seat) => structuredClone({ ...seat, who: seat === me ? seat.who : { ...seat.who, name: "level3" } }));
  state.game.state.phase.seat = 1;
  return state;
}

const FIRST = ["k1 k2 k3", "r5 r6 r7"];
const THIRD = [...FIRST, "b9 b10 b11"];

/** Opens the table with the turns of others shown, and sends those of three fast bots. */
async function threeTurns(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem("trinta.pace", "calm"));
  const { send } = await stage(page, fourPlayers());
  let version = 1;
  const happened = (turn: number, event: object) =>
    send({ type: "happened", version: ++version, at: Date.now() + 1000, clock: null, phase: { phase: "turn", seat: turn }, counts: [], events: [{ table: "game", event }] });
  happened(2, { event: "played", seat: 1, table: FIRST, placed: "r5 r6 r7" });
  happened(3, { event: "drew", seat: 2, tiles: { count: 3 }, why: "penalty" });
  happened(0, { event: "played", seat: 3, table: THIRD, placed: "b9 b10 b11" });
}

for (const [motion, options] of Object.entries({ full: { reducedMotion: "no-preference" }, reduced: {} } as const)) {
  test(`three fast bots are shown one after another, with ${motion} motion`, async ({ browser }) => {
    const page = await open(browser, { ...PHONE, ...options });
    await threeTurns(page);
    // The player's turn has begun, and the first bot is still being shown.
    await expect(myTurn(page)).toBeVisible();
    await expect(page).toHaveTitle(/^Your turn/);
    await expect(felt(page)).toHaveCount(6);
    await expect(page.locator(".inFlight")).toHaveCount(motion === "full" ? 3 : 0);
    await expect(page.locator('[data-seat="2"] .note')).toHaveCount(0);
    // Then the second, and the third; the penalty stands at its seat.
    await expect(page.locator('[data-seat="2"] .note.bad')).toHaveText("+3");
    await expect(felt(page)).toHaveCount(9);
    await expect(page.locator(".banner")).toBeVisible();
    await expect(page.locator(".inFlight")).toHaveCount(0);
    await expect(page.locator('[data-seat="2"] .note.bad')).toHaveText("+3");
    await expect(page.locator(".banner")).toHaveCount(0);
  });
}

test("a tap on the felt skips the rest, and so does taking a tile in one's own turn", async ({ browser }) => {
  const page = await open(browser, { reducedMotion: "no-preference" });
  await threeTurns(page);
  await expect(page.locator(".inFlight").first()).toBeVisible();
  await page.locator(".felt").click({ position: { x: 500, y: 300 } });
  await expect(felt(page)).toHaveCount(9);
  await expect(page.locator(".inFlight")).toHaveCount(0);
  // Shown again, and skipped by the button.
  await page.getByRole("button", { name: "Replay the last turn" }).click();
  await expect(felt(page)).toHaveCount(3);
  await page.getByRole("button", { name: "Skip" }).click();
  await expect(felt(page)).toHaveCount(9);
  await page.getByRole("button", { name: "Replay the last turn" }).click();
  await rack(page).first().click();
  await expect(felt(page)).toHaveCount(9);
  await expect(page.locator(".rack .chosen")).toHaveCount(1);
});

test("the log has the whole game in the reader's person, and bots have names", async ({ browser }) => {
  const page = await open(browser, PHONE);
  await threeTurns(page);
  await expect(page.locator(".banner")).toBeVisible();
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "What happened" }).click();
  const lines = page.locator("dialog .log li");
  await expect(lines).toHaveCount(3);
  await expect(lines.nth(0)).toContainText("played 3 tiles");
  await expect(lines.nth(0).getByRole("img")).toHaveCount(3);
  await expect(lines.nth(1)).toContainText("Time ran out for");
  const names = await page.locator("li[data-seat]:not(.own) .who").allTextContents();
  expect(new Set(names).size).toBe(3);
  for (const name of names) expect(name).not.toMatch(/Good|\d/);
});
