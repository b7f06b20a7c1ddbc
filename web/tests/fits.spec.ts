/** Everything fits its place, in every layout and language: no control is outside of the window, and no sentence of a turn is cut. */
import { expect, type Page } from "@playwright/test";
import { open, rack } from "./player";
import { crowded, stage, type Stage } from "./stage";
import { test } from "./test";

const LANGUAGES = ["en-GB", "pt-PT", "zh-HK", "zh-CN"] as const;
const SIZES = [[360, 640], [390, 844], [844, 390], [820, 1180], [1440, 900], [1920, 1080]] as const;

/** The player's turn at a table with a clock and an empty felt. */
function turn(settings: object, opened: boolean): Stage {
  const state = crowded();
  Object.assign(state, { clock: { seat: 0, limit: 120_000, left: 101_500, running: true } });
  Object.assign(state.plan, { hints: true });
  Object.assign(state.plan.settings, { turn_time: 120 }, settings);
  state.game.state.table = [];
  state.game.state.pool = 32;
  for (const seat of state.game.state.seats) seat.opened = opened;
  return state;
}
const words = (): Stage => {
  const state = turn({ opening_letters: 6 }, false);
  Object.assign(state.plan, { edition: "word-b", game: "words" });
  Object.assign(state.game.state.seats[0]?.rack ?? {}, { count: 3, tiles: "C A T" });
  return state;
};
const STATES = { "a turn": () => turn({}, true), "an opening": () => turn({}, false), "a first word": words };

/** Controls that are not wholly inside the window. */
const outside = (page: Page) =>
  page.locator("main :is(button, a, input, select):visible").evaluateAll((all) =>
    all
      .filter((one) => {
        const { left, top, right, bottom } = one.getBoundingClientRect();
        return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
      })
      .map((one) => one.ariaLabel || one.textContent || one.tagName),
  );

for (const locale of LANGUAGES) {
  test(`everything fits during a turn, in ${locale}`, async ({ browser }) => {
    for (const [width, height] of SIZES) {
      const page = await open(browser, { locale, viewport: { width, height } });
      const staged = await stage(page, STATES["a turn"]());
      for (const [index, [what, state]] of Object.entries(STATES).entries()) {
        staged.send({ type: "view", version: index + 2, now: Date.now(), state: state() });
        await expect(rack(page)).toHaveCount(what === "a first word" ? 3 : 14);
        await page.evaluate(() => document.fonts.ready);
        // Only a text that is cut can be opened.
        const open = page.locator(".status .open");
        expect.soft(await open.count(), `${what} at ${width} by ${height}: “${await page.locator(".status .text").textContent()}”`).toBe(0);
        expect.soft(await outside(page), `${what} at ${width} by ${height}`).toEqual([]);
      }
      // The sum of an opening in the making, beside what is said of the play.
      for (const [index, [what, laid]] of Object.entries({ "an opening": { opening: 33, spelling: "checked" }, "a first word": { opening: 6, spelling: "challenge" } }).entries()) {
        const next = STATES[what as keyof typeof STATES]();
        Object.assign(next.plan.settings, { spelling: laid.spelling });
        staged.send({ type: "view", version: 5 + index, now: Date.now(), state: next });
        await expect(rack(page)).toHaveCount(what === "a first word" ? 3 : 14);
        await rack(page).first().click();
        await page.keyboard.press("n");
        await expect(page.locator(".felt [data-piece]")).toHaveCount(1);
        const drafts = staged.sent.filter((message): message is { type: string; number: number } => message.type === "draft");
        staged.send({ type: "judgement", number: drafts.at(-1)?.number, judgement: { legal: true, opening: laid.opening, sets: [{ ok: true }] } });
        await expect(page.locator(".status.good")).toBeVisible();
        expect.soft(await page.locator(".status .open").count(), `${what} that is enough, at ${width} by ${height}: “${await page.locator(".status .text").textContent()}”`).toBe(0);
        await page.locator(".felt [data-piece]").click({ button: "right" });
        await expect(page.locator(".felt [data-piece]")).toHaveCount(0);
      }
      // A penalty, told until the next turn.
      staged.send({
        type: "happened", version: 9, at: Date.now(), clock: null, phase: { phase: "turn", seat: 1 }, counts: [6, 3],
        events: [{ table: "game", event: { event: "drew", seat: 0, tiles: { count: 3, tiles: "A B C" }, why: "penalty" } }],
      });
      await expect(rack(page)).toHaveCount(6);
      await expect(page.locator(".status .text")).toContainText("3");
      expect.soft(await page.locator(".status .open").count(), `a penalty at ${width} by ${height}: “${await page.locator(".status .text").textContent()}”`).toBe(0);
      await page.context().close();
    }
  });
}

test("the seats of six players fit the top row of every phone", async ({ browser }) => {
  for (const [width, height] of [[360, 640], [390, 844]] as const) {
    const page = await open(browser, { viewport: { width, height } });
    const state = turn({}, true);
    const [own, other] = state.game.state.seats;
    if (!own || !other) throw new Error("no seats");
    const names = ["Ana", "Rui", "Maria Leonor", "Gil", "Zé", "Mei"];
    state.plan.players = names.length;
    state.seats = names.map((name, seat) => ({ who: { name, bot: false, host: seat === 0 }, away: false }));
    state.game.state.seats = names.map((_, seat) => (seat === 0 ? own : structuredClone(other)));
    const { send } = await stage(page, state);
    send({
      type: "happened", version: 9, at: Date.now(), clock: null, phase: { phase: "turn", seat: 1 }, counts: names.map(() => 3),
      events: [{ table: "game", event: { event: "drew", seat: 0, tiles: { count: 3, tiles: "k1 k2 k3" }, why: "penalty" } }],
    });
    await expect(page.locator(".note")).toHaveText("+3");
    const top = await page.locator(".top").boundingBox();
    for (const box of await page.locator("li[data-seat]").evaluateAll((seats) => seats.map((seat) => seat.getBoundingClientRect()))) {
      expect(box.top, `${width} by ${height}`).toBeGreaterThanOrEqual(top?.y ?? 0);
      expect(box.bottom, `${width} by ${height}`).toBeLessThanOrEqual((top?.y ?? 0) + (top?.height ?? 0));
    }
    await page.context().close();
  }
});

test("a felt with 27 sets is seen whole on a small phone", async ({ browser }) => {
  const page = await open(browser, { viewport: { width: 360, height: 640 } });
  const state = turn({}, true);
  state.game.state.table = Array.from({ length: 27 }, (_, index) => ["r1 r2 r3", "k7 r7 b7 y7", "b9 b10 b11 b12", "y1 y2 y3", "k1 k2 k3 k4 k5"][index % 5] ?? "");
  await stage(page, state);
  await expect(page.locator(".felt [data-piece]").first()).toBeVisible();
  expect(await page.locator(".felt").evaluate((felt) => felt.scrollHeight <= felt.clientHeight)).toBe(true);
});

test("a felt with 21 sets is seen whole on a small phone", async ({ browser }) => {
  const page = await open(browser, { viewport: { width: 360, height: 640 } });
  const state = turn({}, true);
  state.game.state.table = ["k", "r", "b"].flatMap((colour) => [1, 5, 9, 1, 5, 9, 2].map((from) => Array.from({ length: 4 }, (_, index) => `${colour}${from + index}`).join(" ")));
  await stage(page, state);
  await expect(page.locator(".felt [data-piece]")).toHaveCount(84);
  const hidden = await page.locator(".felt").evaluate((felt) => {
    const { bottom, right } = felt.getBoundingClientRect();
    return [...felt.querySelectorAll("[data-piece]")].filter((tile) => tile.getBoundingClientRect().bottom > bottom || tile.getBoundingClientRect().right > right).length;
  });
  expect(hidden).toBe(0);
});
