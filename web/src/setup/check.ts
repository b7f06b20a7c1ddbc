/** Asks the server whether the settings of a table go together, before the table is opened. */
import type { ErrorBody, JudgeBody, Plan } from "../wire";
import { readRefusal, type PlanRefusal } from "./refusal";

/** What the server would refuse; null if nothing, or if it can't be asked. */
export async function checkPlan({ edition, settings, players }: Plan): Promise<PlanRefusal | null> {
  // An empty play is judged by the rules of the table, which are checked first.
  const body: JudgeBody = { edition, settings, players, opened: true, before: [], rack: "", after: [] };
  const answer = await fetch("/api/v1/judge", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }).catch(() => null);
  if (!answer || answer.ok) return null;
  const error = (await answer.json().catch(() => null)) as ErrorBody | null;
  return error?.code === "bad-plan" ? readRefusal(error.message) : null;
}
