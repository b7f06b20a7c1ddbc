/**
 * A whole morning by clicks: an organiser's desk and a second laptop, four judges' phones, a projector and a player's card,
 * with phones that lose the network, reloads, a correction after the rotation, a third offence and a play-off. The standings
 * are those that the program gives for the same commands.
 */
import { expect, type Browser, type BrowserContext, type Locator, type Page } from "@playwright/test";
import { cardCode, programAnswers, sheetCode, signCode } from "./hall";
import { url } from "./player";
import { test } from "./test";

const SEED = "0ff1ce";
const NAMES = ["Ana Silva", "Bea Costa", "陳大文", "Dora Lima", "Eva Rocha", "Filip Nowak", "Gil Matos", "Hugo Reis", "Inês Sá", "João Pires", "李小明", "Lara Melo", "Mia Wolf", "Noah Berg", "Olga Reis", "周美玲"];
/** The seat that goes out, by round and table. With these, two players share the last winning place. */
const OUT = [[2, 3, 0, 1], [3, 0, 1, 2], [2, 2, 0, 1]] as const;

interface Phone {
  page: Page;
  context: BrowserContext;
  cut: () => Promise<void>;
  mend: () => Promise<void>;
}

async function openPhone(browser: Browser): Promise<Phone> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, baseURL: url(), reducedMotion: "reduce" });
  await context.addInitScript(() => localStorage.setItem("trinta.volume", "off"));
  const page = await context.newPage();
  let isCut = false;
  // `setOffline` leaves websockets alone.
  const sockets = new Set<{ close: () => Promise<void> }>();
  await page.routeWebSocket(/\/socket$/, (socket) => {
    if (isCut) return void socket.close();
    sockets.add(socket);
    socket.connectToServer();
  });
  return {
    page,
    context,
    cut: async () => {
      isCut = true;
      await context.setOffline(true);
      for (const socket of sockets) await socket.close();
      await expect(page.getByText("No network.").first()).toBeVisible();
    },
    mend: async () => {
      isCut = false;
      await context.setOffline(false);
    },
  };
}

const primary = (page: Page) => page.locator("main .primary");
const isSent = (page: Page) => expect(page.locator("header .state:not(.waits)")).toBeVisible();

/** From the sheet's code to the play. */
async function beginAt(page: Page, round: number, table: number) {
  await page.goto(`/c#${sheetCode(SEED, round, table)}`);
  await page.getByRole("button", { name: "Yes, all four" }).tap();
  await page.locator(".starters button").first().tap();
  for (let step = 0; step < 5; step++) await primary(page).tap();
  await expect(page.getByRole("timer")).toBeVisible();
}

async function warn(page: Page, seat: number) {
  await page.getByRole("button", { name: "Warning", exact: true }).tap();
  await page.locator("dialog .row button").nth(seat).tap();
  await page.getByRole("button", { name: "Noise, talking" }).tap();
  await expect(page.locator("dialog")).toHaveCount(0);
}

/** The game is over: a seat is out, the others have 10, 20 and 30 left, in the order of the seats. */
async function count(page: Page, out: number, halfway?: () => Promise<void>) {
  await page.getByRole("button", { name: "Game over" }).tap();
  const players = page.locator("dialog .player");
  const numbers = (await players.allTextContents()).map((text) => Number(/\d+/.exec(text)?.[0]));
  await players.nth(out).tap();
  const losers = numbers.filter((_, seat) => seat !== out);
  if ((await page.locator(".keys").count()) === 0) await page.getByRole("button", { name: "By sum" }).tap();
  for (const [done] of losers.entries()) {
    await page.locator(".keys").waitFor();
    const number = Number(/^\S+ (\d+)/.exec((await page.locator("main h1").textContent()) ?? "")?.[1]);
    for (const digit of String(10 * (losers.indexOf(number) + 1))) await page.locator(".keys button", { hasText: new RegExp(`^${digit}$`) }).tap();
    await page.locator(".keys .main").tap();
    if (done === 1) await halfway?.();
  }
  await expect(page.getByRole("heading", { name: "Does everyone agree?" })).toBeVisible();
}

const send = (page: Page) => page.getByRole("button", { name: "All agree: send" }).tap();

/** A tab of the desk. */
async function tab(page: Page, name: string) {
  // Before that the desk may still read its key from the address.
  await page.locator(`nav a[aria-current="page"]`).waitFor();
  await page.evaluate((to) => (location.hash = to), name);
  await expect(page.locator(`nav a[aria-current="page"]`)).toHaveAttribute("href", `#${name}`);
}

const dialog = (page: Page): Locator => page.getByRole("dialog").last();

test("a morning of sixteen players, three rounds, from the first name to the winners", async ({ browser }) => {
  const laptop = { viewport: { width: 1366, height: 768 }, baseURL: url(), reducedMotion: "reduce" as const };
  const desk = await (await browser.newContext(laptop)).newPage();
  await desk.goto("/hall");
  const { id, token } = await desk.evaluate(async (seed) => {
    const command = { do: "new", title: "Spring cup", date: "2027-03-20", seed, code_seed: seed };
    const answer = await fetch("/api/v1/tournaments", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ command, utc_offset: 0 }) });
    return (await answer.json()) as { id: string; token: string };
  }, SEED);
  await desk.goto(`/hall/${id}#t=${token}`);
  const wall = await (await browser.newContext({ ...laptop, viewport: { width: 1920, height: 1080 } })).newPage();
  await wall.goto(`/screen/${id}`);
  await expect(wall.getByRole("heading", { name: "Spring cup" })).toBeVisible();

  await test.step("players, check-in, briefing", async () => {
    await tab(desk, "players");
    await desk.getByLabel(/One a line/).first().fill(NAMES.map((name, at) => `${name}\tSchool ${at % 4}`).join("\n"));
    await desk.getByRole("button", { name: "Add 16 players" }).click();
    await tab(desk, "check-in");
    await desk.getByRole("button", { name: "Everybody is here" }).click();
    await dialog(desk).getByRole("button", { name: "Is here" }).click();
    await desk.getByRole("button", { name: "Start briefing" }).click();
    await dialog(desk).getByRole("button", { name: "Start briefing" }).click();
  });

  const card = await openPhone(browser);
  await card.page.goto(`/c#${cardCode(SEED, 9)}`);
  await expect(card.page.getByText("Your table comes up here")).toBeVisible();
  const phones = await Promise.all([1, 2, 3, 4].map(() => openPhone(browser)));
  const [one, two, three, four] = phones as [Phone, Phone, Phone, Phone];

  await test.step("round 1: two phones without network come back in another order, one is loaded again", async () => {
    await tab(desk, "seating");
    await desk.getByRole("button", { name: "Propose round 1" }).click();
    await desk.getByRole("button", { name: "Publish round 1" }).click();
    await expect(wall.getByRole("heading", { name: "Round 1: your number, your table" })).toBeVisible();
    await expect(card.page.getByText("Go to table 3")).toBeVisible();
    await desk.getByRole("button", { name: "Start round 1" }).click();
    await expect(wall.getByRole("timer")).toBeVisible();
    await Promise.all(phones.map(({ page }, at) => beginAt(page, 1, at + 1)));
    await Promise.all(phones.map(({ page }) => isSent(page)));
    await three.cut();
    await four.cut();
    await warn(four.page, 1);
    await count(three.page, OUT[0][2]);
    await count(four.page, OUT[0][3]);
    await send(three.page);
    await send(four.page);
    await count(one.page, OUT[0][0]);
    await send(one.page);
    await count(two.page, OUT[0][1], async () => void (await two.page.reload()));
    await send(two.page);
    await expect(wall.getByText("2 of 4 tables are done")).toBeVisible();
    await four.mend();
    await expect(wall.getByText("3 of 4 tables are done")).toBeVisible();
    await three.mend();
    await Promise.all(phones.map(({ page }) => isSent(page)));
    await expect(wall.getByRole("heading", { name: "After round 1: who changes tables" })).toBeVisible();
    await four.page.getByRole("button", { name: "Somebody protests" }).tap();
    await four.page.getByLabel("Who objects, and to what?").fill("15 was out, not 14");
    await four.page.locator("dialog").getByRole("button", { name: "Protest" }).tap();
    await expect(desk.locator(`nav a[href="#cases"] em`)).toHaveText("1");
  });

  const second = await (await browser.newContext(laptop)).newPage();
  await test.step("a second laptop seats round 2; the wrong result is corrected after the rotation", async () => {
    await second.goto(`/hall/${id}#t=${token}`);
    await tab(second, "seating");
    await second.getByRole("button", { name: "Propose round 2" }).click();
    await second.getByRole("button", { name: "Publish round 2" }).click();
    await expect(wall.getByRole("heading", { name: "Round 2: your number, your table" })).toBeVisible();
    await desk.reload();
    await tab(desk, "seating");
    await desk.getByRole("button", { name: "Start round 2" }).click();
    await expect(wall.getByRole("timer")).toBeVisible();
    const sign = await openPhone(browser);
    await sign.page.goto(`/c#${signCode(SEED, 2)}`);
    await expect(sign.page.getByRole("heading", { name: "Table 2" })).toBeVisible();
    await expect(sign.page.locator("li .who")).toHaveText(["1", "3", "6", "7"]);
    await sign.context.close();
    await tab(desk, "cases");
    await desk.locator("article").getByRole("button", { name: "Show" }).click();
    await dialog(desk).getByRole("button", { name: "Correct the result" }).click();
    await dialog(desk).getByRole("button", { name: "out", exact: true }).nth(2).click();
    for (const [number, sum] of [[13, 10], [14, 20], [16, 30]] as const) await dialog(desk).getByLabel(`Sum of the tiles: ${number}`).fill(String(sum));
    await dialog(desk).getByRole("button", { name: "Store the correction" }).click();
    await dialog(desk).getByRole("button", { name: "Wrong player" }).click();
    await dialog(desk).getByRole("button", { name: "Store the correction" }).click();
    // Once the next round has started, only the head judge may.
    const role = desk.getByRole("dialog", { name: "Only the head judge decides this." });
    await role.getByLabel("Head judge").fill("Rosa");
    await role.getByRole("button", { name: "I am the head judge" }).click();
    await expect(role).toHaveCount(0);
    await desk.keyboard.press("Escape");
    await expect(desk.getByRole("dialog")).toHaveCount(0);
    await desk.locator("article").getByRole("button", { name: "Uphold" }).click();
    await dialog(desk).getByRole("button", { name: "Ruling" }).click();
    await dialog(desk).getByRole("button", { name: "Uphold" }).click();
    await expect(desk.locator(`nav a[href="#cases"] em`)).toHaveCount(0);
    await desk.keyboard.press("Escape");
    await expect(desk.getByRole("dialog")).toHaveCount(0);
  });

  await test.step("round 2", async () => {
    for (const [at, { page }] of phones.entries()) {
      await beginAt(page, 2, at + 1);
      if (at === 0) await warn(page, 1);
      await count(page, OUT[1][at] ?? 0);
      await send(page);
      await isSent(page);
    }
    await tab(desk, "seating");
    await desk.getByRole("button", { name: "Propose round 3" }).click();
    await desk.getByRole("button", { name: "Publish round 3" }).click();
    await card.page.reload();
    await expect(card.page.locator(".where .big")).toHaveText(/table 1$/);
    await desk.getByRole("button", { name: "Start round 3" }).click();
    await wall.reload();
    await expect(wall.getByRole("timer")).toBeVisible();
  });

  await test.step("round 3: a third offence opens a case, and the cut is a tie", async () => {
    for (const [at, { page }] of phones.entries()) {
      await beginAt(page, 3, at + 1);
      if (at === 0) await warn(page, 2);
      await count(page, OUT[2][at] ?? 0);
      await send(page);
      await isSent(page);
    }
    await expect(wall.getByRole("heading", { name: "All games are played" })).toBeVisible();
    await tab(desk, "cases");
    await desk.locator("article").getByRole("button", { name: "Dismiss" }).click();
    await dialog(desk).getByRole("button", { name: "Ruling" }).click();
    await dialog(desk).getByRole("button", { name: "Dismiss" }).click();
    await expect(desk.locator("article")).toHaveCount(0);
  });

  await test.step("the play-off, the end, the ceremony", async () => {
    await tab(desk, "standings");
    await expect(desk.getByText(/Tied at place 4: 3 .*, 9 /)).toBeVisible();
    await desk.getByRole("button", { name: "Open play-off games" }).click();
    await desk.getByRole("button", { name: "Enter the result" }).click();
    await dialog(desk).getByRole("button", { name: "out", exact: true }).nth(1).click();
    await dialog(desk).getByPlaceholder("Sum of the tiles").fill("8");
    await dialog(desk).getByRole("button", { name: "Store" }).click();
    await expect(desk.getByRole("dialog")).toHaveCount(0);
    await desk.getByRole("button", { name: "Finish and publish" }).click();
    await dialog(desk).getByRole("button", { name: "Finish and publish" }).click();
    await expect(desk.locator(".win")).toHaveCount(4);
    await expect(wall.getByText("The winners")).toBeVisible();
    // The laptop that acts as head judge since the correction controls the screen as well.
    await tab(desk, "wall");
    await desk.getByRole("button", { name: "Ceremony" }).click();
    await desk.getByRole("button", { name: "Reveal the next" }).click();
    // The document names four winners without an order, so they are shown together.
    await expect(wall.locator(".tile .number")).toHaveText(["1", "8", "9", "15"]);
    await expect(card.page.locator(".certificate")).toContainText("is one of the winners of");
  });

  await test.step("the program gives the same standings for the same commands", async () => {
    const [answer] = await programAnswers(desk, id, token, ["standings"]);
    const expected = answer?.["standings"] as { rank: number; number: number; wins: string; average: string }[];
    await card.page.getByRole("button", { name: "All places" }).tap();
    const shown = await card.page.locator("tbody tr").evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll("td")].slice(0, 2).map((cell) => Number(cell.textContent))));
    expect(shown).toEqual(expected.map(({ rank, number }) => [rank, number]));
    expect(expected.slice(0, 4).map(({ number }) => number)).toEqual([8, 1, 15, 9]);
  });
});
