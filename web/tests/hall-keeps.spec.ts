/** What is left when something fails: codes before the desk's camera, and another laptop in place of one that died. */
import { expect, type Browser, type Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { encode } from "uqr";
import { cardCode, Organiser, sheetCode } from "./hall";
import { url } from "./player";
import { test } from "./test";

const NAMES = ["Ana Silva", "Bea Costa", "陳大文", "Dora Lima", "Eva Rocha", "Filip Nowak", "Gil Matos", "Hugo Reis"];

/** A desk whose camera sees whatever it is shown. */
async function deskWithCamera(browser: Browser, organiser: Organiser): Promise<{ desk: Page; hold: (picture: Buffer) => Promise<void> }> {
  const desk = await (await browser.newContext({ viewport: { width: 1366, height: 768 }, baseURL: url(), reducedMotion: "reduce" })).newPage();
  await desk.addInitScript(() => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [720, 720];
    const context = canvas.getContext("2d");
    let picture: ImageBitmap | null = null;
    // A camera goes on sending although nothing changes.
    setInterval(() => {
      if (!context) return;
      context.fillStyle = "#777";
      context.fillRect(0, 0, 720, 720);
      if (picture) context.drawImage(picture, 40, 40, 640, 640);
    }, 50);
    const hold = async (png: string) => (picture = await createImageBitmap(new Blob([Uint8Array.from(atob(png), (sign) => sign.charCodeAt(0))])));
    Object.assign(globalThis, { hold });
    Object.defineProperty(navigator, "mediaDevices", { value: { getUserMedia: () => Promise.resolve(canvas.captureStream(20)) } });
  });
  await desk.goto(`/hall/${organiser.id}#t=${organiser.token}`);
  await desk.locator(`nav a[aria-current="page"]`).waitFor();
  return { desk, hold: (picture) => desk.evaluate(async (png) => void (await (globalThis as unknown as { hold: (png: string) => Promise<unknown> }).hold(png)), picture.toString("base64")) };
}

/** A printed code as a picture. */
async function printed(browser: Browser, text: string): Promise<Buffer> {
  const { data, size } = encode(text, { border: 4 });
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")).join(""));
  const paper = await browser.newPage();
  await paper.setContent(`<svg width="640" height="640" viewBox="0 0 ${size} ${size}"><rect width="100%" height="100%" fill="#fff"/><path d="${squares.join("")}"/></svg>`);
  const picture = await paper.locator("svg").screenshot();
  await paper.close();
  return picture;
}

async function tab(desk: Page, name: string) {
  await desk.evaluate((to) => (location.hash = to), name);
  await expect(desk.locator(`nav a[aria-current="page"]`)).toHaveAttribute("href", `#${name}`);
}

test("the desk's camera checks a card in, and takes over what a phone without network shows", async ({ browser }) => {
  const organiser = await Organiser.start(browser);
  await organiser.do({ do: "add", players: NAMES.map((name) => ({ name })) });
  const { desk, hold } = await deskWithCamera(browser, organiser);
  await tab(desk, "check-in");
  await desk.getByRole("button", { name: "Scan a card" }).click();
  await hold(await printed(browser, `http://10.0.0.7:3030/c#${cardCode(organiser.seed, 3)}`));
  await expect(desk.getByRole("dialog").getByRole("status")).toContainText("陳大文");
  await hold(await printed(browser, cardCode(organiser.seed, 5)));
  await expect(desk.getByRole("dialog").getByRole("status")).toContainText("Eva Rocha");
  await desk.keyboard.press("Escape");
  await expect(desk.locator(".counters .good")).toHaveText("2");

  await organiser.do({ do: "check-in", numbers: "all" });
  await organiser.do({ do: "briefing" });
  for (const command of ["seat", "publish", "start"]) await organiser.do({ do: command, round: 1 });
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, baseURL: url(), reducedMotion: "reduce" });
  const phone = await context.newPage();
  let isCut = false;
  let socket: { close(): Promise<void> } | null = null;
  await phone.routeWebSocket(/\/socket$/, (route) => {
    if (isCut) return void route.close();
    socket = route;
    route.connectToServer();
  });
  await phone.goto(`/c#${organiser.sheet(1, 1)}`);
  await phone.locator("main .primary").tap();
  await phone.locator(".starters button").first().tap();
  for (let step = 0; step < 5; step++) await phone.locator("main .primary").tap();
  await expect(phone.locator("header .state:not(.waits)")).toBeVisible();
  isCut = true;
  await (socket as { close(): Promise<void> } | null)?.close();
  await expect(phone.getByText("No network.").first()).toBeVisible();
  await phone.getByRole("button", { name: "Game over" }).tap();
  await phone.locator("dialog .player").first().tap();
  await phone.getByRole("button", { name: "By sum" }).tap();
  for (const sum of [5, 6, 7]) {
    await phone.locator(".keys button", { hasText: new RegExp(`^${sum}$`) }).tap();
    await phone.locator(".keys .main").tap();
  }
  await phone.getByRole("button", { name: "All agree: send" }).tap();
  await phone.locator("main .note button").first().tap();

  await tab(desk, "more");
  await desk.getByRole("button", { name: "Scan a phone without network" }).click();
  const said = desk.getByRole("dialog").getByRole("status");
  const next = phone.getByRole("button", { name: "Next code" });
  for (let part = 1; ; part++) {
    await hold(await phone.locator(".qr").screenshot());
    if (!(await next.isVisible())) break;
    await expect(said).toContainText(new RegExp(`Part ${part} of|taken over`));
    if ((await said.textContent())?.includes("taken over")) break;
    await next.tap();
  }
  await expect(said).toContainText("taken over");
  await desk.keyboard.press("Escape");
  await tab(desk, "board");
  await expect(desk.locator("[data-table='1']")).toContainText("Final");
  // The phone that comes back finds that everything is done, once.
  isCut = false;
  await expect(phone.getByText("Nothing is waiting: everything is sent.")).toBeVisible();
  await expect(desk.getByText("1 of 2 results in")).toBeVisible();
  await organiser.close();
});

test("another laptop goes on from the backup that a judge's phone has kept, with the code on paper", async ({ browser }) => {
  const laptop = await (await browser.newContext({ baseURL: url() })).newPage();
  const seed = "c0de";
  await laptop.route("**/api/v1/tournaments", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    const body = route.request().postDataJSON() as { command: object };
    return route.continue({ postData: JSON.stringify({ ...body, command: { ...body.command, code_seed: seed } }) });
  });
  await laptop.goto("/hall#new");
  await laptop.getByLabel("Title").fill("School cup");
  await laptop.getByRole("button", { name: "Create the tournament" }).click();
  const recovery = (await laptop.locator("[data-recovery]").textContent()) ?? "";
  await laptop.getByRole("button", { name: "I have it on paper" }).click();
  await laptop.getByLabel(/One a line/).first().fill(NAMES.join("\n"));
  await laptop.getByRole("button", { name: "Add 8 players" }).click();
  await laptop.locator("a.next").click();
  await laptop.getByRole("button", { name: "Everybody is here" }).click();
  await laptop.getByRole("dialog").getByRole("button", { name: "Is here" }).click();
  await laptop.getByRole("button", { name: "Start briefing" }).click();
  await laptop.getByRole("dialog").getByRole("button", { name: "Start briefing" }).click();
  await laptop.locator("a.next").click();
  await laptop.getByRole("button", { name: "Propose round 1" }).click();
  await laptop.getByRole("button", { name: "Publish round 1" }).click();
  await laptop.getByRole("button", { name: "Start round 1" }).click();
  await laptop.getByLabel("Result in one line").fill("1 a0 b35 c20 d12");
  await expect(laptop.locator(".echo")).toContainText("sum 0");
  await laptop.keyboard.press("Enter");
  await expect(laptop.locator("[data-table='1']")).toContainText("Final");

  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, baseURL: url(), acceptDownloads: true });
  const phone = await context.newPage();
  await phone.goto(`/c#${sheetCode(seed, 1, 2)}`);
  await expect(phone.getByRole("button", { name: "Yes, all four" })).toBeVisible();
  // Backups are made ten seconds after a change.
  await expect.poll(() => phone.evaluate(() => Object.keys(localStorage).some((name) => name.endsWith(".backup"))), { timeout: 60_000 }).toBe(true);
  await phone.getByRole("button", { name: "Menu" }).tap();
  const [download] = await Promise.all([phone.waitForEvent("download"), phone.getByRole("button", { name: "Save the backup" }).tap()]);
  const file = readFileSync(await download.path());

  // The other server knows nothing of the first one.
  const other = await (await browser.newContext({ baseURL: process.env.TRINTA_LIMITED_URL ?? "" })).newPage();
  await other.goto("/hall");
  await other.locator("summary", { hasText: "Restore a backup" }).click();
  await other.locator('form input[type="file"]').setInputFiles({ name: download.suggestedFilename(), mimeType: "application/octet-stream", buffer: file });
  await other.locator("form input:not([type])").fill("AAAA-AAAA-AAAA-AAAA");
  await other.locator("form button").click();
  await expect(other.getByRole("alert")).toBeVisible();
  await other.locator("form input:not([type])").fill(recovery.toLowerCase());
  await other.locator("form button").click();
  await other.getByRole("button", { name: "I have it on paper" }).click();
  await other.evaluate(() => (location.hash = "board"));
  await expect(other.locator("[data-table='1']")).toContainText("Final");
  await expect(other.locator("[data-table='2']")).toContainText("Playing");
});
