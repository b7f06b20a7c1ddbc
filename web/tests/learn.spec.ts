/** The first game (P8): by touch, mouse and keyboard, without reading; every mistake is answered with its reason. */
import { expect, type Locator, type Page } from "@playwright/test";
import { byKeyboard } from "./inputs";
import { lift, open, painted, rack } from "./player";
import { setsOnScreen, tilesIn } from "./positions";
import { test } from "./test";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const LESSONS = 7;
test.setTimeout(90_000);

/** What is lit: the tile to move, and the button to press. */
const litTile = (page: Page) => page.locator(".lit");
const litButton = (page: Page) => page.locator(".acts .wanted:enabled");
const inRack = (page: Page, face: string) => page.locator(`.rack [data-face="${face}"]`);

/** The middle of the lit tile, and of the place where its middle is to land. */
async function lights(page: Page) {
  const tile = await litTile(page).boundingBox();
  const place = await page.locator("[data-place]").boundingBox();
  if (!tile || !place) throw new Error("nothing is lit");
  const slot = await page.locator("[data-place] .slot").count();
  return {
    from: { x: tile.x + tile.width / 2, y: tile.y + tile.height / 2 },
    to: { x: place.x + place.width / Math.max(1, slot) / 2, y: place.y + place.height / 2 },
  };
}

/** Drags the lit tile to the lit place. */
type Drag = (page: Page) => Promise<void>;

const dragByMouse: Drag = async (page) => {
  await lift(page, litTile(page));
  const { to } = await lights(page);
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
};

const dragByTouch: Drag = async (page) => {
  await painted(page);
  // Waits until the tile has come to rest.
  await litTile(page).tap({ trial: true });
  const { from, to } = await lights(page);
  const finger = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", points: { x: number; y: number }[]) => finger.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await touch("touchStart", [from]);
  for (const part of [0.2, 0.6, 1]) await touch("touchMove", [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }]);
  // The finger rests before it lifts: otherwise Chromium takes the drag for a fling, and the next tap for the end of it.
  await page.waitForTimeout(80);
  await touch("touchMove", [to]);
  await touch("touchEnd", []);
};

const moveByKeys: Drag = async (page) => {
  const { to } = await lights(page);
  const id = (await litTile(page).getAttribute("data-piece")) ?? "";
  const left = (await tilesIn(page, ".felt")).find((one) => Math.abs(one.y + one.h / 2 - to.y) < 10 && to.x - (one.x + one.w) > -6 && to.x - (one.x + one.w) < one.w);
  if (left) await byKeyboard.append(page, id, left.id);
  else await byKeyboard.newSet(page, id);
};

/** Does what is lit until the lesson is over, then goes on. */
async function passLesson(page: Page, drag: Drag, press: (button: Locator) => Promise<void>) {
  const done = page.locator("li.done");
  const before = await done.count();
  while ((await done.count()) === before) {
    if (await litTile(page).count()) await answered(page, () => drag(page));
    else await answered(page, () => press(litButton(page)));
    await expect(page.locator(".mistake")).toHaveCount(0);
  }
  await press(litButton(page));
}

/** Does something, and waits for the answer to it. */
async function answered(page: Page, act: () => Promise<unknown>) {
  const count = () => page.locator(".learn").getAttribute("data-judged");
  const before = await count();
  await act();
  await expect.poll(count).not.toBe(before);
}

for (const [name, drag, press, options] of [
  ["touch", dragByTouch, (button: Locator) => button.tap(), PHONE],
  ["mouse", dragByMouse, (button: Locator) => button.click(), { viewport: { width: 1280, height: 800 } }],
  ["keys", moveByKeys, (button: Locator) => button.press("Enter"), { viewport: { width: 820, height: 1180 } }],
] as const) {
  test(`following the lights by ${name} leads through every lesson into a real game`, async ({ browser }) => {
    const page = await open(browser, options, "/learn");
    await expect(rack(page).first()).toBeVisible();
    for (let done = 0; done < LESSONS; done++) {
      await expect(page.locator("li.done")).toHaveCount(done);
      await passLesson(page, drag, press);
    }
    await expect(page.getByRole("heading", { name: "You can play!" })).toBeVisible();
    const request = page.waitForRequest((one) => one.method() === "POST" && one.url().endsWith("/tables"));
    await page.getByRole("button", { name: "Play a real game" }).click();
    // Gentle and untimed.
    expect((await request).postDataJSON()).toMatchObject({ bots: { 1: "level1" }, plan: { hints: true, settings: { turn_time: "none" } }, begin: true });
    await expect(rack(page)).toHaveCount(14);
  });
}

/** Taps tiles of the rack, then a point of the felt, or a tile on it. */
async function lay(page: Page, faces: string[], where: { x: number; y: number } | string) {
  await answered(page, async () => {
    for (const face of faces) await inRack(page, face).tap();
    if (typeof where === "string") await page.locator(`.felt [data-face="${where}"]`).tap();
    else await page.locator(".felt").tap({ position: where });
  });
}
const undo = (page: Page) => answered(page, () => page.getByRole("button", { name: "Undo" }).tap());
const answer = (page: Page) => page.locator(".answer");
/** The set on the table with this tile, in order. */
const setWith = async (page: Page, face: string) =>
  setsOnScreen(await tilesIn(page, ".felt")).map((set) => set.map((one) => one.face)).find((set) => set.includes(face));
const BELOW = { x: 200, y: 250 };

test("every mistake is answered with its reason, and can be undone", async ({ browser }) => {
  const page = await open(browser, PHONE, "/learn");
  const tap = (button: Locator) => button.tap();
  const follow = () => passLesson(page, dragByTouch, tap);
  await expect(rack(page)).toHaveCount(6);

  // A tile of another colour: the odd one is named and marked.
  await lay(page, ["r4", "r5", "b6"], BELOW);
  await expect(answer(page)).toHaveText("Almost. A run has one colour only. It is the blue 6 that doesn’t fit.");
  await expect(page.locator(".odd")).toHaveAttribute("data-face", "b6");
  await expect(page.getByRole("button", { name: "Next", exact: true })).toBeDisabled();
  await undo(page);
  await expect(rack(page)).toHaveCount(6);
  await expect(answer(page)).not.toHaveClass(/mistake/);
  // Two that can never be a set.
  await lay(page, ["r4", "k11"], BELOW);
  await expect(answer(page)).toContainText("Almost. A run has one colour only.");
  await undo(page);
  // Tiles of one set that lie apart.
  await lay(page, ["r4"], { x: 60, y: 60 });
  await expect(answer(page)).toContainText("That’s it.");
  await lay(page, ["r5"], BELOW);
  await expect(answer(page)).toContainText("Put them side by side");
  await undo(page);
  await undo(page);
  // A tile without partners.
  await lay(page, ["k11"], BELOW);
  await expect(answer(page)).toContainText("no partners");
  await undo(page);
  // The wrong order is put right, with the reason.
  await lay(page, ["r6", "r5", "r4"], BELOW);
  await expect(answer(page)).toHaveText("Yes! Right tiles! A run goes in order: 4, 5, 6.");
  await expect.poll(() => setWith(page, "r4")).toEqual(["r4", "r5", "r6"]);
  await litButton(page).tap();

  // A group with another number.
  await lay(page, ["k9", "b9", "r11"], BELOW);
  await expect(answer(page)).toContainText("A group has one number only. It is the red 11");
  await undo(page);
  await follow();

  // Too few points, and a set of the table before opening.
  await lay(page, ["y1", "y2", "y3"], BELOW);
  await expect(answer(page)).toContainText("That is 6 points so far. You need 30.");
  await undo(page);
  await lay(page, ["k8"], "k7");
  await expect(answer(page)).toContainText("Leave the sets on the table alone until you have opened.");
  await undo(page);
  await follow();
  await follow();
  await follow();

  // The joker in the wrong place.
  await lay(page, ["b11", "b13", "*"], BELOW);
  await expect(answer(page)).toContainText("The joker stands for blue 12, so it goes in that place.");
  await expect.poll(() => setWith(page, "b11")).toEqual(["b11", "*b12", "b13"]);
  await litButton(page).tap();
  await litButton(page).tap();

  // A set that is taken apart.
  await page.locator('.felt [data-face="r5"]').tap();
  await answered(page, () => page.locator(".felt").tap({ position: BELOW }));
  await expect(answer(page)).toContainText("What stays on the table must still be a set.");
});

test("the hand drags the tile twice and then waits; with reduced motion it is a still picture", async ({ browser }) => {
  const moving = await open(browser, { ...PHONE, reducedMotion: "no-preference" }, "/learn");
  const carried = moving.locator(".gesture .carried");
  await expect(carried).toBeAttached();
  const timing = await carried.evaluate((hand) => {
    const [animation] = hand.getAnimations();
    const { duration, iterations } = animation?.effect?.getTiming() ?? {};
    return { duration, iterations };
  });
  expect(timing).toEqual({ duration: 2400, iterations: 2 });
  // Whatever it shows, it takes no taps, and goes when somebody touches the table.
  await expect(moving.locator(".gesture")).toHaveCSS("pointer-events", "none");
  await inRack(moving, "r4").tap();
  await expect(moving.locator(".gesture")).toHaveCount(0);
  await moving.getByRole("button", { name: "Show me" }).tap();
  await expect(carried).toBeAttached();

  const still = await open(browser, PHONE, "/learn");
  await expect(still.locator(".gesture .carried")).toHaveCSS("opacity", "1");
  expect(await still.locator(".gesture .carried").evaluate((hand) => hand.getAnimations().length)).toBe(0);
  const [hand, place] = await Promise.all([still.locator(".gesture .tile").boundingBox(), still.locator("[data-place]").boundingBox()]);
  expect(Math.abs((hand?.y ?? 0) - (place?.y ?? 99))).toBeLessThan(8);
});
