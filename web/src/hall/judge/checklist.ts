/** The steps of the deal, in the words that the judge says aloud (C04 to C06). */

export const DEAL = ["shuffle", "stack", "take", "arrange"] as const;
export type DealStep = (typeof DEAL)[number];

/** The first step that is not done; null when play can begin. */
export function currentStep(done: readonly string[]): DealStep | null {
  return DEAL.find((step) => !done.includes(step)) ?? null;
}

/** Ticks a step and all before it. Returns those that are new, in their order. */
export function tick(done: readonly string[], step: DealStep): DealStep[] {
  return DEAL.slice(0, DEAL.indexOf(step) + 1).filter((other) => !done.includes(other));
}
