/** Hints light up tiles and places, and take the strip's place without covering a control (P19, P20, P2). */
import { expect, type Page } from "@playwright/test";
import { felt, open, rack } from "./player";
import { setsOnScreen, tilesIn } from "./positions";
import { crowded, stage } from "./stage";
import { test } from "./test";

test.setTimeout(90_000);
const PLAY = { placed: "k9 r9 b9", sets: [], table: ["r3 r4 r5", "k9 r9 b9"], steps: [{ action: "", moves: [], text: "", table: ["r3 r4 r5", "k9 r9 b9"] }] };

/** A table with one run, and a rack with a group; the server knows the hint. */
async function hinted(page: Page) {
  const state = crowded();
  state.plan.hints = true;
  state.game.state.table = ["r3 r4 r5"];
  Object.assign(state.game.state.seats[0]?.rack ?? {}, { count: 14, tiles: "k9 k1 r9 k2 b9 b1 b2 y1 y4 y7 y10 k5 k12 r1" });
  const { sent, send } = await stage(page, state);
  let answered = 0;
  /** Answers the hints that were asked for. */
  return async (ask: () => Promise<void>) => {
    await ask();
    const asked = () => sent.filter((message) => message.type === "hint") as unknown as { step: number }[];
    await expect.poll(() => asked().length).toBeGreaterThan(answered);
    answered = asked().length;
    const step = asked().at(-1)?.step ?? 0;
    send({ type: "hint", hint: { step, version: 1, found: true, proved: true, ...(step === 3 ? PLAY : {}) } });
  };
}

const faces = (page: Page, selector: string) => page.locator(selector).evaluateAll((tiles) => tiles.map((tile) => (tile as HTMLElement).dataset.face));

test("a hint shows its tiles and an empty place, also if the play is from the rack alone, and lays exactly that", async ({ browser }) => {
  const page = await open(browser, { viewport: { width: 390, height: 844 }, hasTouch: true });
  const ask = await hinted(page);
  const press = (name: string) => page.getByRole("button", { name, exact: true }).tap();
  await ask(() => press("Hint"));
  await expect(page.locator(".lit")).toHaveCount(0);
  await ask(() => press("Show me where"));
  await expect(page.locator(".rack .lit")).toHaveCount(3);
  expect(await faces(page, ".rack .lit")).toEqual(["k9", "r9", "b9"]);
  const place = page.locator(".felt [data-place]");
  await expect(place).toHaveCount(1);
  const [box, table] = await Promise.all([place.boundingBox(), page.locator(".felt").boundingBox()]);
  if (!box || !table) throw new Error("no place");
  expect(box.x >= table.x && box.x + box.width <= table.x + table.width && box.y >= table.y && box.y + box.height <= table.y + table.height).toBe(true);
  for (const tile of await tilesIn(page, ".felt")) {
    const apart = tile.x + tile.w <= box.x || tile.x >= box.x + box.width || tile.y + tile.h <= box.y || tile.y >= box.y + box.height;
    expect(apart, tile.face).toBe(true);
  }
  await press("Show me all of it");
  await press("Next");
  await expect(page.locator(".felt .lit")).toHaveCount(3);
  await expect(rack(page)).toHaveCount(11);
  await press("Lay it for me");
  await expect(page.locator(".hint")).toHaveCount(0);
  await expect(page.locator(".lit, [data-place]")).toHaveCount(0);
  await expect(felt(page)).toHaveCount(6);
  const laid = setsOnScreen(await tilesIn(page, ".felt")).map((set) => set.map((one) => one.face).join(" ")).sort();
  expect(laid).toEqual(["k9 r9 b9", "r3 r4 r5"]);
  // It lies where the place was lit.
  const [nine] = (await tilesIn(page, ".felt")).filter((one) => one.face === "k9");
  expect(Math.hypot((nine?.x ?? 0) - box.x, (nine?.y ?? 0) - box.y)).toBeLessThan(6);
});

test("“Your turn” makes room for a hint that is asked for", async ({ browser }) => {
  const page = await open(browser, { viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: "no-preference" });
  const state = crowded();
  state.plan.hints = true;
  state.game.state.phase.seat = 1;
  const { send } = await stage(page, state);
  await page.evaluate(() => document.fonts.ready);
  // The felt is full, so the banner fills the strip, where hints are.
  const event = { event: "drew", seat: 1, tiles: { count: 1 }, why: "choice" };
  send({ type: "happened", version: 2, at: Date.now() + 1000, clock: null, phase: { phase: "turn", seat: 0 }, counts: [14, 4], events: [{ table: "game", event }] });
  await expect(page.locator(".banner.filling")).toBeVisible();
  await page.keyboard.press("h");
  await expect(page.locator(".hint")).toBeVisible();
  expect(await page.locator(".banner").count()).toBe(0);
});

/** Language, width, and the size of the text. */
const PLACES = [
  ["en-GB", 360, 1], ["pt-PT", 360, 1], ["zh-HK", 390, 1], ["zh-CN", 820, 1], ["en-GB", 360, 2], ["pt-PT", 360, 2], ["zh-HK", 360, 2], ["zh-CN", 360, 2],
] as const;
for (const [locale, width, text] of PLACES) {
  test(`a hint stays in its strip and cuts no text at ${width} px in ${locale}, with text at ${text * 100} %`, async ({ browser }) => {
    const page = await open(browser, { viewport: { width, height: text > 1 ? 640 : 740 }, locale });
    if (text > 1) await page.addInitScript((text) => addEventListener("DOMContentLoaded", () => (document.documentElement.style.fontSize = `${text * 100}%`)), text);
    const ask = await hinted(page);
    const hint = page.locator(".hint");
    const fits = async (when: string) => {
      const parts = await hint.evaluate((box) => {
        const strip = box.closest(".strip")?.getBoundingClientRect();
        const outer = box.getBoundingClientRect();
        const inside = (part: DOMRect) => part.left >= outer.left - 1 && part.right <= outer.right + 1 && part.top >= outer.top - 1 && part.bottom <= outer.bottom + 1;
        const cut = [...box.querySelectorAll("p, button")].filter((part) => !inside(part.getBoundingClientRect()) || part.scrollHeight > part.clientHeight + 2 || part.scrollWidth > part.clientWidth + 2);
        const felt = box.closest(".board")?.querySelector(".felt")?.getBoundingClientRect();
        return { strip: strip && [strip.top, strip.bottom], hint: [outer.top, outer.bottom], felt: felt?.height ?? 0, cut: cut.map((part) => part.ariaLabel ?? part.textContent) };
      });
      expect(parts.cut, when).toEqual([]);
      // Large text takes two rows, and grows upwards over a part of the felt.
      if (text === 1) expect(parts.hint, when).toEqual(parts.strip);
      else {
        expect(parts.hint[1], when).toBe(parts.strip?.[1]);
        expect((parts.strip?.[0] ?? 0) - (parts.hint[0] ?? 0), when).toBeLessThan(parts.felt / 3);
      }
    };
    await ask(() => page.keyboard.press("h"));
    await expect(hint.locator("button")).toHaveCount(2);
    await fits("there is a play");
    await ask(() => hint.locator("button").first().click());
    await expect(page.locator(".rack .lit")).toHaveCount(3);
    await fits("where");
    await hint.locator("button").first().click();
    await expect(hint.locator(".main")).toBeVisible();
    await fits("all of it");
    await hint.locator("button").nth(1).click();
    await fits("a step");
  });
}

test("a hint is followed with keys alone: each step takes the focus, Escape closes it, and then a tile has the focus", async ({ browser }) => {
  const page = await open(browser);
  const ask = await hinted(page);
  const tile = page.locator(".board [data-piece]:focus");
  await rack(page).first().focus();
  await ask(() => page.keyboard.press("h"));
  await expect(page.getByRole("button", { name: "Show me where" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.locator(".hint")).toHaveCount(0);
  await expect(tile).toHaveCount(1);
  await ask(() => page.keyboard.press("h"));
  await expect(page.getByRole("button", { name: "Show me where" })).toBeFocused();
  await ask(() => page.keyboard.press("Enter"));
  await expect(page.getByRole("button", { name: "Show me all of it" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Lay it for me" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(felt(page)).toHaveCount(6);
  await expect(tile).toHaveCount(1);
});
