/** Parts of the page that can't be fetched at first: each is retried, and there is always a link home (finding P6). */
import { expect, type Page, type Route } from "@playwright/test";
import { createTable, open, rack, url } from "./player";
import { test } from "./test";

const NEW_TABLE = /assets\/NewTable-.*\.js/;

/** Makes requests fail until the returned function is called. Not a number of them, since a browser may request a file twice. */
async function failRequests(page: Page, what: RegExp, how: (route: Route) => Promise<void> = (route) => route.abort()): Promise<() => void> {
  let mended = false;
  await page.route(what, (route) => (mended ? route.continue() : how(route)));
  return () => (mended = true);
}

/** The number of failed attempts that the page has counted. */
const failures = (page: Page) => page.evaluate(() => Number(sessionStorage.getItem("trinta.failures")));
/** Pretends many failures, so that the page would wait long before it retries by itself. */
const pretendManyFailures = (page: Page) => page.evaluate(() => sessionStorage.setItem("trinta.failures", "9"));

const friends = (page: Page) => page.getByRole("link", { name: /Play with friends/ });
const again = (page: Page) => page.getByRole("button", { name: "Try again" });
const home = (page: Page) => page.getByRole("link", { name: "Home" });
const arrived = (page: Page) => page.getByRole("heading", { name: "New table" });

test("a screen that fails to load is retried by itself, at the same address", async ({ browser }) => {
  const page = await open(browser);
  const mend = await failRequests(page, NEW_TABLE);
  await friends(page).click();
  await expect(page.getByRole("status")).toHaveText("Trying again…");
  await expect(again(page)).toBeVisible();
  await expect(home(page)).toBeVisible();
  // The first automatic retry fails.
  const load = page.waitForEvent("load");
  await expect.poll(() => failures(page).catch(() => 0)).toBe(1);
  await load;
  await expect(again(page)).toBeVisible();
  mend();
  await expect(arrived(page)).toBeVisible({ timeout: 30_000 });
  expect(page.url()).toBe(url("/new"));
  expect(await failures(page), "what was counted is forgotten").toBe(0);
});

test("a screen that fails to load is retried on request, and the fragment of the address is kept", async ({ browser }) => {
  const page = await open(browser);
  await pretendManyFailures(page);
  const mend = await failRequests(page, NEW_TABLE, (route) => route.fulfill({ status: 404 }));
  await page.goto(url("/new#here"));
  await expect(again(page)).toBeVisible();
  mend();
  await again(page).click();
  await expect(arrived(page)).toBeVisible();
  expect(page.url()).toBe(url("/new#here"));
});

test("a style sheet that fails to load is fetched again too", async ({ browser }) => {
  const page = await open(browser);
  await pretendManyFailures(page);
  const mend = await failRequests(page, /assets\/NewTable-.*\.css/);
  await friends(page).click();
  await expect(again(page)).toBeVisible();
  mend();
  const styled = page.waitForResponse(/assets\/NewTable-.*\.css/);
  await again(page).click();
  await expect(arrived(page)).toBeVisible();
  expect((await styled).ok()).toBe(true);
});

test("while the server is down the page stays, links home, and recovers by itself", async ({ browser }) => {
  const page = await open(browser);
  await expect(friends(page)).toBeVisible();
  let away = true;
  await page.route("**/*", (route) => (away ? route.abort() : route.continue()));
  await friends(page).click();
  await again(page).click();
  await expect(again(page)).toBeEnabled();
  await home(page).click();
  await expect(page.locator(".play")).toBeVisible();
  await friends(page).click();
  await expect(again(page)).toBeVisible();
  away = false;
  await expect(arrived(page)).toBeVisible({ timeout: 30_000 });
});

test("a table that can't be entered at first is retried", async ({ browser }) => {
  const page = await open(browser);
  const { table } = await createTable(page, { edition: "hk", players: 2, settings: { turn_time: "none" } }, { 1: "level1" });
  const mend = await failRequests(page, /api\/v1\/(session|visitor)/);
  await page.goto(url(`/t/${table}`));
  await expect(page.getByRole("heading")).toHaveText("The server can’t be reached.");
  await expect(home(page)).toBeVisible();
  mend();
  await expect(rack(page).first()).toBeVisible({ timeout: 30_000 });
});

test("while the texts of a language can't be fetched the page is in English, and changes when they arrive", async ({ browser }) => {
  const page = await open(browser, { locale: "pt-PT" });
  const mend = await failRequests(page, /assets\/pt-.*\.js/);
  await page.reload();
  await expect(page.locator(".play")).toContainText("Play now");
  mend();
  await expect(page.locator(".play")).toContainText("Jogar já", { timeout: 30_000 });
  await expect(page.locator("html")).toHaveAttribute("lang", "pt-PT");
});

for (const [locale, says] of [["zh-HK", "再試一次"], ["zh-CN", "再试一次"], ["pt-PT", "Tentar de novo"], ["en-GB", "Try again"]] as const) {
  test(`the retry screen is in ${locale} and fits`, async ({ browser }) => {
    const page = await open(browser, { locale });
    await failRequests(page, NEW_TABLE);
    await pretendManyFailures(page);
    await page.goto(url("/new"));
    await expect(page.getByRole("button", { name: says })).toBeVisible();
    for (const [width, height] of [[320, 568], [390, 844], [844, 390], [1440, 900]] as const) {
      await page.setViewportSize({ width, height });
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight)).toBe(true);
    }
  });
}
