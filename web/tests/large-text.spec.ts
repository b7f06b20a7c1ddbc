/** Text at 200 % at a width of 360 px: on every screen around a game, nothing is cut and everything can be reached (P5). */
import { expect, type Page } from "@playwright/test";
import { createTable, open, url } from "./player";
import { crowded, finished, stage, shortRecord } from "./stage";
import { test } from "./test";

const SMALL = { viewport: { width: 360, height: 640 }, hasTouch: true };
/** The texts that are cut off by an edge, and the controls that reach out of the screen. */
function lost(page: Page, part = "body"): Promise<string[]> {
  return page.evaluate((part) => {
    const found: string[] = [];
    const scrolls = (style: CSSStyleDeclaration) => /auto|scroll/.test(style.overflowX + style.overflowY);
    for (const element of document.querySelectorAll<HTMLElement>(`${part} *`)) {
      // Only the scores of a whole match are wider than a phone, and scroll.
      if (scrolls(getComputedStyle(element)) && !element.matches("dialog .scroll") && element.scrollWidth > element.clientWidth + 1) found.push(`${element.className} scrolls sideways`);
      const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      const control = element.matches("button, a, input, select, summary");
      if ((own.length === 0 && !control) || element.closest(".visually-hidden, svg, [aria-hidden=true]") || !element.checkVisibility()) continue;
      // Names of players and the state on a fold may end in an ellipsis: the whole text is elsewhere.
      if (getComputedStyle(element).textOverflow === "ellipsis" || element.matches("input[type=radio], input[type=checkbox]")) continue;
      const says = `${element.tagName.toLowerCase()}.${element.className} “${(element.textContent || element.ariaLabel || "").trim().slice(0, 40)}”`;
      const boxes = own.flatMap((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()];
      });
      if (control) boxes.push(element.getBoundingClientRect());
      let clip = { left: 0, right: innerWidth, top: -Infinity, bottom: Infinity };
      for (let above: HTMLElement | null = element; above && above !== document.body; above = above.parentElement) {
        const style = getComputedStyle(above);
        if (scrolls(style)) clip = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };
        if (scrolls(style)) break;
        if (!/hidden|clip/.test(style.overflowX)) continue;
        const edge = above.getBoundingClientRect();
        clip = { left: Math.max(clip.left, edge.left), right: Math.min(clip.right, edge.right), top: Math.max(clip.top, edge.top), bottom: Math.min(clip.bottom, edge.bottom) };
      }
      const slack = 2;
      const out = boxes.some((box) => box.width > 0 && (box.left < clip.left - slack || box.right > clip.right + slack || box.top < clip.top - slack || box.bottom > clip.bottom + slack));
      if (out) found.push(says);
    }
    return found;
  }, part);
}

for (const locale of ["en-GB", "pt-PT", "zh-CN", "zh-HK"]) {
  test(`text at 200 % is complete around a game, in ${locale} (P5)`, async ({ browser }) => {
    const page = await open(browser, { ...SMALL, locale });
    await page.addInitScript(() => addEventListener("DOMContentLoaded", () => (document.documentElement.style.fontSize = "200%")));
    const check = async (what: string, part?: string) => {
      await page.evaluate(() => document.fonts.ready);
      expect.soft(await lost(page, part), what).toEqual([]);
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), `${what}: the width`).toBeLessThanOrEqual(360);
    };

    const plan = { edition: "hk", players: 3, hints: true, settings: { turn_time: 120 } };
    const games = [];
    for (let game = 0; game < 3; game++) games.push(await createTable(page, plan, { 1: "level1", 2: "level1" }));
    await page.goto(url("/"));
    await page.locator("summary").click();
    await expect(page.locator("main section .main")).toHaveCount(3);
    await check("home");
    await page.goto(url(`/t/${games[0]?.table}`));
    await expect(page.locator(".rack [data-piece]").first()).toBeVisible();
    const menu = page.locator(".top button").first();
    await menu.click();
    await expect(page.locator("dialog .menu")).toBeVisible();
    await check("menu", "dialog");
    await page.keyboard.press("Escape");
    for (const [index, sheet] of ["log", "rules", "settings", "keys"].entries()) {
      await menu.click();
      await page.locator("dialog .menu .button").nth(index).click();
      await expect(page.locator("dialog .menu")).toHaveCount(0);
      await expect(page.locator("dialog h2").first()).toBeVisible();
      await check(sheet, "dialog");
      await page.keyboard.press("Escape");
    }
    await page.locator(".top .chat").click();
    await expect(page.locator(".sheet form")).toBeVisible();
    const [form, sheet] = await Promise.all([page.locator(".sheet form").boundingBox(), page.locator(".sheet").boundingBox()]);
    expect.soft((form?.y ?? 0) + (form?.height ?? 0), "the chat is inside of its sheet").toBeLessThanOrEqual((sheet?.y ?? 0) + (sheet?.height ?? 0));

    await page.goto(url("/new"));
    await expect(page.locator("summary").first()).toBeVisible();
    await check("new table");
    for (const summary of await page.locator("details > summary").all()) await summary.click();
    await check("new table, unfolded");

    const settings = { theme: "food", spelling: "challenge" };
    const { table } = await createTable(page, { edition: "word-b", players: 2, settings }, {}, false);
    await page.goto(url(`/t/${table}`));
    await expect(page.locator(".lobby svg.qr")).toBeVisible();
    await check("lobby");

    await page.goto(url("/one"));
    const names = page.locator(".player input");
    await names.nth(0).fill("Maria Leonor de Sousa");
    await names.nth(1).fill("Avó Conceição");
    await check("one device");
    await page.locator("button.main").click();
    await expect(page.locator(".curtain button")).toBeVisible();
    await check("curtain");

    await page.route("**/games/1/record**", (route) => route.fulfill({ body: RECORD }));
    await page.route("**/games/1/analysis", (route) => route.fulfill({ json: [] }));
    await page.goto(url("/replay/any/1"));
    await expect(page.locator("input[type=range]")).toBeVisible();
    await check("replay");

    const staged = await stage(page, crowded());
    staged.send({ type: "view", version: 2, now: Date.now(), state: finished() });
    await expect(page.locator("dialog .racks")).toBeVisible();
    await check("end");
  });
}

const RECORD = shortRecord(["Maria Leonor de Sousa", "Avó Conceição"]);
