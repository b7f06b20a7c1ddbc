/** The felt, the rack and the strip between them: what is mine stays where I put it. */
import { expect, type Page } from "@playwright/test";
import { createTable, dragToFelt, draw, felt, open, rack, turnOver, turnsHad, url, waitForTurn } from "./player";
import { tilesIn } from "./positions";
import { crowded, stage, type Stage } from "./stage";
import { test } from "./test";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const LANGUAGES = ["en-GB", "pt-PT", "zh-HK", "zh-CN"] as const;

/** A table with a few sets, the player's turn, and a clock. */
function quiet(): Stage {
  const state = crowded();
  state.game.state.table = ["r3 r4 r5", "k7 r7 b7", "b9 b10 b11"];
  state.game.state.pool = 40;
  const [mine] = state.game.state.seats;
  if (mine) mine.rack = { count: 17, tiles: "k1 k2 k3 r6 r9 b1 b2 b3 y1 y2 y3 y4 y5 y6 y7 y8 *" };
  return state;
}
const positions = async (page: Page, where: ".felt" | ".rack") =>
  Object.fromEntries((await tilesIn(page, where)).map((one) => [one.id, `${Math.round(one.x)} ${Math.round(one.y)} ${Math.round(one.w)}`]));
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("a laid tile leaves its slot empty, returns there, and nothing else on the rack moves (P14, P15)", async ({ browser }) => {
  const page = await open(browser, PHONE);
  await stage(page, quiet());
  const rows = new Set((await tilesIn(page, ".rack")).map((one) => Math.round(one.y)));
  expect(rows.size, "17 tiles take two rows").toBe(2);
  const before = await positions(page, ".rack");
  const ids = await rack(page).evaluateAll((tiles) => tiles.map((tile) => (tile as HTMLElement).dataset.piece ?? ""));
  await dragToFelt(page, rack(page).nth(4), 60, 380);
  await expect(page.locator(".rack .slot")).toHaveCount(1);
  await dragToFelt(page, rack(page).nth(8), 300, 380);
  await expect(page.locator(".rack .slot")).toHaveCount(2);
  const rest = await positions(page, ".rack");
  for (const id of Object.keys(rest)) expect(rest[id], `tile ${id}`).toBe(before[id]);
  await button(page, "Undo").tap();
  await expect(page.locator(".rack .slot")).toHaveCount(1);
  await page.locator(`.felt [data-piece="${ids[4]}"]`).dblclick();
  await expect(page.locator(".rack .slot")).toHaveCount(0);
  expect(await positions(page, ".rack")).toEqual(before);
  // Sorting closes empty slots.
  await dragToFelt(page, page.locator(`[data-piece="${ids[2]}"]`), 60, 380);
  await expect(page.locator(".rack .slot")).toHaveCount(1);
  await button(page, "By number").tap();
  await expect(page.locator(".rack .slot")).toHaveCount(0);
});

test("a set stays where it is dropped, whatever others play, and undo brings back its place (P14)", async ({ browser }) => {
  const page = await open(browser);
  const { send } = await stage(page, quiet());
  const box = await page.locator(".felt").boundingBox();
  if (!box) throw new Error("no felt");
  const others = await positions(page, ".felt");
  const id = (await rack(page).first().getAttribute("data-piece")) ?? "";
  const laid = page.locator(`.felt [data-piece="${id}"]`);
  await dragToFelt(page, rack(page).first(), box.width - 90, box.height - 60);
  const spot = await laid.boundingBox();
  if (!spot) throw new Error("nothing laid");
  expect(Math.abs(spot.x + spot.width / 2 - box.x - box.width + 90), "it is where it was dropped").toBeLessThan(spot.width / 2);
  expect(Math.abs(spot.y + spot.height / 2 - box.y - box.height + 60)).toBeLessThan(spot.height / 2);
  expect(await positions(page, ".felt")).toMatchObject(others);
  // A whole set is moved, and back.
  await page.getByRole("button", { name: "Back to the start of the turn" }).click();
  const tile = felt(page).first();
  await tile.click();
  await button(page, "Whole set").click();
  await dragToFelt(page, tile, 80, 60);
  const moved = await positions(page, ".felt");
  expect(moved).not.toEqual(others);
  await button(page, "Undo").click();
  await expect.poll(() => positions(page, ".felt")).toEqual(others);
  await button(page, "Redo").click();
  await expect.poll(() => positions(page, ".felt")).toEqual(moved);
  // The turn ends, and others play: what lies stays.
  const table = ["k7 r7 b7 y7", "r3 r4 r5", "b9 b10 b11", "k10 k11 k12"];
  send({
    type: "happened", version: 2, at: Date.now(), clock: null, phase: { phase: "turn", seat: 1 }, counts: [18, 3],
    events: [{ table: "game", event: { event: "drew", seat: 0, tiles: { count: 1, tiles: "k13" }, why: "choice" } }],
  });
  await expect(rack(page)).toHaveCount(18);
  send({
    type: "happened", version: 3, at: Date.now(), clock: null, phase: { phase: "turn", seat: 0 }, counts: [18, 0],
    events: [{ table: "game", event: { event: "played", seat: 1, table, placed: "y7 k10 k11 k12" } }],
  });
  await expect(felt(page)).toHaveCount(13);
  await expect.poll(() => positions(page, ".felt")).toMatchObject(moved);
});

test("nothing moves on the rack while others play a game (P1)", async ({ browser }) => {
  const page = await open(browser);
  const { table } = await createTable(page, { edition: "hk", players: 4, settings: { turn_time: "none" } }, { 1: "level4", 2: "level4", 3: "level4" });
  await page.goto(url(`/t/${table}`));
  for (let turn = 0; turn < 10 && (await waitForTurn(page)); turn++) {
    const turns = await turnsHad(page);
    await draw(page);
    await turnOver(page, turns);
    // From here only others act: every position that a tile of the rack ever has is noted.
    const count = await rack(page).count();
    const moved = page.evaluate(
      () =>
        new Promise<string[]>((done) => {
          const places = new Map<string, Set<string>>();
          const look = () => {
            for (const tile of document.querySelectorAll<HTMLElement>(".rack [data-piece]")) {
              const { x, y, width } = tile.getBoundingClientRect();
              const seen = places.get(tile.dataset.piece ?? "") ?? new Set();
              places.set(tile.dataset.piece ?? "", seen.add([x, y, width].join()));
            }
            if (document.querySelector("li.own.turn, dialog .racks")) done([...places].filter(([, seen]) => seen.size > 1).map(([id]) => id));
            else requestAnimationFrame(look);
          };
          look();
        }),
    );
    expect(await moved).toEqual([]);
    expect(await rack(page).count()).toBe(count);
  }
});

test("a tile that is sent elsewhere on its way goes on from where it is (P16)", async ({ browser }) => {
  const page = await open(browser, { reducedMotion: "no-preference" });
  await stage(page, quiet());
  await rack(page).first().focus();
  const places = await page.evaluate(async () => {
    const tiles = [...document.querySelectorAll<HTMLElement>(".rack [data-piece]")];
    const known = new Set<Animation>();
    /** Sorts the rack, and stops every tile that is sent elsewhere at a moment of its way. */
    const sort = async (key: string, moment: number) => {
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      await new Promise((done) => setTimeout(done));
      for (const animation of tiles.flatMap((tile) => tile.getAnimations()).filter((one) => !known.has(one))) {
        known.add(animation);
        animation.pause();
        animation.currentTime = moment;
      }
      return tiles.map((tile) => ({ x: Math.round(tile.getBoundingClientRect().x), moves: tile.getAnimations().length }));
    };
    return { start: await sort("m", 60), underway: await sort("c", 60), next: await sort("m", 0) };
  });
  const x = (all: { x: number }[]) => all.map((one) => one.x);
  expect(x(places.underway), "tiles are moving").not.toEqual(x(places.start));
  for (const [index, one] of places.next.entries()) {
    expect(Math.abs(one.x - (places.underway[index]?.x ?? 0)), `tile ${index}`).toBeLessThanOrEqual(1);
    expect(one.moves).toBeLessThanOrEqual(1);
  }
});

test("what is chosen is forgotten with the draft, and never hides the status (P10)", async ({ browser }) => {
  const page = await open(browser, PHONE);
  await stage(page, quiet());
  const chosen = page.locator(".chosen");
  const status = page.locator(".status .text");
  await rack(page).first().tap();
  await expect(chosen).toHaveCount(1);
  await expect(status).toBeVisible();
  const [strip, bar] = [await page.locator(".strip").boundingBox(), await page.locator(".bar").boundingBox()];
  expect(bar && strip && bar.y >= strip.y + strip.height).toBe(true);
  await rack(page).first().tap();
  await dragToFelt(page, rack(page).nth(3), 300, 380);
  await rack(page).first().tap();
  await expect(chosen).toHaveCount(1);
  await page.keyboard.press("x");
  await expect(chosen).toHaveCount(0);
  const laid = await felt(page).count();
  await page.touchscreen.tap(195, 480);
  await expect(felt(page)).toHaveCount(laid);
});

test("shortcuts work after a click on a button, and H asks for a hint (P18)", async ({ browser }) => {
  const page = await open(browser);
  const state = quiet();
  state.plan.hints = true;
  const { sent } = await stage(page, state);
  await dragToFelt(page, rack(page).first(), 500, 60);
  const laid = await felt(page).count();
  await button(page, "By colour").click();
  await page.keyboard.press("z");
  await expect(felt(page)).toHaveCount(laid - 1);
  await button(page, "By number").click();
  await page.keyboard.press("ArrowRight");
  await expect(page.locator("[data-piece]:focus")).toHaveCount(1);
  await button(page, "By colour").click();
  await page.keyboard.press("h");
  await expect.poll(() => sent.filter((message) => message.type === "hint").length).toBe(1);
  // Keys that press a button still do.
  await page.getByRole("button", { name: "Menu" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("a joker on the table shows what it stands for (P17)", async ({ browser }) => {
  const page = await open(browser);
  const state = quiet();
  state.game.state.table = ["k11 k12 *", "b13 y13 *"];
  await stage(page, state);
  await expect(page.getByRole("button", { name: /joker as black 13/ })).toHaveCount(1);
  await expect(page.locator(".felt [data-face='*13']")).toHaveCount(1);
});

test("the chat is beside the table on a wide screen, and stops nothing on a narrow one (P22)", async ({ browser }) => {
  const wide = await open(browser, { viewport: { width: 1440, height: 900 } });
  await stage(wide, quiet());
  const [side, cloth] = [await wide.locator("aside").boundingBox(), await wide.locator(".felt").boundingBox()];
  expect(side && cloth && cloth.x + cloth.width <= side.x).toBe(true);
  const narrow = await open(browser, PHONE);
  await stage(narrow, quiet());
  await button(narrow, "Chat").tap();
  await expect(narrow.getByRole("dialog", { name: "Chat" })).toBeVisible();
  // The rack and the buttons are in reach.
  await rack(narrow).first().tap();
  await expect(narrow.locator(".chosen")).toHaveCount(1);
  await narrow.locator(".draw").tap();
  await expect(narrow.locator(".draw")).toHaveClass(/sure/);
  await narrow.getByRole("textbox").focus();
  await narrow.keyboard.press("Escape");
  await expect(narrow.getByRole("dialog", { name: "Chat" })).toHaveCount(0);
});

for (const locale of LANGUAGES) {
  test(`with text at 200 % on a small phone everything that is needed stays in reach, in ${locale} (P5)`, async ({ browser }) => {
    const page = await open(browser, { ...PHONE, locale, viewport: { width: 360, height: 640 } });
    await page.addInitScript(() => addEventListener("DOMContentLoaded", () => (document.documentElement.style.fontSize = "200%")));
    await stage(page, quiet());
    for (const [what, least] of [[".felt", 200], [".rack", 100], [".draw", 44], [".finish", 44], [".chat", 44], [".fold", 44]] as const) {
      const box = await page.locator(`.table ${what}`).first().boundingBox();
      if (!box) throw new Error(`no ${what}`);
      expect(box.height, what).toBeGreaterThanOrEqual(least);
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width, what).toBeLessThanOrEqual(360);
      expect(box.y + box.height, what).toBeLessThanOrEqual(640);
    }
    const cut = () => page.locator(".board .button").evaluateAll((buttons) => buttons.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent));
    expect(await cut()).toEqual([]);
    await page.locator(".draw").tap();
    expect(await cut()).toEqual([]);
    await page.locator(".fold").tap();
    await expect(page.locator(".tools")).toBeVisible();
    expect(await cut()).toEqual([]);
  });

  test(`nothing overlaps on a small phone, in ${locale} (P19)`, async ({ browser }) => {
    const page = await open(browser, { ...PHONE, locale, viewport: { width: 360, height: 640 } });
    await stage(page, quiet());
    await dragToFelt(page, rack(page).first(), 300, 180);
    await felt(page).last().tap();
    await expect(page.locator(".bar")).toBeVisible();
    const buttons = await page.locator(".board .button:visible").evaluateAll((all) =>
      all.map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return { text: one.textContent || one.ariaLabel, x, y, width, height, cut: one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1 };
      }),
    );
    for (const one of buttons) {
      expect(one.cut, `${one.text} is cut`).toBe(false);
      expect(one.x + one.width).toBeLessThanOrEqual(360);
      for (const other of buttons) {
        if (one === other) continue;
        const apart = one.x + one.width <= other.x + 1 || other.x + other.width <= one.x + 1 || one.y + one.height <= other.y + 1 || other.y + other.height <= one.y + 1;
        expect(apart, `${one.text} and ${other.text}`).toBe(true);
      }
    }
  });
}
