import { expect } from "@playwright/test";
import { accessible } from "./axe";
import { playOut, playTurn } from "./byhand";
import { createTable, open, rack, url, waitForTurn } from "./player";
import { test } from "./test";

const plan = (players: number, more: object = {}) => ({ edition: "hk", players, hints: true, settings: { turn_time: "none" }, ...more });

/** A phone in portrait and landscape, and a laptop. */
const SIZES = [[390, 844], [844, 390], [1440, 900]] as const;

for (const colorScheme of ["light", "dark"] as const) {
  test(`every screen is accessible, ${colorScheme}`, async ({ browser }) => {
    const page = await open(browser, { colorScheme });
    for (const [path, waitFor] of [["/", ".play"], ["/new", ".agreed"], ["/one", "main .main"], ["/learn", ".rack"], ["/rules", ".examples"], ["/me", "form"], ["/nowhere", ".lost"]] as const) {
      await page.goto(url(path));
      await page.locator(waitFor).first().waitFor();
      await accessible(page, path);
    }
    const lobby = await createTable(page, plan(3), {}, false);
    await page.goto(url(`/t/${lobby.table}`));
    await page.locator("svg.qr").waitFor();
    await accessible(page, "lobby");
    const { table } = await createTable(page, plan(3), { 1: "level4", 2: "level3" });
    await page.goto(url(`/t/${table}`));
    // Until somebody has opened, so that the table shows everything it can.
    while ((await page.locator(".opened").count()) === 0 && (await waitForTurn(page))) await playTurn(page);
    await waitForTurn(page);
    await expect(page.locator(".opened").first()).toBeVisible();
    await accessible(page, "table");
    await page.getByRole("button", { name: "Menu" }).click();
    await accessible(page, "menu");
    await page.getByRole("button", { name: "Rules at this table" }).click();
    await page.locator("dialog .examples li").first().waitFor();
    await accessible(page, "rules at the table");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Chat" }).click();
    await accessible(page, "chat");
    await page.keyboard.press("Escape");
    await playOut(page);
    await accessible(page, "end of the game");
    await page.getByRole("link", { name: "Watch the replay" }).click();
    await page.locator("input[type=range]").waitFor();
    await accessible(page, "replay");
  });
}

test("N14: a new table offers where a replaced joker goes, and says what was chosen", async ({ browser }) => {
  const page = await open(browser, {}, "/new");
  const rule = "A replaced joker goes into another set.";
  await page.getByRole("radio", { name: "By the book" }).check();
  await page.getByText("Rules of play").click();
  const choice = page.getByRole("group", { name: "A replaced joker goes into" });
  await expect(choice).toHaveAccessibleDescription(/may not stay in the set/);
  await expect(page.locator(".agreed")).not.toContainText(rule);
  await choice.getByRole("radio", { name: "Another set" }).check();
  await expect(page.locator(".agreed")).toContainText(rule);
  // The word game has no such setting, and another edition starts with its own default.
  await page.getByRole("radio", { name: "Words" }).check();
  await expect(choice).toHaveCount(0);
  await page.getByRole("radio", { name: "By the book" }).check();
  await page.getByRole("radio", { name: "Portugal", exact: true }).check();
  await expect(choice.getByRole("radio", { name: "Any set" })).toBeChecked();
  await choice.getByRole("radio", { name: "Another set" }).check();
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(page.locator(".agreed")).toContainText(rule);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Rules at this table" }).click();
  await expect(page.getByRole("dialog")).toContainText("A replaced joker goes into another set");
  await expect(page.getByRole("dialog")).toContainText("everybody has passed twice in a row");
});

for (const [locale, play, turn] of [
  ["zh-HK", "馬上開局", "牌架"],
  ["zh-CN", "马上开局", "牌架"],
  ["pt-PT", "Jogar já", "suporte"],
  ["en-GB", "Play now", "rack"],
] as const) {
  test(`the page is in ${locale} and nothing overflows`, async ({ browser }) => {
    const page = await open(browser, { locale, viewport: { width: 390, height: 844 } });
    await page.getByRole("button", { name: play }).click();
    await rack(page).first().waitFor();
    await expect(page.locator(".rack")).toHaveAttribute("aria-label", new RegExp(turn));
    await waitForTurn(page);
    for (const path of [null, "/", "/new", "/one", "/rules", "/learn", "/me"]) {
      if (path) {
        await page.goto(url(path));
        await page.locator("main h1, main .say").first().waitFor();
      }
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        // Once tiles have been resized, neither the page nor a button overflows its container.
        const over = () =>
          page.evaluate(() => {
            const wide = document.documentElement.scrollWidth > innerWidth ? ["page"] : [];
            const cut = [...document.querySelectorAll<HTMLElement>(".button, .way b, label, .status")].filter((one) => one.scrollWidth > one.clientWidth + 1);
            return [...wide, ...cut.map((one) => one.textContent ?? "")];
          });
        await expect.poll(over, { message: `${path ?? "the table"} at ${width} by ${height}`, timeout: 5000 }).toEqual([]);
      }
    }
  });
}

test("a language that is chosen at the table stays chosen", async ({ browser }) => {
  const page = await open(browser);
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("radio", { name: "Português" }).check();
  await expect(page.locator(".play")).toContainText("Jogar já");
  await page.reload();
  await expect(page.locator(".play")).toContainText("Jogar já");
});

for (const locale of ["en-GB", "zh-HK", "zh-CN", "pt-PT"]) {
  test(`the first load in ${locale} is under 100 KB compressed without fonts, and nothing comes from other hosts`, async ({ browser }) => {
    const { gzipSync } = await import("node:zlib");
    const page = await browser.newPage({ locale });
    // What bots say is fetched when they say it, which may be early or late.
    await page.addInitScript(() => localStorage.setItem("trinta.bot-talk", "off"));
    const files = new Map<string, Promise<number>>();
    page.on("response", (response) => {
      expect(response.url().startsWith(url())).toBe(true);
      if (!/woff2|\/api\//.test(response.url())) files.set(response.url(), response.body().then((body) => gzipSync(body).length, () => 0));
    });
    const refused: string[] = [];
    page.on("console", (message) => message.text().includes("Content Security Policy") && refused.push(message.text()));
    await page.goto(url());
    await page.locator(".play").click();
    await rack(page).first().waitFor();
    // Log and chat come right after the tiles and are counted too; what a game needs later is fetched after that.
    await page.locator("aside .log").first().waitFor();
    const sum = (await Promise.all(files.values())).reduce((all, one) => all + one, 0);
    console.log(`first load with the table in ${locale}: ${(sum / 1024).toFixed(1)} KB compressed`);
    expect(sum).toBeLessThan(100 * 1024);
    expect(refused).toEqual([]);
    await page.close();
  });
}

test("the licences of what the page contains can be read from its settings", async ({ browser }) => {
  const page = await open(browser);
  await page.getByRole("button", { name: "Settings" }).click();
  const opened = page.context().waitForEvent("page");
  await page.getByRole("link", { name: "Licences" }).click();
  await expect((await opened).locator("body")).toContainText("SIL Open Font License");
  const file = await page.request.get(url("/licences.txt"));
  expect(file.headers()["content-type"]).toContain("text/plain");
  expect(await file.text()).toContain("\n- svelte ");
});

test("the page can be installed", async ({ browser }) => {
  const page = await open(browser);
  const manifest = (await (await page.request.get(url("/manifest.webmanifest"))).json()) as { icons: { src: string }[]; display: string };
  expect(manifest.display).toBe("standalone");
  for (const icon of manifest.icons) expect((await page.request.get(url(icon.src))).status()).toBe(200);
});
