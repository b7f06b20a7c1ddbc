/** A table of a tournament that is played at the server, beside one in the hall: cards and the judge's sheet lead there. */
import AxeBuilder from "@axe-core/playwright";
import { mkdirSync } from "node:fs";
import { expect, type Browser, type Page } from "@playwright/test";
import { Organiser, cardCode } from "./hall";
import { rack, url } from "./player";
import { test } from "./test";

const NAMES = ["Ana Silva", "Bea Costa", "陳大文", "Maria da Conceição Albuquerque", "Eva Rocha", "Filip Nowak", "Gil Matos", "Hugo Reis"];
/** Where pictures go, if anybody wants them. */
const PICTURES = process.env.TRINTA_PICTURES;

async function phone(browser: Browser, language = "en", [width, height] = [390, 844]): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height }, hasTouch: true, isMobile: true, baseURL: url(), reducedMotion: "reduce" });
  await context.addInitScript((language) => {
    localStorage.setItem("trinta.language", language);
    localStorage.setItem("trinta.volume", "off");
  }, language);
  return context.newPage();
}

async function look(page: Page, name: string) {
  if (PICTURES) {
    mkdirSync(PICTURES, { recursive: true });
    await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
  }
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), name).toBeLessThanOrEqual(0);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect.soft(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`), name).toEqual([]);
}

test("cards open the table, the judge sees every rack, and the hall can take it back", async ({ browser }) => {
  const organiser = await Organiser.start(browser);
  await organiser.do({ do: "add", players: NAMES.map((name) => ({ name })) });
  await organiser.do({ do: "check-in", numbers: "all" });
  await organiser.do({ do: "briefing" });
  await organiser.do({ do: "seat", round: 1 });
  const desk = await (await browser.newContext({ viewport: { width: 1366, height: 768 }, baseURL: url(), reducedMotion: "reduce" })).newPage();
  await desk.goto(`/hall/${organiser.id}#t=${organiser.token}`);
  await desk.locator(`nav a[aria-current="page"]`).waitFor();
  await desk.evaluate(() => (location.hash = "seating"));
  await desk.getByText("Played online").click();
  await desk.getByRole("button", { name: "Table 2", exact: true }).click();
  await expect(desk.getByText("Played online: 2")).toBeVisible();
  await look(desk, "online-seating");
  await desk.getByRole("button", { name: "Publish round 1" }).click();

  // Before the round starts the players can sit down; the game begins with the round.
  const players = await Promise.all([0, 1, 2, 3].map(() => phone(browser)));
  for (const [at, page] of players.entries()) {
    await page.goto(`/c#${cardCode(organiser.seed, 5 + at)}`);
    await expect(page.getByText("You play online")).toBeVisible();
    if (at === 0) await look(page, "online-card");
    await page.getByRole("button", { name: "Go to my online table" }).tap();
    await expect(page).toHaveURL(/\/t\/[0-9a-f]+$/);
  }
  const [first, second] = players as [Page, Page];
  await expect(first.getByText("№ 6").first()).toBeVisible();
  await look(first, "online-waiting");
  const judge = await phone(browser);
  await judge.goto(`/c#${organiser.sheet(1, 2)}`);
  await expect(judge.getByRole("heading", { name: "This table is played online" })).toBeVisible();
  await look(judge, "online-judge");
  await desk.getByRole("button", { name: "Start round 1" }).click();
  for (const page of players) await expect(rack(page)).toHaveCount(14);
  await judge.getByRole("button", { name: "Look at the table as judge" }).tap();
  await expect(judge.getByLabel("Whose rack")).toBeVisible();
  await expect(judge.locator(".racks .tiles [role=img]")).toHaveCount(14);

  // Another phone with the same card has to say that it means it; then it has the rack, and the first one has not.
  const other = await phone(browser);
  await other.goto(`/c#${cardCode(organiser.seed, 5)}`);
  await other.getByRole("button", { name: "Go to my online table" }).tap();
  await expect(other.getByRole("alert")).toContainText("open on another phone");
  await look(other, "online-taken");
  await other.getByRole("button", { name: "Go on on this phone" }).tap();
  await expect(rack(other)).toHaveCount(14);
  await expect(rack(first)).toHaveCount(0);

  // All of a rack is in sight on a phone, and the menu leads back to the sheet.
  await judge.reload();
  await expect(judge.getByText("You are the judge")).toBeVisible();
  await judge.setViewportSize({ width: 360, height: 640 });
  await expect(judge.locator(".racks .tiles [role=img]").last()).toBeInViewport({ ratio: 1 });
  await look(judge, "online-judging");
  await judge.getByRole("button", { name: "Menu" }).tap();
  // The judge's pause stops the clock of the players.
  await judge.getByRole("link", { name: "Back to the tournament" }).tap();
  await judge.getByRole("button", { name: "Pause" }).tap();
  await expect(second.getByText("The clock is stopped").first()).toBeVisible();
  await judge.getByRole("button", { name: "Go on" }).tap();
  await expect(second.getByText("The clock is stopped")).toHaveCount(0);

  // The board leads there too, and back to the hall.
  await desk.evaluate(() => (location.hash = "board"));
  await desk.locator("[data-table='2']").click();
  await expect(desk.getByRole("button", { name: "Look at the table as judge" })).toBeVisible();
  await look(desk, "online-sheet");
  await desk.getByRole("button", { name: "Play it in the hall" }).click();
  await desk.getByRole("dialog").last().getByRole("button", { name: "Play it in the hall" }).click();
  await expect(judge.getByRole("heading", { name: "Are these four sitting here?" })).toBeVisible();
  await expect(desk.getByRole("button", { name: "Play it online" })).toBeVisible();
  await organiser.close();
});

for (const language of ["pt-PT", "zh-Hant", "zh-Hans"]) {
  test(`the way to an online table fits a small phone, ${language}`, async ({ browser }) => {
    const organiser = await Organiser.start(browser);
    await organiser.seatAndStart(NAMES);
    await organiser.do({ do: "online", round: 1, table: 1, on: true });
    const card = await phone(browser, language, [360, 640]);
    await card.goto(`/c#${cardCode(organiser.seed, 4)}`);
    await card.locator(".where .button").waitFor();
    await look(card, `online-card-${language}`);
    const sheet = await phone(browser, language, [360, 640]);
    await sheet.goto(`/c#${organiser.sheet(1, 1)}`);
    await sheet.locator("main .primary").waitFor();
    await look(sheet, `online-judge-${language}`);
    await organiser.close();
  });
}
