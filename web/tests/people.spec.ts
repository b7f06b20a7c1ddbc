/** Accounts, open drafts, codes and votes. */
import { expect } from "@playwright/test";
import { playOut, playTurn } from "./byhand";
import { createTable, dragToFelt, felt, lift, limited, open, rack, url, waitForTurn } from "./player";
import { test } from "./test";

const plan = (players: number, more: object = {}) => ({ edition: "hk", players, hints: true, settings: { turn_time: "none" }, ...more });

test("a guest makes an account, which has their games on another device too", async ({ browser }) => {
  const account = `ana-${Date.now() % 100_000_000}`;
  const password = "thirty points to open";
  const page = await open(browser);
  const { table } = await createTable(page, plan(2), { 1: "level4" });
  await page.goto(url(`/t/${table}`));
  await playOut(page);
  await page.goto(url("/me"));
  await expect(page.getByRole("link", { name: "Watch the replay" })).toHaveCount(1);
  await page.getByLabel("Your name").fill("Ana");
  await page.getByRole("button", { name: "Use this name" }).click();
  await page.getByLabel("Account name").fill(account);
  await page.getByLabel("Password").fill("short");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("alert")).toContainText("10 characters");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText(`Signed in as ${account}`)).toBeVisible();

  const other = await open(browser, { viewport: { width: 390, height: 844 } });
  await other.getByRole("link", { name: "Your account" }).click();
  await other.getByRole("radio", { name: "I have one" }).check();
  await other.getByLabel("Account name").fill(account);
  await other.getByLabel("Password").fill("not the password");
  await other.getByRole("button", { name: "Sign in" }).click();
  await expect(other.getByRole("alert")).toContainText("Wrong");
  await other.getByLabel("Password").fill(password);
  await other.getByRole("button", { name: "Sign in" }).click();
  await expect(other.getByText(`Signed in as ${account}`)).toBeVisible();
  await expect(other.getByLabel("Your name")).toHaveValue("Ana");
  await expect(other.getByRole("link", { name: "Watch the replay" })).toHaveCount(1);
  await other.getByRole("button", { name: "Sign out" }).click();
  await expect(other.getByText("You are playing as a guest")).toBeVisible();
  await expect(other.getByRole("link", { name: "Watch the replay" })).toHaveCount(0);
});

test("opponents see a draft only at tables with open drafts", async ({ browser }) => {
  for (const open_drafts of [true, false]) {
    const ana = await open(browser);
    const { table, code } = await createTable(ana, plan(2, { open_drafts }), {}, false);
    await ana.goto(url(`/t/${table}`));
    const bo = await open(browser, {}, `/t/${table}#code=${code}`);
    await bo.getByRole("button", { name: "Sit down" }).click();
    await ana.getByRole("button", { name: "Begin" }).click();
    await Promise.race([ana, bo].map((page) => page.locator("li.own.turn").waitFor()));
    const [player, watcher] = (await ana.locator("li.own.turn").count()) ? [ana, bo] : [bo, ana];
    await dragToFelt(player, rack(player).nth(0), 300, 200);
    await dragToFelt(player, rack(player).nth(0), 700, 200);
    await expect(felt(player)).toHaveCount(2);
    const face = await felt(player).first().getAttribute("data-face");
    if (open_drafts) {
      await expect(felt(watcher)).toHaveCount(2);
      await expect(watcher.locator(`.felt [data-face="${face}"]`).first()).toBeVisible();
      // Sorting the own rack meanwhile takes over nothing of the draft.
      const to = await rack(watcher).nth(6).boundingBox();
      await lift(watcher, rack(watcher).nth(0));
      await watcher.mouse.move((to?.x ?? 0) + 5, (to?.y ?? 0) + 20, { steps: 5 });
      await watcher.mouse.up();
      await expect(felt(watcher)).toHaveCount(2);
    }
    await player.getByRole("button", { name: "Back to the start of the turn" }).click();
    await expect(felt(player)).toHaveCount(0);
    await expect(felt(watcher)).toHaveCount(0);
    await expect(rack(watcher)).toHaveCount(14);
  }
});

test("a whole hint at every turn stays within the rate limits", async ({ browser }) => {
  const page = await open(browser, {}, limited("/"));
  const refused: string[] = [];
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      const message = JSON.parse(String(payload)) as { type: string; code?: string };
      if (message.type === "refused" || message.type === "bye") refused.push(message.code ?? "");
    }),
  );
  await page.getByRole("button", { name: "Play now" }).click();
  for (let turns = 0; turns < 10 && (await waitForTurn(page)); turns++) await playTurn(page);
  expect(refused).toEqual([]);
});

test("a code may be typed in any form, also at tables without spectators; a player who is unseated can take another seat", async ({ browser }) => {
  const ana = await open(browser);
  const { table, code } = await createTable(ana, plan(3, { spectators: { allowed: false, delay: 0 } }), {}, false);
  await ana.goto(url(`/t/${table}`));
  const bo = await open(browser);
  await bo.getByLabel("Table code").fill(`${code.slice(0, 3)}-${code.slice(3)}`.toLowerCase());
  await bo.getByRole("button", { name: "To the table" }).click();
  await bo.getByRole("button", { name: "Sit down" }).click();
  await expect(bo.getByText("Waiting for players")).toBeVisible();
  await ana.getByRole("button", { name: "Free the seat" }).click();
  await bo.getByRole("button", { name: "Sit here" }).last().click();
  await expect(ana.getByRole("button", { name: "Free the seat" })).toHaveCount(1);
  await expect(bo.getByText("Waiting for players")).toBeVisible();
});

test("the clock stops when everybody wants it to", async ({ browser }) => {
  const ana = await open(browser);
  const { table, code } = await createTable(ana, plan(2, { settings: { turn_time: 120 } }), {}, false);
  await ana.goto(url(`/t/${table}`));
  const bo = await open(browser, {}, `/t/${table}#code=${code}`);
  await bo.getByRole("button", { name: "Sit down" }).click();
  await ana.getByRole("button", { name: "Begin" }).click();
  await expect(rack(bo)).toHaveCount(14);
  await ana.getByRole("button", { name: "Menu" }).click();
  await ana.getByRole("button", { name: "Stop the clock" }).click();
  await expect(ana.getByText("Everybody must agree")).toBeVisible();
  await bo.getByRole("button", { name: "Stop it" }).click();
  for (const page of [ana, bo]) await expect(page.getByText("The clock is stopped.").first()).toBeVisible();
  await bo.getByRole("button", { name: "Resume" }).click();
  await expect(ana.getByRole("button", { name: "Resume" })).toHaveCount(0);
});
