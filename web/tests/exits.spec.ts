/** Principle 3: every screen has a way on. From anywhere to Home, from Home back to every running table, from every failure to a retry that retries. */
import { expect, test, type Browser, type Page } from "@playwright/test";
import { createTable, open, rack, url } from "./player";

const plan = (players: number, more: object = {}) => ({ edition: "hk", players, settings: { turn_time: "none" }, ...more });
const play = (page: Page) => page.getByRole("button", { name: "Play now" });
const home = (page: Page) => page.locator('a[href="/"]:visible');
const again = (page: Page) => page.getByRole("button", { name: "Try again" });
const back = (page: Page) => page.getByRole("link", { name: "Go on" });

/** Follows the link to the start page, through the menu where there is one. */
async function goHome(page: Page) {
  const menu = page.getByRole("button", { name: "Menu" });
  if ((await home(page).count()) === 0 && (await menu.count()) > 0) await menu.click();
  await home(page).first().click();
  await expect(play(page)).toBeVisible();
}

test("every screen has a way to Home", async ({ browser }) => {
  const page = await open(browser);
  for (const path of ["/new", "/one", "/learn", "/rules", "/me", "/nowhere", "/t/000000000000000000000000", "/replay/000000000000000000000000/1"]) {
    await page.goto(url(path));
    await expect(home(page).first(), path).toBeVisible();
    expect(await home(page).first().evaluate((link) => (link.getAttribute("aria-label") ?? link.textContent ?? "").trim()), `${path}: the link has a name`).not.toBe("");
    await goHome(page);
  }
});

test("P3: Home leads back to every table where I sit, and says whose turn it is", async ({ browser }) => {
  const page = await open(browser);
  await expect(play(page)).toBeVisible();
  await expect(back(page)).toHaveCount(0);
  const lobby = await createTable(page, plan(3, { name: "Friday" }), {}, false);
  await page.goto(url(`/t/${lobby.table}`));
  await page.locator("svg.qr").waitFor();
  await goHome(page);
  await expect(page.getByText("Waiting for players")).toBeVisible();
  await expect(back(page)).toHaveCount(1);
  const { table } = await createTable(page, plan(2), { 1: "level1" });
  await page.goto(url(`/t/${table}`));
  await page.locator("li.own.turn").waitFor();
  await goHome(page);
  await expect(back(page)).toHaveCount(2);
  await expect(page.getByText("Your turn · no clock")).toBeVisible();
  await back(page).first().click();
  await expect(rack(page).first()).toBeVisible();
  // Somebody who leaves for good is not called back.
  await page.getByRole("button", { name: "Menu" }).click();
  for (const name of ["Leave the table", "Leave?"]) await page.getByRole("button", { name }).click();
  await expect(play(page)).toBeVisible();
  await expect(page.getByText("Waiting for players")).toBeVisible();
  await expect(back(page)).toHaveCount(1);
});

async function failing(browser: Browser, what: RegExp, path: string): Promise<[Page, () => void]> {
  const page = await open(browser);
  let mended = false;
  await page.route(what, (route) => (mended ? route.continue() : route.abort()));
  await page.evaluate(() => sessionStorage.setItem("trinta.failures", "9"));
  await page.goto(url(path));
  return [page, () => (mended = true)];
}

for (const [path, what, arrived] of [
  ["/me", /api\/v1\/visitor/, "Create account"],
  ["/one", /api\/v1\/server/, "Begin"],
] as const) {
  test(`a failure at ${path} is followed by a retry that retries`, async ({ browser }) => {
    const [page, mend] = await failing(browser, what, path);
    await expect(again(page)).toBeVisible();
    await expect(home(page)).toBeVisible();
    mend();
    await again(page).click();
    await expect(page.getByRole("button", { name: arrived })).toBeEnabled();
  });
}

test("a table that refuses can be tried again", async ({ browser }) => {
  const host = await open(browser);
  const { table, code } = await createTable(host, plan(2), {}, false);
  const page = await open(browser, {}, `/t/${table}`);
  await expect(page.getByRole("heading")).toHaveText("This table doesn’t exist.");
  await expect(home(page)).toBeVisible();
  await again(page).click();
  await expect(page.getByRole("heading")).toHaveText("This table doesn’t exist.");
  await page.goto(url(`/t/${table}#code=${code}`));
  await page.reload();
  await expect(page.getByRole("button", { name: /Sit down/ })).toBeVisible();
});

test("P23: the error of a wrong code stands at its field", async ({ browser }) => {
  const page = await open(browser);
  const field = page.getByLabel("Table code");
  await field.fill("ABC234");
  await page.getByRole("button", { name: "Go to the table" }).click();
  await expect(field).toHaveAccessibleDescription("This table doesn’t exist.");
  await expect(field).toHaveAttribute("aria-invalid", "true");
});

test("P24: a new visitor sees no error in the console, and two taps lead to a game", async ({ browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.goto(url("/"));
  await play(page).click();
  await expect(rack(page).first()).toBeVisible();
  expect(errors).toEqual([]);
});
