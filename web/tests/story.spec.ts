/** How the turns of others are shown (findings P9, P11). */
import { expect, type Page } from "@playwright/test";
import { felt, open, rack } from "./player";
import { crowded, stage, type Stage } from "./stage";
import { test } from "./test";

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
  await record(page);
  let version = 1;
  const happened = (turn: number, event: object) =>
    send({ type: "happened", version: ++version, at: Date.now() + 1000, clock: null, phase: { phase: "turn", seat: turn }, counts: [], events: [{ table: "game", event }] });
  happened(2, { event: "played", seat: 1, table: FIRST, placed: "r5 r6 r7" });
  happened(3, { event: "drew", seat: 2, tiles: { count: 3 }, why: "penalty" });
  happened(0, { event: "played", seat: 3, table: THIRD, placed: "b9 b10 b11" });
}

/** What was on the screen, frame by frame, without repetitions: a busy machine may take a test past a moment. */
interface Seen {
  /** Tiles with a place on the felt. */
  laid: number;
  inFlight: number;
  /** The note at the seat of the second bot. */
  note: string | undefined;
  myTurn: boolean;
  banner: boolean;
}
async function record(page: Page) {
  await page.evaluate(() => {
    const seen: Seen[] = [];
    const look = () => {
      const count = (selector: string) => document.querySelectorAll(selector).length;
      const now = {
        laid: count(".felt [data-piece]"), inFlight: count(".inFlight"), note: document.querySelector('[data-seat="2"] .note')?.textContent,
        myTurn: count("li.own.turn") > 0, banner: count(".banner") > 0,
      };
      if (JSON.stringify(now) !== JSON.stringify(seen.at(-1))) seen.push(now);
      requestAnimationFrame(look);
    };
    look();
    Object.assign(window, { seen });
  });
}
const recorded = (page: Page) => page.evaluate(() => (window as unknown as { seen: Seen[] }).seen);

for (const [motion, options] of Object.entries({ full: { reducedMotion: "no-preference" }, reduced: {} } as const)) {
  test(`three fast bots are shown one after another, with ${motion} motion`, async ({ browser }) => {
    const page = await open(browser, { ...PHONE, ...options });
    await threeTurns(page);
    await expect(page).toHaveTitle(/^Your turn/);
    await expect(page.locator(".banner")).toBeVisible();
    await expect(page.locator(".banner")).toHaveCount(0);
    const seen = await recorded(page);
    // The player's turn begins while the first bot is being shown; then the second one follows, and the third.
    const first = seen.findIndex((one) => one.laid === 6 && one.myTurn && one.note === undefined);
    const second = seen.findIndex((one) => one.laid === 6 && one.note === "+3");
    const third = seen.findIndex((one) => one.laid === 9 && one.note === "+3");
    const banner = seen.findIndex((one) => one.banner);
    expect(first).toBeGreaterThanOrEqual(0);
    expect(second).toBeGreaterThan(first);
    expect(third).toBeGreaterThan(second);
    expect(banner).toBeGreaterThan(third);
    expect(seen.slice(banner).every((one) => one.inFlight === 0 && one.note === "+3")).toBe(true);
    // Tiles travel, unless motion is reduced.
    expect(Math.max(...seen.map((one) => one.inFlight))).toBe(motion === "full" ? 3 : 0);
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
  await page.getByRole("button", { name: "Skip" }).click();
  await expect(felt(page)).toHaveCount(9);
  // First the table before the plays was shown; the very first record is from before they were made.
  expect((await recorded(page)).slice(1).some((one) => one.laid === 3)).toBe(true);
  await page.getByRole("button", { name: "Replay the last turn" }).click();
  await rack(page).first().click();
  await expect(felt(page)).toHaveCount(9);
  await expect(page.locator(".rack .chosen")).toHaveCount(1);
});

test("the last play is seen before its result is told", async ({ browser }) => {
  const page = await open(browser, { ...PHONE, reducedMotion: "no-preference" });
  await page.evaluate(() => localStorage.setItem("trinta.pace", "calm"));
  const state = fourPlayers();
  const { send } = await stage(page, state);
  await page.evaluate(() => {
    const early: string[] = [];
    let flights = 0;
    Object.assign(window, { early: () => [flights, early] });
    (function look() {
      const said = [...document.querySelectorAll(".status .text, .actions .over")].map((one) => one.textContent ?? "").join(" ");
      if (document.querySelectorAll(".inFlight").length > 0) {
        flights += 1;
        if (/wins|over/i.test(said)) early.push(said);
      }
      requestAnimationFrame(look);
    })();
  });
  const ended = { event: "ended", reason: "out", racks: [{ count: 0 }, { count: 0 }, { count: 9 }, { count: 9 }], scores: ["-20", "40", "-10", "-10"], winners: [1] };
  // After the end the page asks for a fresh view.
  Object.assign(state.game.state, { table: FIRST, phase: { phase: "over", reason: "out", scores: ended.scores, winners: [1] } });
  send({
    type: "happened", version: 2, at: Date.now() + 1000, clock: null, phase: { phase: "over", reason: "out", scores: ended.scores, winners: [1] }, counts: [],
    events: [{ table: "game", event: { event: "played", seat: 1, table: FIRST, placed: "r5 r6 r7" } }, { table: "game", event: ended }],
  });
  await expect(page.getByRole("dialog").locator(".racks")).toBeVisible();
  const [flights, early] = await page.evaluate(() => (window as unknown as { early: () => [number, string[]] }).early());
  expect(flights).toBeGreaterThan(0);
  expect(early).toEqual([]);
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
  const names = await page.locator("li[data-seat]:not(.own) .who .name").allTextContents();
  expect(new Set(names).size).toBe(3);
  for (const name of names) expect(name).not.toMatch(/Good|\d/);
});

test("a turn that begins on a hidden page is notified, and nothing is shown late", async ({ browser }) => {
  const page = await open(browser);
  await page.addInitScript(() => {
    localStorage.setItem("trinta.notifications", "on");
    class FakeNotification {
      static readonly permission = "granted";
      constructor(title: string) {
        document.documentElement.dataset.notified = title;
      }
      close() {}
    }
    Object.assign(window, { Notification: FakeNotification });
    Object.defineProperty(document, "hidden", { get: () => true });
  });
  await threeTurns(page);
  await expect(page.locator("html")).toHaveAttribute("data-notified", "Your turn");
  await expect(felt(page)).toHaveCount(9);
  await expect(page.getByRole("button", { name: "Skip" })).toHaveCount(0);
});

test("what is said is shown at the seat, one bubble per seat", async ({ browser }) => {
  const page = await open(browser, PHONE);
  const { send } = await stage(page, fourPlayers());
  const say = (line: object) => send({ type: "said", line: { seat: 2, name: "Rui", at: Date.now(), ...line } });
  say({ text: "hm" });
  say({ phrase: "nice" });
  const bubble = page.locator(".bubble");
  await expect(bubble).toHaveText(/Nice/);
  const [seat, said] = [await page.locator('[data-seat="2"]').boundingBox(), await bubble.boundingBox()];
  expect(said?.y).toBeGreaterThan(seat?.y ?? Infinity);
  await expect(bubble).toHaveCount(0);
});

test("a bubble gives way to tiles that are laid below it", async ({ browser }) => {
  const page = await open(browser, PHONE);
  const state = fourPlayers();
  const { send } = await stage(page, state);
  const bubble = page.locator(".bubble", { hasText: "Here it comes" });
  const tilesUnder = (at: { x: number; y: number; width: number; height: number }) =>
    page.evaluate(
      ({ x, y, width, height }) =>
        [...document.querySelectorAll(".felt [data-piece]")].map((tile) => tile.getBoundingClientRect()).filter((tile) => tile.left < x + width && tile.right > x && tile.top < y + height && tile.bottom > y).length,
      at,
    );
  send({ type: "said", line: { seat: 2, name: "Rui", at: Date.now(), text: "Here it comes" } });
  await expect(bubble).toBeVisible();
  const before = await bubble.boundingBox();
  if (!before) throw new Error("no bubble");
  expect(before.y).toBeGreaterThan((await page.locator('[data-seat="2"]').boundingBox())?.y ?? Infinity);
  const { table } = crowded().game.state;
  send({
    type: "happened", version: 2, at: Date.now() + 1000, clock: null, phase: { phase: "turn", seat: 2 }, counts: [],
    events: [{ table: "game", event: { event: "played", seat: 1, table, placed: table.slice(1).join(" ") } }],
  });
  await expect(felt(page)).toHaveCount(table.join(" ").split(" ").length);
  // It would lie on tiles if it had stayed.
  expect(await tilesUnder(before)).toBeGreaterThan(0);
  await expect.poll(async () => tilesUnder((await bubble.boundingBox({ timeout: 500 })) ?? before)).toBe(0);
});

test("of two bubbles that would lie over each other only the newer one is seen", async ({ browser }) => {
  const page = await open(browser, PHONE);
  const { send } = await stage(page, fourPlayers());
  for (const [seat, text] of [[1, "I have been waiting for this"], [2, "So have I, for two rounds"]] as const) {
    send({ type: "said", line: { seat, name: "Rui", at: Date.now(), text } });
    await expect(page.locator(".bubble", { hasText: text })).toBeVisible();
  }
  expect(await page.locator(".bubble:visible").allTextContents()).toEqual(["So have I, for two rounds"]);
});

test("bots chat while there is room for it, and never over tiles or counts", async ({ browser }) => {
  const chatter = async (table: string[]) => {
    const page = await open(browser, PHONE);
    const state = fourPlayers();
    state.game.state.table = table;
    const { send } = await stage(page, state);
    await page.evaluate(() => {
      const seen = new Set<string>();
      Object.assign(window, { seen });
      (function look() {
        for (const bubble of document.querySelectorAll<HTMLElement>(".bubble:not([hidden])")) seen.add(bubble.textContent ?? "");
        requestAnimationFrame(look);
      })();
    });
    for (const seat of [1, 2, 3]) {
      const event = { event: "played", seat, table, placed: "r5 r6 r7", opening: 30 };
      send({ type: "happened", version: seat + 1, at: Date.now() + 1000, clock: null, phase: { phase: "turn", seat: (seat + 1) % 4 }, counts: [], events: [{ table: "game", event }] });
    }
    await expect(page.locator("li.own.turn")).toBeVisible();
    // The texts of the bots are fetched when the first of them speaks.
    await page.waitForTimeout(1000);
    return page.evaluate(() => (window as unknown as { seen: Set<string> }).seen.size);
  };
  expect(await chatter(["k1 k2 k3", "r5 r6 r7"])).toBeGreaterThan(0);
  expect(await chatter(crowded().game.state.table)).toBe(0);
});
