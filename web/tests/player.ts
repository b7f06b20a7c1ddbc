/** Somebody at a browser: what people do on the page, by mouse, finger or keys. */
import { expect, type Browser, type BrowserContextOptions, type Locator, type Page } from "@playwright/test";

export const url = (path = "/") => new URL(path, process.env.TRINTA_URL).href;
/** On the server that has the limits of a real one. */
export const limited = (path: string) => new URL(path, process.env.TRINTA_LIMITED_URL).href;

export async function open(browser: Browser, options: BrowserContextOptions = {}, path = "/"): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", ...options });
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

/** The last hint that came to each page. */
const hints = new WeakMap<Page, { step: number; found: boolean; table?: string[] }>();

/** Asks for the whole hint; the table as it would be, set by set, or none if there is nothing to play. */
export async function wholeHint(page: Page, press: (name: string) => Promise<void>): Promise<string[][] | null> {
  hints.delete(page);
  await press("Hint");
  await expect.poll(() => hints.get(page)?.step).toBe(1);
  const found = hints.get(page)?.found ?? false;
  if (found) {
    await press("Show me where");
    await expect.poll(() => hints.get(page)?.step).toBe(2);
    await press("Show me all of it");
    await expect.poll(() => hints.get(page)?.step).toBe(3);
  }
  const table = hints.get(page)?.table ?? [];
  await press("Close");
  await expect(page.locator(".hint")).toHaveCount(0);
  return found ? table.map((set) => set.split(" ")) : null;
}

/** Opens a table by the server's own door, as this browser's player. */
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

/** Waits until it is this player's turn, or the game is over; says which. */
export async function waitForTurn(page: Page): Promise<boolean> {
  const turn = page.locator("li.own.turn, dialog .racks").first();
  await turn.waitFor({ timeout: 60_000 });
  return (await sheet(page).count()) === 0;
}

/** How many turns this player has had in this game: the one mark that a turn is over, however quick the others are. */
export async function turnsHad(page: Page): Promise<string | null> {
  return page.locator("li.own").getAttribute("data-turns");
}

/** Waits until the server has taken the turn, or the game is over. */
export async function turnOver(page: Page, before: string | null) {
  await expect.poll(async () => (await sheet(page).count()) > 0 || (await turnsHad(page)) !== before, { timeout: 20_000 }).toBe(true);
}

/**
 * Waits until the page was painted: before that Chromium drops what a mouse does, silently. A person sees nothing to
 * take before that either; a test on a busy machine does.
 */
async function painted(page: Page) {
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Takes a piece up with the mouse. */
export async function lift(page: Page, piece: Locator) {
  await painted(page);
  const from = await piece.boundingBox();
  if (!from) throw new Error("nothing to lift");
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  // At once: a tile that is held still for a moment takes the rest of its set along.
  await Promise.all([page.mouse.down(), page.mouse.move(from.x + from.width / 2 + 10, from.y)]);
}

/** Drops what is held at a point of the felt. */
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

/** Draws, and means it. */
export async function draw(page: Page, tap = false) {
  const button = page.locator(".draw");
  for (let times = 0; times < 2; times++) await (tap ? button.tap() : button.click());
}

/** One turn with the help of the hints: laid and finished, or drawn. Says whether something was played. */
export async function playTurn(page: Page, tap = false): Promise<boolean> {
  const press = (target: Locator) => (tap ? target.tap() : target.click());
  const before = await turnsHad(page);
  await press(page.getByRole("button", { name: "Hint" }));
  const hint = page.locator(".hint");
  await expect(hint).not.toContainText("Looking");
  let played = false;
  if (await hint.getByRole("button", { name: "Show me where" }).count()) {
    await press(hint.getByRole("button", { name: "Show me where" }));
    await press(hint.getByRole("button", { name: "Show me all of it" }));
    await press(hint.getByRole("button", { name: "Lay it for me" }));
    const finish = page.getByRole("button", { name: "Finish" });
    await expect(finish).toBeEnabled();
    await press(finish);
    played = true;
  } else {
    await press(hint.getByRole("button", { name: "Close" }));
    await draw(page, tap);
  }
  await turnOver(page, before);
  return played;
}

/** Plays until the game is over. */
export async function playOut(page: Page, tap = false) {
  for (let turns = 0; turns < 120; turns++) {
    if (!(await waitForTurn(page))) return;
    await playTurn(page, tap);
  }
  throw new Error("the game does not end");
}
