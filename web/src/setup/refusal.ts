/** Which field of the form a refused plan is about, and what is said there. */
import type { Settings } from "../wire";
import { SETTINGS, isSettingName, type FieldName, type FoldName, type SettingSpec } from "./settings";
import type { Texts } from "../texts/en";
import type { SetupTexts } from "../texts/setup";

export type RefusedField = FieldName | "name" | "delay" | "stand_in_after";

export interface PlanRefusal {
  field: RefusedField;
  /** The server's reason, in English. */
  reason: string;
}

/** How the server's messages about fields that are no settings begin. */
const BEGINNINGS: readonly (readonly [string, RefusedField])[] = [
  ["a table's name", "name"],
  ["the delay of spectators", "delay"],
  ["the time until a bot stands in", "stand_in_after"],
];

/** Reads the message of a refused plan; null if it is about none of the fields. */
export function readRefusal(message: string): PlanRefusal | null {
  const [, setting, reason] = /^([a-z_]+): (.*)$/s.exec(message) ?? [];
  if (setting !== undefined && reason !== undefined && isSettingName(setting) && "fold" in SETTINGS[setting]) return { field: setting as FieldName, reason };
  const known = BEGINNINGS.find(([beginning]) => message.startsWith(beginning));
  return known ? { field: known[1], reason: message } : null;
}

/** The reason in the player's language, as far as the page has one; otherwise as the server gives it. */
export function describeRefused(texts: SetupTexts, { field, reason }: PlanRefusal, settings: Settings): string {
  if (field === "delay") return texts.range(0, 3600);
  if (field === "stand_in_after") return texts.range(5, 86_400);
  if (field === "name") return texts.nameTooLong;
  const spec: SettingSpec = SETTINGS[field];
  const value = settings[field];
  if (spec.kind === "number" && typeof value === "number" && (value < spec.from || value > spec.to)) return texts.range(spec.from, spec.to);
  const known: Partial<Record<string, string>> = texts.impossible;
  return known[field] ?? reason;
}

/** The part of the form that a field is in. */
export function foldOf(field: RefusedField): FoldName {
  if (field === "name") return "who";
  if (field === "delay" || field === "stand_in_after") return "help";
  return SETTINGS[field].fold;
}

export function labelOf(texts: Texts, setup: SetupTexts, field: RefusedField): string {
  if (field === "name") return texts.plan.name;
  if (field === "delay") return setup.delay;
  if (field === "stand_in_after") return setup.standInAfter;
  return setup.labels[field];
}
