/** Refusals in the organiser's language. What has no text of its own is shown as the server says it. */
import type { DeskTexts } from "../../texts/desk";
import type { RefusalFields } from "./view";

const list = (value: unknown): string => (Array.isArray(value) ? value.join(", ") : "");

export function describeRefused(texts: DeskTexts, error: RefusalFields): string {
  const known = texts.refusals;
  switch (error.code) {
    case "results-missing":
      return known["results-missing"]([list(error["tables"]), list(error["draws"])].filter((part) => part !== "").join(", "));
    case "too-few":
      return known["too-few"](list(error["tables"]));
    case "wrong-players":
      return known["wrong-players"](list(error["missing"]), list(error["extra"]));
    case "tiles-needed":
      return known["tiles-needed"](String(error["number"] ?? ""));
    case "contradiction":
      return known.contradiction(String(error["number"] ?? ""));
    case "role":
      return texts.role.needed;
    default: {
      const text = (known as Record<string, unknown>)[error.code];
      return typeof text === "string" ? text : known.other(error.message);
    }
  }
}

/** The tab on which a refused step can be made possible; null if there is none. */
export function wayOut(code: string): "check-in" | "seating" | "board" | "cases" | "standings" | "more" | "players" | null {
  switch (code) {
    case "no-briefing":
    case "barred":
      return "check-in";
    case "results-missing":
    case "result-exists":
    case "no-result":
    case "paused":
      return "board";
    case "not-published":
    case "stale":
    case "not-seated":
      return "seating";
    case "cases-open":
      return "cases";
    case "ties-open":
      return "standings";
    case "impossible":
    case "too-few":
      return "players";
    case "postponed":
      return "more";
    default:
      return null;
  }
}
