/** The judge's phone: a table from the printed code to the move slip, by touch, also without network. */
import AxeBuilder from "@axe-core/playwright";
import { mkdirSync } from "node:fs";
import { expect, type Browser, type BrowserContext, type Page } from "@playwright/test";
import { Organiser } from "./hall";
import { url } from "./player";
import { test } from "./test";

const NAMES = ["潘逸朗", "Nora Venn", "Clara Noronha de Albuquerque", "蘇卓賢", "Eva", "Filipe", "Gil", "Hana"];
/** Where pictures of every state go, if anybody wants them. */
const PICTURES = process.env.TRINTA_PICTURES;

interface Look {
  width?: number;
  height?: number;
  language?: string;
  theme?: "light" | "dark";
  textSize?: number;
}

async function phone(browser: Browser, { width = 390, height = 844, language = "en", theme = "light", textSize = 100 }: Look = {}): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport: { width, height }, hasTouch: true, isMobile: true, baseURL: url(), reducedMotion: "reduce" });
  await context.addInitScript(([language, theme, size]) => {
    localStorage.setItem("trinta.language", language as string);
    localStorage.setItem("trinta.theme", theme as string);
    localStorage.setItem("trinta.volume", "off");
    if (size !== 100) addEventListener("DOMContentLoaded", () => (document.documentElement.style.fontSize = `${size as number}%`));
  }, [language, theme, textSize] as const);
  return { context, page: await context.newPage() };
}

/** Nothing is cut off at the side, and axe finds nothing. */
async function look(page: Page, name: string): Promise<void> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect.soft(wide, `${name} overflows`).toBeLessThanOrEqual(0);
  if (PICTURES) {
    mkdirSync(PICTURES, { recursive: true });
    await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
  }
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect.soft(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`), name).toEqual([]);
}

const tile = (page: Page, name: string) => page.locator(`[data-tile="${name}"]`);
const primary = (page: Page) => page.locator("main .primary");
const sent = (page: Page) => expect(page.locator("header .state:not(.waits)")).toBeVisible();

/** From the code to the play, without the draw by tiles. */
async function toPlay(page: Page, organiser: Organiser): Promise<void> {
  await page.goto(`/c#${organiser.sheet(1, 1)}`);
  await primary(page).tap();
  await page.locator(".starters button").nth(1).tap();
  for (let step = 0; step < 5; step++) await primary(page).tap();
  await expect(page.getByRole("timer")).toBeVisible();
}

/** Plays until the network is cut and B is out, without the server's knowing. */
async function outWithoutNetwork(page: Page, organiser: Organiser): Promise<{ comeBack: () => void }> {
  let socket: { close(): Promise<void> } | null = null;
  let isCut = false;
  await page.routeWebSocket(/\/socket$/, (route) => {
    if (isCut) return void route.close();
    socket = route;
    route.connectToServer();
  });
  await toPlay(page, organiser);
  await sent(page);
  isCut = true;
  await (socket as { close(): Promise<void> } | null)?.close();
  await expect(page.locator("main .note").first()).toBeVisible();
  await page.locator(".tools button").last().tap();
  await page.locator("dialog .player").nth(1).tap();
  return { comeBack: () => (isCut = false) };
}

const LOOKS: [string, Look][] = [
  ["en", {}],
  ["small", { width: 360, height: 640 }],
  ["pt", { language: "pt-PT", width: 360, height: 640 }],
  ["hant", { language: "zh-Hant", theme: "dark" }],
  ["hans", { language: "zh-Hans", width: 360, height: 640, theme: "dark" }],
  ["large", { language: "pt-PT", width: 360, height: 640, textSize: 200 }],
];

for (const [name, how] of LOOKS) {
  test(`every state of the judge's phone, ${name}`, async ({ browser }) => {
    const organiser = await Organiser.start(browser);
    await organiser.seatAndStart(NAMES);
    await organiser.do({ do: "warn", number: 4, why: "noise" });
    const { page, context } = await phone(browser, how);
    await page.goto("/c");
    await look(page, `${name}-00-code`);
    await page.locator("input").fill(organiser.sheet(1, 1).toLowerCase().replaceAll("-", ""));
    await page.locator("form .main").tap();
    await expect(primary(page)).toBeVisible();
    await look(page, `${name}-01-people`);
    await primary(page).tap();
    for (const number of [11, 11, 7]) await page.locator(".pad button", { hasText: new RegExp(`^${number}$`) }).tap();
    await look(page, `${name}-02-draw`);
    await page.locator(".pad button", { hasText: /^9$/ }).tap();
    await expect(page.locator(".starters button")).toHaveCount(2);
    await look(page, `${name}-03-again`);
    for (const number of [3, 12]) await page.locator(".pad button", { hasText: new RegExp(`^${number}$`) }).tap();
    await primary(page).tap();
    await look(page, `${name}-04-deal`);
    await page.locator("main > .button:not(.primary)").first().tap();
    await page.locator("dialog .row button").first().tap();
    for (const face of ["r3", "r3", "b8", "b8", "y10", "y10", "k1", "k2", "k4", "k5", "k7", "r9", "b11", "*"]) await page.locator(`dialog [data-tile="${face}"]`).tap();
    await look(page, `${name}-05-redeal`);
    await page.locator("dialog .primary").tap();
    await expect(page.locator("main .note")).toBeVisible();
    await page.locator("main > .button:not(.primary)").nth(1).tap();
    await page.locator("dialog .row button").first().tap();
    await look(page, `${name}-06-exposed`);
    await page.locator("dialog .main").tap();
    for (let step = 0; step < 4; step++) await primary(page).tap();
    await expect(page.getByRole("timer")).toBeVisible();
    await look(page, `${name}-07-play`);
    const tools = page.locator(".tools button");
    await tools.nth(1).tap();
    await page.locator("dialog .row button").nth(3).tap();
    await look(page, `${name}-08-warn`);
    await page.locator("dialog .pair button").nth(1).tap();
    await tools.nth(2).tap();
    await look(page, `${name}-09-call`);
    await page.locator("dialog .primary").tap();
    await tools.nth(3).tap();
    await page.locator("dialog .pair button").nth(1).tap();
    await page.locator("dialog .row button").nth(2).tap();
    await look(page, `${name}-10-incident`);
    await page.locator("dialog .primary").tap();
    await tools.nth(4).tap();
    await page.locator("dialog .count button").nth(1).tap();
    await look(page, `${name}-11-time-out`);
    await page.locator("dialog .primary").tap();
    await expect(page.locator("main .note", { hasText: "4" }).first()).toBeVisible();
    await tools.nth(0).tap();
    await expect(page.locator(".paused")).toBeVisible();
    await look(page, `${name}-12-paused`);
    await primary(page).tap();
    await tools.last().tap();
    await look(page, `${name}-13-over`);
    await page.locator("dialog .player").nth(1).tap();
    for (const face of ["r13", "b11", "y9", "k2"]) await tile(page, face).tap();
    await look(page, `${name}-14-tiles`);
    await primary(page).tap();
    await page.locator(".opened button").nth(1).tap();
    for (const face of ["r10", "b10", "k10"]) await tile(page, face).tap();
    await expect(page.locator(".verdict.could")).toBeVisible();
    await look(page, `${name}-15-verdict`);
    await primary(page).tap();
    await page.locator(".foot button").first().tap();
    for (const digit of [1, 2]) await page.locator(".keys button", { hasText: new RegExp(`^${digit}$`) }).tap();
    await look(page, `${name}-16-sum`);
    await page.locator(".keys .main").tap();
    await expect(page.locator(".total b")).toHaveText("0");
    await page.locator(".nod").nth(0).tap();
    await look(page, `${name}-17-review`);
    // The last nod sends.
    for (const at of [1, 2, 3]) await page.locator(".nod").nth(at).tap();
    await expect(page.locator(".slip .plate")).toHaveText("2");
    await sent(page);
    await look(page, `${name}-18-slip`);
    await page.locator("header .icon").tap();
    await look(page, `${name}-19-menu`);
    await context.close();
    await organiser.close();
  });
}

test("without network the table goes on, waits, survives a reload and arrives once", async ({ browser }) => {
  const organiser = await Organiser.start(browser);
  await organiser.seatAndStart(NAMES);
  const { page, context } = await phone(browser);
  const network = await outWithoutNetwork(page, organiser);
  await tile(page, "r13").tap();
  await primary(page).tap();
  await page.locator(".opened button").nth(1).tap();
  for (const face of ["r10", "b10", "k10"]) await tile(page, face).tap();
  await look(page, "offline-1-to-be-proved");
  await primary(page).tap();
  await tile(page, "k5").tap();
  await primary(page).tap();
  await look(page, "offline-2-review");
  await primary(page).tap();
  await expect(page.locator("header .state")).toContainText("3");
  await look(page, "offline-3-kept");
  await page.locator("main .note button").first().tap();
  await expect(page.locator("dialog .qr")).toBeVisible();
  await look(page, "offline-4-code");
  network.comeBack();
  await page.reload();
  await expect(page.locator(".slip .plate")).toHaveText("2");
  await sent(page);
  await look(page, "offline-5-synced");
  await context.close();
  await organiser.close();
});

test("whoever sends another result than the desk has typed meanwhile is told who decides", async ({ browser }) => {
  const organiser = await Organiser.start(browser);
  await organiser.seatAndStart(NAMES);
  const { page, context } = await phone(browser);
  const network = await outWithoutNetwork(page, organiser);
  await page.locator(".foot button").first().tap();
  for (let at = 0; at < 3; at++) {
    await page.locator(".keys button", { hasText: /^5$/ }).tap();
    await page.locator(".keys .main").tap();
  }
  await primary(page).tap();
  await organiser.do({ do: "result", ended: "out", round: 1, table: 1, racks: [1, 2, 3, 4].map((number) => ({ number, sum: number === 2 ? 0 : 6 })) });
  network.comeBack();
  await expect(page.getByText("The head judge decides which one counts.")).toBeVisible();
  await sent(page);
  await look(page, "disputed");
  const { cases } = (await organiser.ask({ what: "cases" })) as unknown as { cases: { kind: string }[] };
  expect(cases.map(({ kind }) => kind)).toEqual(["conflict"]);
  await context.close();
  await organiser.close();
});

test("a second phone takes the table over knowingly, and the first is told", async ({ browser }) => {
  const organiser = await Organiser.start(browser);
  await organiser.seatAndStart(NAMES);
  const [first, second] = [await phone(browser), await phone(browser)];
  await toPlay(first.page, organiser);
  await sent(first.page);
  await second.page.goto(`/c#${organiser.sheet(1, 1)}`);
  await expect(second.page.locator("dialog")).toBeVisible();
  await look(second.page, "taken-1-ask");
  await second.page.locator("dialog .primary").tap();
  await expect(second.page.locator("dialog")).toBeHidden();
  // Without having done anything.
  await expect(first.page.locator("dialog")).toBeVisible();
  await first.page.locator("dialog .button").last().tap();
  await look(first.page, "taken-2-watching");
  await first.context.close();
  await second.context.close();
  await organiser.close();
});

test("a rack that was pushed over is said of one player, and the head judge records it in the form", async ({ browser }) => {
  const organiser = await Organiser.start(browser);
  await organiser.seatAndStart(NAMES);
  const { page, context } = await phone(browser);
  await toPlay(page, organiser);
  await page.locator(".tools button").last().tap();
  await page.locator("dialog .player").nth(1).tap();
  const pushed = page.getByRole("button", { name: "Rack pushed" });
  await pushed.tap();
  await expect(pushed).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Head judge" }).tap();
  await page.locator(".racks button").nth(2).tap();
  await expect(pushed).toHaveAttribute("aria-pressed", "false");

  const desk = await (await browser.newContext({ viewport: { width: 1366, height: 768 }, baseURL: url(), reducedMotion: "reduce" })).newPage();
  await desk.goto(`/hall/${organiser.id}#t=${organiser.token}`);
  await desk.locator(`nav a[aria-current="page"]`).waitFor();
  await desk.evaluate(() => (location.hash = "board"));
  await desk.locator("[data-table='1']").click();
  const form = desk.getByRole("dialog");
  await form.getByRole("button", { name: "Enter the result" }).click();
  await form.getByRole("button", { name: "out", exact: true }).nth(1).click();
  await form.getByLabel("pushed over").first().check();
  for (const [at, box] of (await form.getByPlaceholder("Sum of the tiles").all()).entries()) await box.fill(String(7 + at));
  await form.getByRole("button", { name: "Store" }).click();
  const role = desk.getByRole("dialog", { name: "Only the head judge decides this." });
  await role.getByLabel("Head judge").fill("Rosa");
  await role.getByRole("button", { name: "I am the head judge" }).click();
  await expect(desk.locator("[data-table='1']")).toContainText("−200");
  // The judge's phone goes on with what is stored.
  await expect(page.locator(".slip .plate")).toHaveText("2");
  await desk.context().close();
  await context.close();
  await organiser.close();
});

test("a wrong code is named, and there is a way on", async ({ browser }) => {
  const { page, context } = await phone(browser);
  await page.goto("/c#K7X-4MN-QAA");
  await expect(page.getByRole("alert")).toBeVisible();
  await look(page, "code-1-mistyped");
  await page.locator("input").fill("F9E-MM7-HEJ");
  await page.locator("form .main").tap();
  await expect(page.getByRole("alert")).toBeVisible();
  await look(page, "code-2-unknown");
  await context.close();
});

test("a draw for moving on, a correction and several games a round", async ({ browser }) => {
  const organiser = await Organiser.start(browser, { games_per_round: 2 });
  await organiser.seatAndStart(NAMES.slice(0, 7));
  const { page, context } = await phone(browser);
  for (const table of [2]) {
    await page.goto(`/c#${organiser.sheet(1, table)}`);
    await expect(page.locator("main .line")).toHaveCount(3);
    await primary(page).tap();
    for (const game of [1, 2]) {
      await page.locator(".starters button").first().tap();
      for (let step = 0; step < 5; step++) await primary(page).tap();
      await page.locator(".tools button").last().tap();
      await page.locator("dialog .player").first().tap();
      // The second game is entered as the first was.
      if (game === 1) await page.locator(".foot button").first().tap();
      for (const sum of [5, 5]) {
        await page.locator(".keys button", { hasText: new RegExp(`^${sum}$`) }).tap();
        await page.locator(".keys .main").tap();
      }
      await expect(page.locator(".total b")).toHaveText("0");
      await primary(page).tap();
      await sent(page);
      if (game === 1) {
        await expect(page.locator("main .line")).toHaveCount(3);
        await look(page, "games-1-between");
        await primary(page).tap();
      }
    }
    await expect(page.locator(".pad")).toBeVisible();
    await look(page, "games-2-move-draw");
    for (const number of [4, 4]) await page.locator(".pad button", { hasText: new RegExp(`^${number}$`) }).tap();
    await expect(page.locator("main .line .tile.old, main .line.lit").first()).toBeVisible();
    for (const number of [9, 2]) await page.locator(".pad button", { hasText: new RegExp(`^${number}$`) }).tap();
    await expect(page.locator(".slip .plate")).toBeVisible();
    await page.locator("main .pair button").first().tap();
    await expect(page.locator(".total b")).toHaveText("0");
    await page.locator(".line .who").nth(1).tap();
    await page.locator(".keys button", { hasText: /^1$/ }).tap();
    await page.locator(".keys .main").tap();
    await expect(page.locator(".total b")).toHaveText("0");
    await primary(page).tap();
    await page.locator("dialog .pair button").first().tap();
    await sent(page);
    await expect(page.locator(".slip .plate")).toBeVisible();
    await look(page, "games-3-corrected");
  }
  await context.close();
  await organiser.close();
});
