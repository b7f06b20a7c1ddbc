/** The printed sheets, made by the program and measured as Chromium prints them. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import jsqr from "jsqr";
import { test } from "./test";

const LANGUAGES = ["zh-Hant", "zh-Hans", "pt-PT", "en"] as const;
/** Width and height in CSS pixels, and the margin of lists. */
const PAPERS = { a4: [793.7, 1122.5], letter: [816, 1056] } as const;
const MARGIN = 45.35;
const ADDRESS = "http://192.168.1.20:3930";

/** The sheets during a tournament of 63 players, with the number of pages of those that have a fixed number. */
const DURING = {
  invitation: 1, conduct: 1, rules: 2, signs: 16, cards: 8, judges: null, sheets: 16, "seating-by-table": null,
  "seating-by-number": null, "seating-by-name": null, moves: null, results: null, standings: null,
};

const program = process.env.TRINTA_BIN ?? join(process.env.CARGO_TARGET_DIR ?? join(import.meta.dirname, "../../target"), "debug/trinta");
let folder: string;
// Made for each group of tests that a worker runs, because it is deleted after each of them.
test.beforeAll(() => (folder = mkdtempSync(join(tmpdir(), "trinta-print-"))));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Answer = { tables?: { table: number; players: number[] }[] };

/** Runs commands on a tournament's file and returns the answers. */
function run(file: string, commands: object[]): Answer[] {
  const input = commands.map((command) => JSON.stringify(command)).join("\n") + "\n";
  const { stdout, status } = spawnSync(program, ["tournament", "run", "--event", file], { input, encoding: "utf8" });
  expect(status).toBe(0);
  const answers = stdout.trim().split("\n").map((line) => JSON.parse(line) as Answer & { error?: unknown });
  expect(answers.filter((answer) => answer.error)).toEqual([]);
  return answers;
}

function print(file: string, ...more: string[]) {
  const { stdout, stderr, status } = spawnSync(program, ["tournament", "print", ...more, "--event", file], { encoding: "utf8", maxBuffer: 1 << 26 });
  return { page: stdout, notes: stderr, status };
}

const NAMES = [
  "羅啟明 Lo Kai Meng", "Inês Marques", "陳嘉欣", "João Pedro de Almeida Sequeira e Vasconcelos", "歐陽卓賢", "<script>alert(1)</script>",
  "Wolfeschlegelsteinhausenbergerdorff", "עברית שם ארוך מאוד", "🀄🎉 Amy", "W".repeat(80), "名".repeat(60), "Maria Francisca da Conceição Guterres do Rosário ".repeat(3),
];

function tournament(name: string, players: number, rounds: number, finish: boolean): string {
  const file = join(folder, name);
  const people = Array.from({ length: players }, (_, at) => ({ name: `${NAMES[at % NAMES.length]}`, school: at % 3 ? "Escola Primária Oficial Luso-Chinesa da Flora" : "青松小學" }));
  run(file, [
    { do: "new", title: "2026–2027 年度數字牌遊戲大賽 Torneio Escolar", date: "2027-01-20", seed: "00ff", set: { rounds } },
    { do: "add", players: people }, { do: "check-in", numbers: "all" }, { do: "briefing" },
  ]);
  for (let round = 1; round <= (finish ? rounds : rounds - 1); round++) {
    const [seated] = run(file, [{ do: "seat", round }, { do: "publish", round }, { do: "start", round }]);
    const results = (seated?.tables ?? []).map(({ table, players: seats }) => ({
      do: "result", round, table, ended: "out",
      racks: seats.map((number, seat) => ({ number, sum: seat === 0 ? 0 : 3 * seat + table + 7 * round })),
    }));
    run(file, results);
  }
  run(file, finish ? [{ do: "finish" }] : [{ do: "seat", round: rounds }]);
  return file;
}

/** Elements that leave their page or their cell, as text. */
async function overflows(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const describe = (element: Element) => `${element.tagName}.${element.getAttribute("class")} ${element.textContent?.slice(0, 40)}`;
    for (const section of document.querySelectorAll("section")) {
      const page = section.getBoundingClientRect();
      const fixed = !section.classList.contains("flow");
      if (fixed && section.scrollHeight > section.clientHeight + 1) found.push(`too high: ${describe(section)}`);
      for (const element of section.querySelectorAll("*")) {
        const box = element.getBoundingClientRect();
        // The box of an inline element is as high as its font, however high its line is.
        const inline = getComputedStyle(element).display === "inline";
        const above = fixed && !inline && (box.top < page.top - 1 || box.bottom > page.bottom + 1);
        const outside = above || box.left < page.left - 1 || box.right > page.right + 1;
        if (outside) found.push(`outside: ${describe(element)}`);
        const holds = element.matches("td, th, .card, .card-main, .half, .slip, .notes, .table-box, .result-box, .certificate, .sheet-table");
        if (holds && (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 2)) found.push(`cut: ${describe(element)}`);
      }
    }
    return found;
  });
}

/** The texts of all QR codes of a page, read from their pixels. */
async function decoded(page: Page): Promise<(string | undefined)[]> {
  const images = await page.evaluate(async () => {
    const images: { data: number[]; size: number }[] = [];
    for (const svg of document.querySelectorAll("svg.qr")) {
      const size = 3 * (svg as SVGSVGElement).viewBox.baseVal.width;
      const image = new Image(size, size);
      const source = svg.cloneNode(true) as SVGSVGElement;
      source.setAttribute("xmlns", "http://www.w3.org/2000/svg");
      source.setAttribute("width", `${size}`);
      source.setAttribute("height", `${size}`);
      image.src = `data:image/svg+xml,${encodeURIComponent(source.outerHTML)}`;
      await image.decode();
      const canvas = new OffscreenCanvas(size, size).getContext("2d");
      if (canvas === null) throw new Error("no canvas");
      canvas.fillStyle = "white";
      canvas.fillRect(0, 0, size, size);
      canvas.drawImage(image, 0, 0);
      images.push({ data: [...canvas.getImageData(0, 0, size, size).data], size });
    }
    return images;
  });
  return images.map(({ data, size }) => jsqr(new Uint8ClampedArray(data), size, size)?.data);
}

function pdfPages(pdf: Buffer): number {
  return pdf.toString("latin1").match(/\/Type\s*\/Page[^s]/g)?.length ?? 0;
}

for (const language of LANGUAGES) {
  for (const paper of ["a4", "letter"] as const) {
    test(`every sheet fits its page, ${language} on ${paper}`, async ({ browser }) => {
      const during = tournament(`during-${language}-${paper}`, 63, 3, false);
      const finished = tournament(`finished-${language}-${paper}`, 64, 1, true);
      const [width, height] = PAPERS[paper];
      const sheets: [string, number | null, string][] = Object.entries(DURING).map(([what, pages]) => [what, pages, during]);
      sheets.push(["certificates", 4, finished]);
      for (const [what, pages, file] of sheets) {
        const { page: html, status } = print(file, what, "--language", language, "--paper", paper, "--address", ADDRESS);
        expect(status, what).toBe(0);
        const wide = what === "certificates";
        const margin = /class="page (flow|single)/.test(html) ? MARGIN : 0;
        const viewport = { width: Math.floor((wide ? height : width) - 2 * margin), height: Math.floor(wide ? width : height) };
        const page = await browser.newPage({ viewport });
        await page.emulateMedia({ media: "print" });
        await page.setContent(html);
        expect.soft(await overflows(page), `${what}`).toEqual([]);
        // Printing takes most of the time. Whether a page fits is seen before; the papers break pages alike in every language.
        if (paper === "a4" || language === "en") {
          const printed = pdfPages(await page.pdf({ preferCSSPageSize: true }));
          if (pages !== null) expect.soft(printed, what).toBe(pages);
          else expect.soft(printed, what).toBeLessThan(9);
        }
        await page.close();
      }
    });
  }
}

test("the rules in brief take two pages on Letter, with the pool played out as well", async ({ browser }) => {
  const file = join(folder, "pool");
  run(file, [{ do: "new", title: "Four by four", date: "2027-01-20", preset: "4x4" }]);
  for (const language of LANGUAGES) {
    const page = await browser.newPage();
    await page.setContent(print(file, "rules", "--language", language, "--paper", "letter").page);
    expect.soft(pdfPages(await page.pdf({ preferCSSPageSize: true })), language).toBe(2);
    await page.close();
  }
});

test("QR codes can be read and lead to the printed address", async ({ browser }) => {
  const file = tournament("codes", 8, 2, false);
  for (const [what, count] of [["signs", 4], ["cards", 8], ["sheets", 2]] as const) {
    const page = await browser.newPage();
    await page.setContent(print(file, what, "--address", ADDRESS).page);
    const texts = await decoded(page);
    expect(texts).toHaveLength(count);
    for (const text of texts.map((read) => read ?? "")) {
      expect(text).toMatch(new RegExp(`^${ADDRESS}/c#[A-Z0-9]{3}-[A-Z0-9]{3}-[A-Z0-9]{3}$`));
      await expect(page.locator("figcaption b", { hasText: text.slice(-11) }).first()).toBeVisible();
    }
    await page.close();
  }
});

test("another address than the printed one is noticed, and the old one is kept without being named", () => {
  const file = tournament("address", 8, 2, false);
  expect(print(file, "signs").notes).toContain("no QR codes");
  expect(print(file, "signs", "--address", ADDRESS).notes).toBe("");
  const again = print(file, "signs");
  expect(again.notes).toBe("");
  expect(again.page).toContain(`${ADDRESS}/c#`);
  const entries = readFileSync(file, "utf8").trim().split("\n").length;
  const moved = print(file, "sheets", "--address", "http://10.0.0.9");
  expect(moved.notes).toContain(`signs printed earlier lead to ${ADDRESS}`);
  expect(readFileSync(file, "utf8").trim().split("\n")).toHaveLength(entries + 1);
  const verified = run(file, [{ do: "ask", what: "standings" }]);
  expect(verified).toHaveLength(1);
});

test("wrong input is refused with a clear message and prints nothing", () => {
  const file = tournament("wrong", 8, 2, false);
  for (const [more, message] of [
    [["posters"], "there is no sheet called `posters`"],
    [["signs", "--language", "fr"], "there are no prints in `fr`"],
    [["signs", "--paper", "a3"], "there is no paper called `a3`"],
    [["signs", "--address", "cup.example.org"], "is not an address for a QR code"],
    [["sheets", "--round", "3"], "there is no round 3: the tournament has 2"],
    [["certificates"], "when the tournament is finished"],
  ] as const) {
    const { page, notes, status } = print(file, ...more);
    expect(notes).toContain(message);
    expect(page).toBe("");
    expect(status).toBe(2);
  }
  expect(print(join(folder, "nowhere"), "signs").notes).toMatch(/nowhere: .*No such file.*`trinta tournament new` makes a tournament/);
});
