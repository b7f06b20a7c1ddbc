/** The wall, the card, the sign and the public page, with the views that the program gives of a whole morning. */
import AxeBuilder from "@axe-core/playwright";
import { expect, type Browser, type Page, type WebSocketRoute } from "@playwright/test";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { url } from "./player";
import { test } from "./test";

const PROGRAM = process.env.TRINTA_BIN ?? join(process.env.CARGO_TARGET_DIR ?? join(import.meta.dirname, "../../target"), "debug/trinta");
const MORNING = readFileSync(join(import.meta.dirname, "../../crates/tournament/tests/golden/morning.jsonl"), "utf8").trim().split("\n");

/** What somebody sees after the first lines of the morning. */
function viewAfter(lines: number, as: object): object {
  const input = [...MORNING.slice(0, lines), JSON.stringify({ do: "ask", what: "view", ...as })].join("\n");
  const answers = execFileSync(PROGRAM, ["tournament", "run"], { input: `${input}\n`, maxBuffer: 1 << 28 }).toString().trim().split("\n");
  return (JSON.parse(answers.at(-1) ?? "") as { view: object }).view;
}

const SCREEN = { show: "auto", order: "number", page: null, revealed: 0, language: null, frozen: false };

interface Scene {
  lines: number;
  now: string;
  screen?: object;
  more?: object;
  shows: string;
}

/** Lines of the morning, and what the wall then shows. */
const SCENES: Record<string, Scene> = {
  "the timetable": { lines: 8, now: "10:12:00", shows: ".day" },
  "a rule with examples": { lines: 8, now: "10:12:00", screen: { page: 2 }, shows: ".slide" },
  "seats by number": { lines: 53, now: "10:48:00", screen: { show: "seats" }, shows: "ul.number" },
  "seats by name": { lines: 53, now: "10:48:00", screen: { show: "seats", order: "name" }, shows: "ul.name" },
  "the clock": { lines: 33, now: "10:33:40", shows: ".felt" },
  "time is up": { lines: 33, now: "10:45:01", shows: ".big.word" },
  moves: { lines: 49, now: "10:47:00", shows: ".mover" },
  standings: { lines: 45, now: "10:46:00", screen: { show: "standings" }, shows: "tr.cut" },
  "a notice": { lines: 33, now: "10:33:00", screen: { show: "notice" }, more: { notice: "Parents wait outside, please." }, shows: ".notice" },
  "an interruption": { lines: 33, now: "10:33:00", more: { postponed: true }, shows: ".warm" },
  "adding up": { lines: 96, now: "11:52:00", shows: ".notice" },
  "winners without order": { lines: 105, now: "12:06:00", screen: { revealed: 1 }, shows: ".tile" },
  "winners in order": { lines: 105, now: "12:06:00", screen: { revealed: 2 }, more: { ordered: true }, shows: ".newest .tile" },
};

const views = new Map<string, object>();
function known(lines: number, as: object): object {
  const key = `${lines} ${JSON.stringify(as)}`;
  const view = views.get(key) ?? viewAfter(lines, as);
  views.set(key, view);
  return view;
}

interface Hall {
  page: Page;
  /** Shows another moment of the morning. */
  show: (view: object, now: string, screen?: object) => void;
  /** Takes the server away. */
  stop: () => Promise<void>;
}

/** A page whose server says just what the test says. */
async function openWith(browser: Browser, options: { language: string; width: number; height: number; dark?: boolean }, path: string, view: object, now: string, screen: object = {}): Promise<Hall> {
  const { language, width, height, dark } = options;
  const context = await browser.newContext({ viewport: { width, height }, locale: language, reducedMotion: "reduce", colorScheme: dark ? "dark" : "light" });
  await context.addInitScript((chosen) => localStorage.setItem("trinta.language", chosen), language);
  const page = await context.newPage();
  page.on("pageerror", (error) => {
    throw error;
  });
  let shown = { view, now, screen };
  let isServing = true;
  let current: WebSocketRoute | null = null;
  const send = (socket: WebSocketRoute) => {
    socket.send(JSON.stringify({ type: "welcome", protocol: 1, id: "x", viewer: { role: "public" }, now: shown.now, now_ms: 0, utc_offset: 0, last_n: null, screen: { ...SCREEN, ...shown.screen } }));
    socket.send(JSON.stringify({ type: "view", seq: 1, now: shown.now, view: shown.view }));
  };
  await page.route("**/api/v1/tournaments/code", (route) => route.fulfill({ json: { id: "x", target: { kind: "player", number: 36 }, title: "" } }));
  await page.routeWebSocket(/\/tournaments\/.*\/socket$/, (socket) => {
    if (!isServing) return void socket.close();
    current = socket;
    socket.onMessage(() => send(socket));
  });
  await page.goto(url(path));
  return {
    page,
    show: (view, now, screen = {}) => {
      shown = { view, now, screen };
      if (current) send(current);
    },
    stop: async () => {
      isServing = false;
      await current?.close();
    },
  };
}

/** Letters that are too small, and whatever does not fit. */
function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const isWall = document.querySelector("main.frame") !== null;
    for (const element of document.querySelectorAll<HTMLElement>("main, main *")) {
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && (node.textContent ?? "").trim() !== "");
      const { right, bottom, width } = element.getBoundingClientRect();
      const size = parseFloat(getComputedStyle(element).fontSize);
      const text = (element.textContent ?? "").trim().slice(0, 40);
      if (isWall && hasText && size < innerHeight / 25) faults.push(`${text}: ${size} px`);
      if (width > 0 && right > innerWidth + 1) faults.push(`${text}: beyond the right edge`);
      if (isWall && hasText && bottom > innerHeight + 1) faults.push(`${text}: below the lower edge`);
    }
    const picture = document.querySelector(".picture > *");
    if (picture && picture.scrollHeight > picture.clientHeight + 1) faults.push(`the picture needs ${picture.scrollHeight} of ${picture.clientHeight} px`);
    return faults;
  });
}

for (const language of ["en", "pt-PT", "zh-Hant", "zh-Hans"]) {
  test(`the wall in ${language}: letters of a twenty-fifth of the height, nothing cut, accessible`, async ({ browser }) => {
    for (const [width, height] of [[1920, 1080], [1280, 720], [1024, 768]] as const) {
      const { page, show } = await openWith(browser, { language, width, height }, "/screen/x", known(8, { as: "public" }), "10:12:00");
      for (const [name, scene] of Object.entries(SCENES)) {
        show({ ...known(scene.lines, { as: "public" }), ...scene.more }, scene.now, scene.screen);
        await page.locator(scene.shows).first().waitFor();
        if (process.env.TRINTA_LOOK) await page.screenshot({ path: `${process.env.TRINTA_LOOK}/${name.replaceAll(" ", "-")}-${language}-${width}.png` });
        expect.soft(await faultsOf(page), `${name}, ${width}×${height}`).toEqual([]);
        if (width === 1280) {
          const { violations } = await new AxeBuilder({ page }).analyze();
          expect.soft(violations.map((one) => `${name}: ${one.id}: ${one.nodes[0]?.html}`)).toEqual([]);
        }
      }
      await page.context().close();
    }
  });
}

/** A code with the right check sign. */
const CARD = "/c#K7X-4MN-QAD";
const PLAYER = { as: "player", number: 36 };

const PHONE_SCENES: Record<string, { path: string; lines: number; now: string; as: object; shows: string }> = {
  "a card before the seating": { path: CARD, lines: 8, now: "10:11:00", as: PLAYER, shows: ".where.none" },
  "a card in a round": { path: CARD, lines: 33, now: "10:33:40", as: PLAYER, shows: ".where.play" },
  "a card between rounds": { path: CARD, lines: 53, now: "10:48:00", as: PLAYER, shows: ".proof" },
  "a card at the end": { path: CARD, lines: 105, now: "12:08:00", as: PLAYER, shows: ".certificate" },
  "the public page": { path: "/screen/x", lines: 53, now: "10:48:00", as: { as: "public" }, shows: "input" },
  "the public page at the end": { path: "/screen/x", lines: 105, now: "12:08:00", as: { as: "public" }, shows: "tr.cut" },
};

for (const language of ["en", "pt-PT", "zh-Hant", "zh-Hans"]) {
  test(`cards and the public page in ${language} fit a narrow phone and are accessible, light and dark`, async ({ browser }) => {
    for (const dark of [false, true]) {
      for (const path of [CARD, "/screen/x"]) {
        const scenes = Object.entries(PHONE_SCENES).filter(([, scene]) => scene.path === path);
        const { page, show } = await openWith(browser, { language, width: 360, height: 740, dark }, path, known(8, path === CARD ? PLAYER : { as: "public" }), "10:00:00");
        for (const [name, scene] of scenes) {
          show(known(scene.lines, scene.as), scene.now);
          await page.locator(scene.shows).first().waitFor();
          if (process.env.TRINTA_LOOK) await page.screenshot({ path: `${process.env.TRINTA_LOOK}/${name.replaceAll(" ", "-")}-${language}${dark ? "-dark" : ""}.png`, fullPage: true });
          expect.soft(await faultsOf(page), name).toEqual([]);
          const { violations } = await new AxeBuilder({ page }).analyze();
          expect.soft(violations.map((one) => `${name}: ${one.id}: ${one.nodes[0]?.html}`)).toEqual([]);
        }
        await page.context().close();
      }
    }
  });
}

test("somebody is found by number and by name, and everybody's table is listed", async ({ browser }) => {
  const { page } = await openWith(browser, { language: "en", width: 390, height: 844 }, "/screen/x", known(53, { as: "public" }), "10:48:00");
  const search = page.getByLabel("Number or name");
  await search.fill("47");
  await expect(page.locator(".hit")).toHaveText(/47.*Table 13/);
  await search.fill("ines");
  await expect(page.locator(".hit").first()).toContainText("Inês");
  await search.fill("nobody of this name");
  await expect(page.getByText("Nobody with this number or name.")).toBeVisible();
  await page.getByText("Tables", { exact: true }).click();
  await expect(page.locator(".tables li")).toHaveCount(16);
});

test("without a connection the wall keeps its picture and says so, as the card does", async ({ browser }) => {
  for (const { path, size, as, says } of [
    { path: "/screen/x", size: { width: 1280, height: 720 }, as: { as: "public" }, says: /No connection; as at 10:4\d/ },
    { path: CARD, size: { width: 390, height: 844 }, as: PLAYER, says: /No connection\. This is how it was at 10:4\d\./ },
  ]) {
    const { page, stop } = await openWith(browser, { language: "en", ...size }, path, known(53, as), "10:48:00");
    const picture = page.locator(path === CARD ? ".where" : "ul.number");
    await picture.waitFor();
    await stop();
    await expect(page.getByText(says)).toBeVisible();
    await expect(picture).toBeVisible();
    expect(await faultsOf(page)).toEqual([]);
    await page.reload();
    await expect(picture).toBeVisible();
    await page.context().close();
  }
});
