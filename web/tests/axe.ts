/** The accessibility rules of axe. */
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Demands that nothing on the screen breaks a rule; the test goes on, so that all states are reported. */
export async function accessible(page: Page, what: string) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect.soft(violations.map((one) => `${what}: ${one.id}: ${one.nodes.map((node) => node.html).slice(0, 3).join(" | ")}`)).toEqual([]);
}
