/** The next step of the day in words, and where it is taken. */
import type { DeskTexts } from "../../texts/desk";
import type { Tab } from "./desk.svelte";
import type { Step } from "./needs";

export function tabOfStep({ step }: Step): Tab {
  switch (step) {
    case "players":
      return "players";
    case "check-in":
    case "briefing":
      return "check-in";
    case "seat":
    case "seat-again":
    case "publish":
    case "start":
      return "seating";
    case "results":
      return "board";
    case "ruling":
      return "cases";
    case "continue":
      return "more";
    default:
      return "standings";
  }
}

export function stepText(texts: DeskTexts, step: Step): string {
  switch (step.step) {
    case "briefing":
      return texts.steps.briefing(step.missing);
    case "seat":
    case "seat-again":
    case "publish":
    case "start":
      return texts.steps[step.step](step.round);
    case "results":
      return step.tables.length > 0 ? texts.steps.results(step.tables.length) : texts.steps.draws(step.draws.length);
    default:
      return texts.steps[step.step];
  }
}
