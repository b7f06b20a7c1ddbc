/** A new table: every setting of the engine can be chosen, what does not go together is told, themes and challenges. */
import { expect, type Page } from "@playwright/test";
import { SETTINGS, type SettingSpec } from "../src/setup/settings";
import type { ErrorBody, ServerView, Settings } from "../src/wire";
import { byMouse } from "./inputs";
import { createTable, felt, open, rack, url } from "./player";
import { tilesIn } from "./positions";
import { test } from "./test";

const fold = (page: Page, title: string) => page.locator("summary").filter({ hasText: title });
const field = (page: Page, label: string) => page.getByRole("group", { name: label });

/** What the server says to one changed setting; null if it accepts it. */
async function refusalOf(page: Page, edition: string, settings: Settings): Promise<string | null> {
  return page.evaluate(async ([edition, settings]) => {
    const body = { edition, settings, players: 2, opened: true, before: [], rack: "", after: [] };
    const answer = await fetch("/api/v1/judge", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    return answer.ok ? null : ((await answer.json()) as ErrorBody).message;
  }, [edition, settings] as const);
}

/** The values of a setting as the server's refusal of an impossible one lists them. */
function listed(message: string): string {
  return /(?:one of) (.*)$/.exec(message)?.[1] ?? message;
}

test("P21: the form knows every setting of the server and every value of it", async ({ browser }) => {
  const page = await open(browser);
  const server = await page.evaluate(async () => (await (await fetch("/api/v1/server")).json()) as ServerView);
  expect(server.editions.length).toBeGreaterThan(0);
  for (const edition of server.editions) {
    for (const name of Object.keys(edition.settings)) {
      const spec = (SETTINGS as Record<string, SettingSpec>)[name];
      expect(spec, `${name} of ${edition.name}`).toBeDefined();
      if (!spec || !("fold" in spec) || spec.kind === "list") continue;
      const message = (await refusalOf(page, edition.name, { [name]: "no such value" })) ?? "accepted";
      const words = spec.kind === "choice" ? spec.values : spec.words;
      const numbers = spec.kind === "number" ? [`${spec.from} to ${spec.to}`] : [];
      // A range is listed without its words unless it has several.
      const said = listed(message);
      expect([[...words, ...numbers].join(", "), numbers.join(", ")], `${name} of ${edition.name}: ${message}`).toContain(said);
      for (const word of spec.kind === "number" ? spec.words : []) expect(await refusalOf(page, edition.name, { [name]: word }), `${name} = ${word}`).toBeNull();
    }
  }
});

test("P21: settings that do not go together are told where they are, and nothing chosen is lost", async ({ browser }) => {
  const page = await open(browser, {}, "/new");
  await page.getByRole("radio", { name: "School tournament" }).check();
  await fold(page, "Who plays").click();
  await page.getByLabel("Table name").fill("Friday");
  await fold(page, "Rules of play").click();
  await field(page, "Points to open").getByRole("radio", { name: "0", exact: true }).check();
  await expect(page.locator(".foot")).toContainText("A rack that never opened costs: Without points to open, nobody counts as unopened");
  await page.getByRole("button", { name: "Open the table" }).click();
  const unopened = field(page, "A rack that never opened costs");
  await expect(unopened).toHaveAccessibleDescription(/only the sum fits/);
  await expect(unopened.getByRole("alert")).toBeVisible();
  await unopened.getByRole("radio", { name: "Its sum" }).check();
  await expect(unopened.getByRole("alert")).toHaveCount(0);
  await expect(page.getByLabel("Table name")).toHaveValue("Friday");
  await fold(page, "Time and length").click();
  const time = field(page, "Time for a turn").getByRole("spinbutton");
  await time.fill("4");
  await time.press("Enter");
  await expect(field(page, "Time for a turn").getByRole("alert")).toHaveText("From 5 to 3600.");
  await expect(time).toHaveValue("4");
  await time.fill("45");
  await time.press("Enter");
  await expect(page.locator(".agreed mark")).toHaveText(["45 seconds per turn.", "No opening needed."]);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(page.getByRole("heading", { name: "Friday" })).toBeVisible();
  await expect(page.locator(".agreed mark").filter({ hasText: "45 seconds per turn." })).toBeVisible();
});

test("P7: the theme is told in the lobby, in the menu and in the rules, and a word off the theme is not good", async ({ browser }) => {
  const page = await open(browser, {}, "/new");
  await page.getByRole("radio", { name: "Words" }).check();
  await fold(page, "Rules of play").click();
  await field(page, "Theme").getByRole("radio", { name: "Animals" }).check();
  await field(page, "Spelling").getByRole("radio", { name: "By challenge" }).check();
  await expect(field(page, "Spelling")).toHaveAccessibleDescription(/any opponent may challenge/);
  await field(page, "Time to challenge").getByRole("radio", { name: "60 s" }).check();
  await expect(page.locator(".agreed")).toContainText("can be challenged until the next player acts; a play that ends the game, for 60 seconds");
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(page.locator(".agreed")).toContainText("Every word must fit the theme: Animals.");
  await page.getByRole("button", { name: "Menu" }).click();
  await expect(page.getByRole("dialog")).toContainText("Theme: Animals");
  await page.getByRole("button", { name: "Rules at this table" }).click();
  const rules = page.getByRole("dialog");
  await expect(rules).toContainText("Theme: Animals");
  await expect(rules.locator(".examples li.good")).toHaveCount(1);
  // TOY, CAPE and RECOVER are words, but no animals; XQZ is none, although this table does not check words before they are played.
  await expect(rules.locator(".examples li").filter({ hasText: "Doesn’t fit the theme." })).toHaveCount(3);
  await expect(rules.locator(".examples li").filter({ hasText: "Not in this table’s word list." })).toHaveCount(1);
});

test("a challenge: words are not marked as good before anybody has looked them up, and what is off the theme goes back", async ({ browser }) => {
  const ana = await open(browser);
  const settings = { theme: "animals", spelling: "challenge", opening_letters: 3 };
  const { table, code } = await createTable(ana, { edition: "word-b", players: 2, settings }, {}, false);
  await ana.goto(url(`/t/${table}`));
  const bo = await open(browser, {}, `/t/${table}#code=${code}&sit`);
  await expect(bo.locator(".lobby")).toContainText("Every word must fit the theme: Animals.");
  await ana.getByRole("button", { name: "Begin" }).click();
  const first = await Promise.any([ana, bo].map((page) => page.locator("li.own.turn").waitFor().then(() => page)));
  const other = first === ana ? bo : ana;
  await expect(first.locator(".middle")).toContainText("Theme: Animals");
  const letters = (await tilesIn(first, ".rack")).filter((tile) => tile.face !== "*").slice(0, 3);
  const [one, two, three] = letters;
  if (!one || !two || !three) throw new Error("too few letters");
  await byMouse.newSet(first, one.id);
  await byMouse.append(first, two.id, one.id);
  await byMouse.append(first, three.id, two.id);
  await expect(felt(first)).toHaveCount(3);
  const finish = first.getByRole("button", { name: "Finish" });
  await expect(finish).toBeEnabled();
  await expect(first.locator(".mark")).toHaveCount(0);
  await expect(first.locator(".status")).toContainText("Words are unchecked.");
  await finish.click();
  await expect(felt(other)).toHaveCount(3);
  await other.getByRole("button", { name: "Challenge" }).click();
  await expect(other.getByRole("log").getByText(/Not allowed at this table|every word is allowed/).first()).toBeAttached();
  // Both read how it ended, also who is on turn now.
  await expect(other.locator(".status")).toContainText(/^Your turn·Your challenge (was right|failed)/);
  await expect(first.locator(".status")).toContainText(/’s challenge (was right|failed)/);
  // Three random letters are hardly ever an animal: then they are back, with a tile for the mistake.
  if (await other.getByRole("log").getByText("Not allowed at this table").count()) {
    await expect(rack(first)).toHaveCount(15);
    await expect(felt(first)).toHaveCount(0);
  }
});
