/** Asks the server whether sets are valid by the rules of a table. */
import type { FaultView, JudgeBody, JudgementView, Settings } from "../wire";

export async function judge(body: JudgeBody): Promise<JudgementView | null> {
  const answer = await fetch("/api/v1/judge", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => null);
  return answer?.ok ? ((await answer.json()) as JudgementView) : null;
}

export interface SetVerdict {
  ok: boolean;
  fault: FaultView | null;
}

/**
 * The verdict on each set; without those to which the server gives no answer. Words are looked up also at tables that
 * settle spelling by challenge.
 */
export async function judgeSets(plan: { edition: string; players: number; settings: Settings; changed?: readonly string[] }, sets: string[]): Promise<Record<string, SetVerdict>> {
  const judged: Record<string, SetVerdict> = {};
  const settings: Settings = Object.fromEntries((plan.changed ?? []).flatMap((name) => (plan.settings[name] === undefined ? [] : [[name, plan.settings[name]]])));
  if (plan.settings.spelling !== undefined) settings.spelling = "checked";
  const answers = await Promise.all(
    sets.map(async (set) => ({
      set,
      answer: await judge({ edition: plan.edition, settings, players: plan.players, opened: true, before: [], rack: rackOf(set), after: [set] }),
    })),
  );
  for (const { set, answer } of answers) {
    if (answer) judged[set] = { ok: answer.sets[0]?.ok ?? false, fault: answer.faults?.find((fault) => fault.set === 0) ?? null };
  }
  return judged;
}

/** The tiles of a set as a rack, on which jokers have no reading. */
function rackOf(set: string): string {
  return set.includes(" ") ? set.replace(/\*\w+/g, "*") : set.replace(/[a-z]/g, "*");
}
