/** A player at a browser: what people do on the page, by mouse or touch. */
import { expect, type Browser, type BrowserContextOptions, type Locator, type Page } from "@playwright/test";

export const url = (path = "/") => new URL(path, process.env.TRINTA_URL).href;
/** An address on the server with the shipped rate limits. */
export const limited = (path: string) => new URL(path, process.env.TRINTA_LIMITED_URL).href;

export async function open(browser: Browser, options: BrowserContextOptions = {}, path = "/"): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", ...options });
  // The turns of others are over at once, unless a test is about how they are shown.
  await context.addInitScript(() => localStorage.getItem("trinta.pace") ?? localStorage.setItem("trinta.pace", "instant"));
  const page = await context.newPage();
  page.on("pageerror", (error) => {
    throw error;
  });
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      const message = JSON.parse(String(payload)) as { type: string; hint?: { step: number; found: boolean; table?: string[] } };
      if (message.type === "hint" && message.hint) hints.set(page, message.hint);
    }),
  );
  await page.goto(url(path));
  return page;
}

/** The latest hint that each page has received. */
const hints = new WeakMap<Page, { step: number; found: boolean; table?: string[] }>();

/** Requests the whole hint. Returns the proposed table, set by set; null if there is nothing to play. */
export async function wholeHint(page: Page, press: (name: string) => Promise<void>): Promise<string[][] | null> {
  hints.delete(page);
  await press("Hint");
  await expect.poll(() => hints.get(page)?.step).toBe(1);
  const found = hints.get(page)?.found ?? false;
  if (found) {
    await press("Show me where");
    await expect.poll(() => hints.get(page)?.step).toBe(3);
  }
  const table = hints.get(page)?.table ?? [];
  await press("Close");
  await expect(page.locator(".hint")).toHaveCount(0);
  return found ? table.map((set) => set.split(" ")) : null;
}

/** Creates a table through the HTTP API, with the session of this browser. */
export async function createTable(page: Page, plan: object, bots: Record<string, string> = {}, begin = true): Promise<{ table: string; code: string }> {
  await expect(page.locator("main")).toBeVisible();
  return page.evaluate(
    async ([plan, bots, begin]) => {
      const ask = (path: string, body: unknown) =>
        fetch(`/api/v1${path}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
      if (!(await fetch("/api/v1/session")).ok) await ask("/session", { name: "Guest" });
      const answer = await ask("/tables", { plan, bots, sit: true, begin });
      if (!answer.ok) throw new Error(await answer.text());
      return (await answer.json()) as { table: string; code: string };
    },
    [plan, bots, begin] as const,
  );
}

export const board = (page: Page): Locator => page.locator(".board");
export const rack = (page: Page): Locator => page.locator(".rack [data-piece]");
export const felt = (page: Page): Locator => page.locator(".felt [data-piece]");
export const sheet = (page: Page): Locator => page.locator("dialog .racks");

export const myTurn = (page: Page) => page.locator("li.own.turn");

/** Waits until it is this player's turn or the game is over. Returns whether it is their turn. */
export async function waitForTurn(page: Page): Promise<boolean> {
  const turn = page.locator("li.own.turn, dialog .racks").first();
  await turn.waitFor({ timeout: 60_000 });
  return (await sheet(page).count()) === 0;
}

/** The number of turns that this player has had: the only reliable sign that a turn is over, because opponents may be quick. */
export async function turnsHad(page: Page): Promise<string | null> {
  return page.locator("li.own").getAttribute("data-turns");
}

/** Waits until the server has counted the turn, or the game is over. */
export async function turnOver(page: Page, before: string | null) {
  await expect.poll(async () => (await sheet(page).count()) > 0 || (await turnsHad(page)) !== before, { timeout: 20_000 }).toBe(true);
}

/**
 * Waits until the page has been painted: before that, Chromium silently drops input. A person would not see
 * anything to drag yet, but a test on a busy machine finds the element.
 */
export async function painted(page: Page) {
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Starts to drag a piece with the mouse. */
export async function lift(page: Page, piece: Locator) {
  await painted(page);
  const from = await piece.boundingBox();
  if (!from) throw new Error("nothing to lift");
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  // At the same time, because a tile that is held still takes the rest of its set along.
  await Promise.all([page.mouse.down(), page.mouse.move(from.x + from.width / 2 + 10, from.y)]);
}

/** Drops the dragged tiles at a point of the felt. */
export async function dropOnFelt(page: Page, x: number, y: number) {
  const to = await page.locator(".felt").boundingBox();
  if (!to) throw new Error("no felt");
  await page.mouse.move(to.x + x, to.y + y, { steps: 6 });
  await page.mouse.up();
}

/** Drags a piece to a point of the felt. */
export async function dragToFelt(page: Page, piece: Locator, x: number, y: number) {
  await lift(page, piece);
  await dropOnFelt(page, x, y);
}

/** Draws a tile, with the confirmation. The question is withdrawn after a while, which may be too soon for a test on a busy machine. */
export async function draw(page: Page, tap = false) {
  const button = page.locator(".draw");
  for (let times = 0; times < 20; times++) {
    await (tap ? button.tap() : button.click());
    if ((await page.locator(".draw.sure").count()) === 0) return;
  }
  throw new Error("the tile is not drawn");
}
