/** Asks the server whether sets are valid by the rules of a table. */
import type { JudgeBody, JudgementView, Settings } from "../wire";

export async function judge(body: JudgeBody): Promise<JudgementView | null> {
  const answer = await fetch("/api/v1/judge", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => null);
  return answer?.ok ? ((await answer.json()) as JudgementView) : null;
}

/** For each set, whether it is valid; empty if the server does not answer. */
export async function judgeSets(plan: { edition: string; players: number; settings: Settings; changed?: string[] }, sets: string[]): Promise<Record<string, boolean>> {
  const judged: Record<string, boolean> = {};
  const settings = Object.fromEntries((plan.changed ?? []).flatMap((name) => (plan.settings[name] === undefined ? [] : [[name, plan.settings[name]]])));
  const answers = await Promise.all(
    sets.map(async (set) => ({
      set,
      answer: await judge({ edition: plan.edition, settings, players: plan.players, opened: true, before: [], rack: rackOf(set), after: [set] }),
    })),
  );
  for (const { set, answer } of answers) {
    if (answer) judged[set] = answer.sets[0]?.ok ?? false;
  }
  return judged;
}

/** The tiles of a set as a rack, on which jokers have no reading. */
function rackOf(set: string): string {
  return set.includes(" ") ? set.replace(/\*\w+/g, "*") : set.replace(/[a-z]/g, "*");
}
