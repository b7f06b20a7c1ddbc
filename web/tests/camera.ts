/** Films of a page: pictures while it runs, ten a second, joined into contact sheets. */
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { Browser, CDPSession, Page } from "@playwright/test";

/** Pictures per second on a sheet. */
const RATE = 10;
/** The width of a sheet in pixels. */
const SHEET_WIDTH = 2400;

interface Frame {
  /** Milliseconds since 1970. */
  at: number;
  /** A JPEG in base64. */
  data: string;
}

/** A moment that a sheet begins with. */
export interface Scene {
  at: number;
  title: string;
}

/** A layout shift that no input of the player explains. */
interface Shift {
  at: number;
  value: number;
  /** The elements that moved. */
  elements: string[];
}

/** One picture of a sheet, and how long the page looked like it. */
interface Shot {
  data: string;
  from: number;
  to: number;
}

/** What Chromium sends whenever the page looks different. */
export class Camera {
  readonly frames: Frame[] = [];
  readonly #page: Page;
  readonly #client: CDPSession;

  private constructor(page: Page, client: CDPSession) {
    this.#page = page;
    this.#client = client;
  }

  static async start(page: Page, pictureWidth: number): Promise<Camera> {
    await page.evaluate(watchShifts);
    const camera = new Camera(page, await page.context().newCDPSession(page));
    const client = camera.#client;
    client.on("Page.screencastFrame", ({ data, metadata, sessionId }) => {
      camera.frames.push({ at: (metadata.timestamp ?? Date.now() / 1000) * 1000, data });
      void client.send("Page.screencastFrameAck", { sessionId }).catch(() => undefined);
    });
    await client.send("Page.startScreencast", { format: "jpeg", quality: 70, maxWidth: pictureWidth });
    return camera;
  }

  async stop(): Promise<void> {
    await this.#client.send("Page.stopScreencast");
  }

  async shifts(): Promise<Shift[]> {
    return this.#page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
  }

  /** What was seen between two moments, ten times a second; the same picture in a row counts once. */
  shots(from: number, to: number): Shot[] {
    const shots: Shot[] = [];
    for (let at = from; at < to; at += 1000 / RATE) {
      const seen = this.frames.findLast((frame) => frame.at <= at) ?? this.frames[0];
      if (!seen) continue;
      const last = shots.at(-1);
      if (last?.data === seen.data) last.to = at;
      else shots.push({ data: seen.data, from: at, to: at });
    }
    return shots;
  }
}

/** Runs in the page: collects its layout shifts. */
function watchShifts() {
  const shifts: Shift[] = [];
  (window as unknown as { shifts: Shift[] }).shifts = shifts;
  const nameOf = (node: Node | null) => (node instanceof Element ? `${node.tagName.toLowerCase()}${node.classList.length > 0 ? `.${[...node.classList].filter((name) => !name.startsWith("svelte")).join(".")}` : ""}` : "text");
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] })[]) {
      if (!entry.hadRecentInput) shifts.push({ at: performance.timeOrigin + entry.startTime, value: entry.value, elements: entry.sources.map((source) => nameOf(source.node)) });
    }
  }).observe({ type: "layout-shift" });
}

const escape = (text: string) => text.replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** Joins pictures into a contact sheet, with the time below each. */
export async function writeSheet(browser: Browser, file: string, title: string, shots: Shot[], pictureWidth: number): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  const columns = Math.max(1, Math.floor(SHEET_WIDTH / (pictureWidth + 8)));
  const start = shots[0]?.from ?? 0;
  const seconds = (at: number) => ((at - start) / 1000).toFixed(1);
  const pictures = shots.map(
    ({ data, from, to }) => `<figure><img src="data:image/jpeg;base64,${data}" width="${pictureWidth}"><figcaption>${seconds(from)}${to > from ? `–${seconds(to)}` : ""} s</figcaption></figure>`,
  );
  const page = await browser.newPage({ viewport: { width: columns * (pictureWidth + 8) + 16, height: 400 } });
  await page.setContent(
    `<style>body{margin:8px;font:15px sans-serif}h1{font-size:20px;margin:4px}main{display:grid;grid-template-columns:repeat(${columns},${pictureWidth}px);gap:8px}figure{margin:0}img{display:block;outline:1px solid #999}</style><h1>${escape(title)}</h1><main>${pictures.join("")}</main>`,
    { waitUntil: "load" },
  );
  await page.screenshot({ path: file, fullPage: true });
  await page.close();
}
