/** The organiser's screens: a tournament of 12 from the form to the winners, by clicks and by keyboard, and how they look. */
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { test } from "./test";

const server = () => process.env.TRINTA_URL ?? "";
const NAMES = ["Ana Silva", "Bea Costa", "陳大文", "Dora Lima", "Eva Rocha", "Filip Nowak", "Gil Matos", "Hugo Reis", "Inês Sá", "João Pires", "Kuok Pak Him", "Lara Melo"];
const SIZES = [[1366, 768], [820, 1180], [390, 844]] as const;
const LANGUAGES = ["en", "pt-PT", "zh-Hant", "zh-Hans"] as const;
const TABS = ["players", "check-in", "seating", "board", "standings", "cases", "print", "wall", "more"] as const;

async function create(page: Page) {
  await page.goto(`${server()}/hall`);
  await page.getByRole("link", { name: "New tournament" }).click();
  await page.getByLabel("Title").fill("School cup");
  await page.getByRole("button", { name: "Create the tournament" }).click();
  await expect(page.locator("[data-recovery]")).toHaveText(/^\w{4}-\w{4}-\w{4}-\w{4}$/);
  await page.getByRole("button", { name: "I have it on paper" }).click();
  await page.getByLabel(/One a line/).first().fill(NAMES.map((name, at) => `${name}\tSchool ${at % 3}`).join("\n"));
  await page.getByRole("button", { name: "Add 12 players" }).click();
  await expect(page.getByRole("heading", { name: "12 players" })).toBeVisible();
}
const follow = (page: Page) => page.locator("a.next").click();

async function seatRound(page: Page, round: number) {
  await page.getByRole("button", { name: `Propose round ${round}` }).click();
  await page.getByRole("button", { name: `Publish round ${round}` }).click();
  await page.getByRole("button", { name: `Start round ${round}` }).click();
  await expect(page.locator("[data-table='3']")).toContainText("Playing");
}
/** Nothing goes beyond the right edge, not even cut off, and no short word of a table is broken. */
async function noOverflow(page: Page, what: string) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect.soft(wide, what).toBeLessThanOrEqual(0);
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(".counters *, td.status")]
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0 || element.matches("td.status") && element.clientHeight > 60)
      .map((element) => element.textContent),
  );
  expect.soft(cut, what).toEqual([]);
  // The open tab is in sight, however many there are.
  const open = page.locator(`nav a[aria-current="page"]`);
  if ((await open.count()) > 0) await expect.soft(open, what).toBeInViewport({ ratio: 0.99 });
}
async function accessible(page: Page, what: string) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect.soft(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`), what).toEqual([]);
}

test("a new organiser finishes a tournament of 12 by clicks alone", async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await create(page);
  await page.getByRole("button", { name: "Draw, schools apart" }).click();
  await follow(page);
  await page.getByRole("button", { name: /^7 .*not here yet/ }).click();
  await page.getByRole("button", { name: "Everybody is here" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Is here" }).click();
  await page.getByRole("button", { name: "Start briefing" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Start briefing" }).click();
  await follow(page);
  for (const round of [1, 2, 3]) {
    await seatRound(page, round);
    for (const table of [1, 2, 3]) {
      await page.locator(`[data-table='${table}']`).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: "out", exact: true }).nth((table + round) % 4).click();
      for (const [at, box] of (await dialog.getByPlaceholder("Sum of the tiles").all()).entries()) await box.fill(String(table * 7 + round * 3 + at * 5));
      await dialog.getByRole("button", { name: "Store" }).click();
      await expect(page.getByRole("dialog")).toBeHidden();
      await expect(page.locator(`[data-table='${table}']`)).toContainText("Final");
    }
    await page.getByRole("complementary").getByRole("link").click();
  }
  await page.getByRole("button", { name: "Finish and publish" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Finish and publish" }).click();
  await expect(page.getByRole("heading", { name: "Winners" })).toBeVisible();
  await expect(page.locator(".win")).toHaveCount(4);
  // The screen has gone on to the ceremony by itself; its control is there without choosing it.
  await page.evaluate(() => (location.hash = "wall"));
  await page.getByRole("button", { name: "Reveal the next" }).click();
  await expect(page.getByText("1 / 4")).toBeVisible();
});

test("sheets open for printing as they are on paper", async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await create(page);
  await page.evaluate(() => (location.hash = "print"));
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Open for printing" }).click();
  const sheets = await opened;
  await expect(sheets.getByText("陳大文").first()).toBeVisible();
  // With their style sheet: without it codes are as wide as the window.
  const widest = await sheets.locator("svg").evaluateAll((codes) => Math.max(...codes.map((code) => code.getBoundingClientRect().width)));
  expect(widest).toBeLessThan(400);
  await sheets.reload();
  await expect.poll(() => sheets.evaluate(() => [...document.styleSheets].reduce((sum, sheet) => sum + sheet.cssRules.length, 0))).toBeGreaterThan(10);
});

test("whoever runs a tournament from a phone reaches what stands below a long list", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await create(page);
  const list = page.getByLabel(/One a line/).first();
  await expect(list).not.toBeInViewport();
  await page.getByRole("button", { name: "Add players", exact: true }).click();
  await expect(list).toBeInViewport({ ratio: 1 });
  await list.fill("Mia Wolf");
  await page.getByRole("button", { name: "Add 1 player" }).click();
  await expect(page.getByRole("heading", { name: "13 players" })).toBeVisible();
});

test("a draw among equals says why it goes on and who moves", async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await create(page);
  await page.evaluate(() => (location.hash = "check-in"));
  await page.getByRole("button", { name: "Everybody is here" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Is here" }).click();
  // Everybody at once can be taken back as well.
  await page.locator(".hit", { hasText: "Everybody is here" }).getByRole("button", { name: "Take back" }).click();
  await expect(page.locator(".counters .good")).toHaveText("0");
  await page.getByRole("button", { name: "Everybody is here" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Is here" }).click();
  await page.getByRole("button", { name: "Start briefing" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Start briefing" }).click();
  await follow(page);
  await seatRound(page, 1);
  await page.locator("[data-table='2']").click();
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByRole("status")).toHaveText("Who is out?");
  await sheet.getByRole("button", { name: "out", exact: true }).first().click();
  await expect(sheet.getByRole("status")).toHaveText("B, C, D: what is left?");
  for (const [at, box] of (await sheet.getByPlaceholder("Sum of the tiles").all()).entries()) await box.fill(String([10, 10, 30][at]));
  await sheet.getByRole("button", { name: "Store" }).click();
  const tiles = sheet.locator("form input");
  for (const [at, tile] of ["r9", "k9"].entries()) await tiles.nth(at).fill(tile);
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect(sheet.getByRole("status")).toContainText("draw again");
  for (const [at, tile] of ["b3", "y12"].entries()) await tiles.nth(at).fill(tile);
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect(sheet.getByText("A 5, C 7 → table 3")).toBeVisible();
  await page.keyboard.press("Escape");
  // Two winners with an empty pool have halves, as people write them (F10).
  const line = page.getByLabel("Result in one line");
  await line.fill("1 pool a12 b9 c9 d31");
  await expect(page.locator(".echo")).toContainText("+12½");
  await line.press("Enter");
  await expect(page.locator("[data-table='1']")).toContainText("+12½");
});

test("an organiser who made a mistake takes it back where it was made", async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await create(page);
  await follow(page);
  const here = page.locator(".counters .good");
  for (const [number, count] of [["3", "1"], ["4", "2"]] as const) {
    await page.keyboard.type(number);
    await expect(page.locator(".hit.on")).toContainText(number);
    await page.keyboard.press("Enter");
    await expect(here).toHaveText(count);
  }
  // The wrong child: the newest of the list, then everybody.
  const justNow = page.locator(".hit", { hasText: "Dora Lima" });
  await justNow.getByRole("button", { name: "Take back" }).click();
  await expect(here).toHaveText("1");
  await page.getByRole("button", { name: "Everybody is here" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Is here" }).click();
  await page.getByRole("button", { name: "Start briefing" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Start briefing" }).click();
  await follow(page);
  await seatRound(page, 1);
  const line = page.getByLabel("Result in one line");
  await line.fill("1 a0 b35 c20 d12");
  await expect(page.locator(".echo")).toContainText("sum 0");
  await line.press("Enter");
  await expect(page.locator("[data-table='1']")).toContainText("Final");
  // The result of another table: out of the table's own history.
  await page.locator("[data-table='1']").click();
  await page.getByRole("dialog").getByRole("button", { name: "Take back" }).click();
  await page.keyboard.press("Escape");
  await expect(page.locator("[data-table='1']")).toContainText("Playing");
  // Started and published too early: back to the check-in.
  await page.evaluate(() => (location.hash = "more"));
  for (const step of ["Round started", "Seating published", "Seating proposed", "Briefing"]) {
    const first = page.locator("li.bar").first();
    await expect(first).toContainText(step);
    await first.getByRole("button", { name: "Take back" }).click();
  }
  await page.evaluate(() => (location.hash = "check-in"));
  await expect(page.getByRole("button", { name: "Start briefing" })).toBeVisible();
});

test("check-in and results need only the keyboard, and every screen is accessible and fits", async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await create(page);
  await follow(page);
  for (let number = 1; number <= 10; number++) {
    await page.keyboard.type(String(number));
    await expect(page.locator(".hit.on")).toContainText(String(number));
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Number or part of a name")).toHaveValue("");
  }
  await page.keyboard.type("kuok");
  await page.keyboard.press("Enter");
  await expect(page.locator(".counters")).toContainText("11");
  await page.getByRole("button", { name: "Start briefing" }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Start briefing" }).press("Enter");
  await follow(page);
  await seatRound(page, 1);
  const line = page.getByLabel("Result in one line");
  await line.focus();
  for (const text of ["1 a0 b35 cno d12", "2 a r5 k11 b 0 c 20 d 8"]) {
    await page.keyboard.type(text);
    await expect(page.locator(".echo")).toContainText("sum 0");
    await page.keyboard.press("Enter");
    await expect(page.locator(".echo")).toContainText("is stored");
  }
  await page.keyboard.type("3 a 5 b 6 c 7");
  await expect(page.locator(".echo")).toContainText("Who is out?");
  await line.fill("");

  // A correction shows its effect before it is stored.
  await page.locator("[data-table='1']").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Correct the result" }).click();
  await dialog.getByPlaceholder("Sum of the tiles").first().fill("60");
  await expect(dialog.getByText("What it changes")).toBeVisible();
  await accessible(page, "a correction");
  await dialog.getByRole("button", { name: "Store the correction" }).click();
  await page.getByRole("button", { name: "Tile overlooked" }).click();
  await page.getByRole("dialog").last().getByRole("button", { name: "Store the correction" }).click();
  await expect(page.locator("[data-table='1']")).toContainText("−60");

  // A warning, and a protest that only the head judge decides: the way out is offered.
  await page.locator("[data-table='2']").click();
  await page.getByRole("dialog").getByRole("button", { name: "Protest" }).click();
  await page.getByRole("dialog").last().getByLabel("Reason").fill("The sum is wrong");
  await page.getByRole("dialog").last().getByRole("button", { name: "Protest" }).click();
  await page.keyboard.press("Escape");
  await expect(page.locator("[data-table='2']")).toContainText("Flagged");

  for (const theme of ["light", "dark"] as const) {
    await page.evaluate((wanted) => localStorage.setItem("trinta.theme", wanted), theme);
    await page.reload();
    for (const tab of TABS) {
      await page.evaluate((to) => (location.hash = to), tab);
      await expect(page.locator(`nav a[aria-current="page"]`)).toHaveAttribute("href", `#${tab}`);
      await accessible(page, `${tab} ${theme}`);
    }
  }
  for (const language of LANGUAGES) {
    await page.evaluate((wanted) => localStorage.setItem("trinta.language", wanted), language);
    await page.reload();
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      for (const tab of TABS) {
        await page.evaluate((to) => (location.hash = to), tab);
        await expect(page.locator(`nav a[aria-current="page"]`)).toHaveAttribute("href", `#${tab}`);
        await noOverflow(page, `${tab} ${language} ${width}`);
        if (language === "pt-PT" && width < 400) await accessible(page, `${tab} ${language} ${width}`);
      }
    }
  }
  await page.evaluate(() => localStorage.setItem("trinta.language", "en"));
  await page.goto(`${server()}/hall#cases`);
  await page.setViewportSize({ width: 390, height: 844 });
  await noOverflow(page, "tournaments");
  await accessible(page, "tournaments");
});
