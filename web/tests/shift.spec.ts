/** Nothing jumps: the browser's own measure of layout shift stays 0 during a game (P16, P19). */
import { expect, type Page } from "@playwright/test";
import { createTable, draw, open, rack, turnOver, turnsHad, url, waitForTurn } from "./player";
import { crowded, stage } from "./stage";
import { test } from "./test";

const LANGUAGES = ["en-GB", "pt-PT", "zh-HK", "zh-CN"] as const;
/** Every layout: a small phone, a phone, a phone in landscape, a tablet, a desktop, and large text. */
const SIZES = [[360, 640, 1], [390, 844, 1], [844, 390, 1], [820, 1180, 1], [1440, 900, 1], [360, 640, 2]] as const;
const TURNS = 3;

interface Shift {
  value: number;
  moved: string[];
}

/** Collects every shift from now on, also those that follow an input at once. */
async function watchShifts(page: Page): Promise<() => Promise<Shift[]>> {
  await page.evaluate(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    interface Entry extends PerformanceEntry {
      value: number;
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    }
    const name = (node: Node | null) => (node instanceof Element ? `${node.tagName}.${node.className}` : (node?.parentElement?.className ?? "") + " text");
    // When a tile on its way is sent elsewhere, the browser counts the way that the compositor has already shown. What the
    // page has just begun to animate does not jump; that it begins where it was seen is tested with the felt.
    const animated = new WeakMap<Element, number>();
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...animation) {
      animated.set(this, performance.now());
      return animate.apply(this, animation);
    };
    const isOnItsWay = (node: Node | null, time: number) => {
      const tile = node instanceof Element ? node.closest("[data-piece]") : null;
      return tile !== null && time - (animated.get(tile) ?? -Infinity) < 1000;
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Entry[]) {
        if (entry.sources.length > 0 && entry.sources.every((one) => isOnItsWay(one.node, entry.startTime))) continue;
        const box = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(",");
        shifts.push({ value: entry.value, moved: entry.sources.map((one) => `${name(one.node)} ${box(one.previousRect)} > ${box(one.currentRect)}`) });
      }
    }).observe({ type: "layout-shift", buffered: false });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
}

/** Waits until every tile is where it goes. */
const settled = (page: Page) =>
  page.waitForFunction(() => [...document.querySelectorAll("[data-piece]")].every((tile) => tile.getAnimations().every((animation) => animation.playState !== "running")));

/** What a turn may bring: a tile laid, judged, taken back; the rack sorted; the last play again; the chat. */
async function fiddle(page: Page) {
  const tile = rack(page).first();
  await tile.click();
  await page.keyboard.press("n");
  await expect(page.locator(".mark.bad")).toHaveCount(1);
  await page.keyboard.press("z");
  await expect(page.locator(".mark.bad")).toHaveCount(0);
  for (const key of ["c", "m"]) {
    await settled(page);
    await page.keyboard.press(key);
  }
  await settled(page);
  await page.keyboard.press("h");
  await expect(page.locator(".hint")).toBeVisible();
  await page.locator(".hint button").last().click();
}

/** A few turns against bots. Returns the shifts. */
async function play(page: Page): Promise<Shift[]> {
  const { table } = await createTable(page, { edition: "hk", players: 3, hints: true, settings: { turn_time: 120 } }, { 1: "level3", 2: "level2" });
  await page.goto(url(`/t/${table}`));
  await waitForTurn(page);
  await page.evaluate(() => document.fonts.ready);
  const shifts = await watchShifts(page);
  for (let turn = 0; turn < TURNS && (await waitForTurn(page)); turn++) {
    if (turn === 1) await fiddle(page);
    const before = await turnsHad(page);
    await draw(page);
    await turnOver(page, before);
  }
  await waitForTurn(page);
  return shifts();
}

for (const locale of LANGUAGES) {
  test(`nothing jumps during a game in ${locale}`, async ({ browser }) => {
    await Promise.all(
      SIZES.map(async ([width, height, text]) => {
        const page = await open(browser, { locale, viewport: { width, height }, reducedMotion: "no-preference" });
        if (text > 1) await page.addInitScript((text) => addEventListener("DOMContentLoaded", () => (document.documentElement.style.fontSize = `${text * 100}%`)), text);
        expect.soft(await play(page), `${width} by ${height}, text at ${text * 100} %`).toEqual([]);
        await page.context().close();
      }),
    );
  });
}

test("a clock that loses a digit moves nothing", async ({ browser }) => {
  const page = await open(browser, { viewport: { width: 1440, height: 900 } });
  const state = crowded();
  Object.assign(state, { clock: { seat: 0, limit: 120_000, left: 101_500, running: true } });
  Object.assign(state.plan.settings, { turn_time: 120 });
  await stage(page, state);
  const seconds = page.locator("li.own .seconds");
  await expect(seconds).toHaveText("101");
  const shifts = await watchShifts(page);
  // A busy machine may not look at every second.
  await expect(seconds).toHaveText(/^[89]\d$/);
  await page.waitForTimeout(300);
  expect(await shifts()).toEqual([]);
});
