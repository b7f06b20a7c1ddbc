/** Playing by mouse, touch or keyboard: tiles are dragged, tapped, or moved with keys. */
import { expect, type Page } from "@playwright/test";
import { draw, lift } from "./player";
import { emptyPoint, piece, setsOnScreen, tilesIn } from "./positions";

/** Ways to press a button, to move a tile to a new set or to the end of a set, and to draw. */
export interface InputMethod {
  press(page: Page, name: string): Promise<void>;
  newSet(page: Page, id: string): Promise<void>;
  append(page: Page, id: string, last: string): Promise<void>;
  draw(page: Page): Promise<void>;
}

async function dropAt(page: Page, x: number, y: number) {
  await page.mouse.move(x, y, { steps: 3 });
  await page.mouse.up();
}

export const byMouse: InputMethod = {
  press: (page, name) => page.getByRole("button", { name, exact: true }).click(),
  async newSet(page, id) {
    const spot = await emptyPoint(page);
    await lift(page, piece(page, id));
    await dropAt(page, spot.x, spot.y);
  },
  async append(page, id, last) {
    await lift(page, piece(page, id));
    const box = await piece(page, last).boundingBox();
    if (!box) throw new Error("the set is gone");
    await dropAt(page, box.x + box.width * 1.2, box.y + box.height / 2);
  },
  draw: (page) => draw(page),
};

export const byTouch: InputMethod = {
  press: (page, name) => page.getByRole("button", { name, exact: true }).tap(),
  async newSet(page, id) {
    await piece(page, id).tap();
    const spot = await emptyPoint(page);
    await page.touchscreen.tap(spot.x, spot.y);
  },
  async append(page, id, last) {
    await piece(page, id).tap();
    await piece(page, last).tap();
  },
  draw: (page) => draw(page, true),
};

/** Presses Tab until an element that matches has the focus. */
export async function tabTo(page: Page, selector: string) {
  for (let times = 0; times < 60; times++) {
    if (await page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not come to ${selector}`);
}

/** Moves the focus to a tile with the arrow keys. */
async function focusTile(page: Page, id: string) {
  await tabTo(page, ".board [data-piece]");
  const order = [...setsOnScreen(await tilesIn(page, ".felt")).flat(), ...setsOnScreen(await tilesIn(page, ".rack")).flat()].map((spot) => spot.id);
  const from = order.indexOf((await page.evaluate(() => (document.activeElement as HTMLElement).dataset.piece)) ?? "");
  const steps = order.indexOf(id) - from;
  for (let step = 0; step < Math.abs(steps); step++) await page.keyboard.press(steps < 0 ? "ArrowLeft" : "ArrowRight");
  await expect(piece(page, id)).toBeFocused();
}

export const byKeyboard: InputMethod = {
  async press(page, name) {
    if (name === "Finish") {
      await tabTo(page, ".board [data-piece]");
      await page.keyboard.press("f");
      return;
    }
    await page.getByRole("button", { name, exact: true }).waitFor();
    for (let times = 0; times < 60; times++) {
      const there = await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent?.trim() ?? "");
      if (there === name) return page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
    }
    throw new Error(`Tab does not come to ${name}`);
  },
  async newSet(page, id) {
    await focusTile(page, id);
    await page.keyboard.press(" ");
    await page.keyboard.press("n");
  },
  async append(page, id, last) {
    await focusTile(page, id);
    await page.keyboard.press(" ");
    await focusTile(page, last);
    await page.keyboard.press("Enter");
  },
  async draw(page) {
    await tabTo(page, ".board [data-piece]");
    await page.keyboard.press("d");
    await page.keyboard.press("d");
  },
};
