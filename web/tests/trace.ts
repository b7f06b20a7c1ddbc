/** Frames in a Chromium trace: how many were drawn, and what the main thread spent on each. */
import type { Browser, Page } from "@playwright/test";

interface Entry {
  name: string;
  cat: string;
  ph: string;
  ts: number;
  dur?: number;
  tdur?: number;
  pid: number;
  tid: number;
  args?: { name?: string; data?: { type?: string } };
}

/** The phases of a frame on the main thread, with Chromium's names of their events. */
const PARTS = {
  script: ["EventDispatch", "FireAnimationFrame", "FunctionCall", "RunMicrotasks", "TimerFire"],
  style: ["UpdateLayoutTree", "RecalculateStyles"],
  layout: ["Layout"],
  paint: ["PrePaint", "Paint", "Layerize", "Commit", "HitTest"],
} as const;

export interface Frames {
  seconds: number;
  drawn: number;
  /** Milliseconds between drawn frames, ascending. */
  gaps: number[];
  /** Processor time of the main thread in milliseconds per frame, by phase and in total. */
  main: Record<keyof typeof PARTS | "all", number>;
  /** Processor time that other threads spent on drawing, in milliseconds per second. */
  raster: number;
}

const CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline", "disabled-by-default-devtools.timeline.frame", "__metadata"];

/** Traces Chromium while `act` runs. */
export async function traced(browser: Browser, page: Page, act: () => Promise<void>): Promise<Frames> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await act();
  const text = (await browser.stopTracing()).toString();
  if (process.env.TRINTA_TRACE) (await import("node:fs")).appendFileSync(process.env.TRINTA_TRACE, text + "\n");
  return read((JSON.parse(text) as { traceEvents: Entry[] }).traceEvents);
}

/** Nested events are part of the outer one, so only the outermost count. */
function outermost(entries: Entry[]): Entry[] {
  const kept: Entry[] = [];
  let until = -Infinity;
  for (const entry of [...entries].sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))) {
    if (entry.ts < until) continue;
    kept.push(entry);
    until = entry.ts + (entry.dur ?? 0);
  }
  return kept;
}

export function read(entries: Entry[]): Frames {
  const threads = entries.filter((entry) => entry.name === "thread_name");
  const busy = entries.filter((entry) => entry.ph === "X");
  // The process that runs the page's event handlers is its renderer.
  const handlers = busy.filter((entry) => entry.name === "EventDispatch" && entry.args?.data?.type === "pointermove");
  const home = handlers[0];
  if (!home) throw new Error("nothing was dragged");
  const main = busy.filter((entry) => entry.pid === home.pid && entry.tid === home.tid);
  const compositor = threads.find((entry) => entry.pid === home.pid && entry.args?.name === "Compositor");
  const draws = entries.filter((entry) => entry.name === "DrawFrame" && entry.pid === home.pid && (!compositor || entry.tid === compositor.tid)).map((entry) => entry.ts).sort((a, b) => a - b);
  const from = handlers[0]?.ts ?? 0;
  const to = handlers.at(-1)?.ts ?? 0;
  const inside = draws.filter((at) => at >= from && at <= to);
  const within = main.filter((entry) => entry.ts >= from && entry.ts <= to);
  // Processor time rather than wall time, which depends on what else the machine does.
  const sum = (some: Entry[]) => outermost(some).reduce((all, entry) => all + (entry.tdur ?? 0), 0) / 1000;
  const frames = Math.max(1, inside.length);
  const part = (names: readonly string[]) => sum(within.filter((entry) => names.includes(entry.name))) / frames;
  const workers = new Set(threads.filter((entry) => entry.pid === home.pid && /Worker|Compositor/.test(entry.args?.name ?? "")).map((entry) => entry.tid));
  const drawing = busy.filter((entry) => workers.has(entry.tid) && entry.pid === home.pid && /^(RasterTask|RunTask)$/.test(entry.name) && entry.ts >= from && entry.ts <= to);
  const seconds = (to - from) / 1e6;
  return {
    seconds,
    drawn: inside.length,
    gaps: inside.slice(1).map((at, index) => (at - (inside[index] ?? at)) / 1000).sort((a, b) => a - b),
    main: {
      script: part(PARTS.script), style: part(PARTS.style), layout: part(PARTS.layout), paint: part(PARTS.paint),
      all: sum(within.filter((entry) => entry.name === "RunTask")) / frames,
    },
    raster: drawing.reduce((all, entry) => all + (entry.tdur ?? 0), 0) / 1000 / seconds,
  };
}
