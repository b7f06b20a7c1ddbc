// `test` for every file of tests: closes what a test has opened. The runner keeps contexts that were made by hand until its worker
// ends, and their games and timers would slow down all tests that follow.
import { test as base } from "@playwright/test";

export const test = base.extend<{ closing: undefined }>({
  closing: [async ({ browser }, use) => {
    await use(undefined);
    await Promise.all(browser.contexts().map((context) => context.close()));
  }, { auto: true }],
});
