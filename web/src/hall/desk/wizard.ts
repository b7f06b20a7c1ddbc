/** The choices of the form for a new tournament, and the command that comes of them. */
import type { Preset } from "./api";

export interface Choices {
  preset: string;
  title: string;
  date: string;
  players: number;
  start: string;
  rounds: number;
  minutes: number;
  /** 0 is no limit. */
  seconds: number;
}

/** Minutes of a round in which nobody plays: counting and moving. */
const MIN_COUNTING = 1;

/**
 * Minutes for a round of one game that most tables of four finish before time is called. The sources' 30 minutes end most
 * games by time, and the last circuit then runs into the next round (docs/tournament-simulate.md).
 */
const UNHURRIED_MINUTES = 45;

/** The share of forecasts that may run over when the choices are said to fit. */
export const ACCEPTABLE_OVERRUN = 0.2;

/** Lengths of a round to try when it is too short: about a sixth longer each, in steps of five minutes. */
export function longerRounds(minutes: number, tries = 6): number[] {
  const lengths: number[] = [];
  for (let next = minutes; lengths.length < tries; ) lengths.push((next = Math.ceil((next * 7) / 30) * 5));
  return lengths;
}

export const turnSeconds = (preset: Preset): number => {
  const time = preset.settings.rules["turn_time"];
  return typeof time === "number" ? time : time === undefined ? 60 : 0;
};

export function choicesOf(preset: Preset, before?: Choices): Choices {
  const { settings } = preset;
  return {
    preset: preset.name,
    title: before?.title ?? "",
    date: before?.date ?? localDate(new Date()),
    players: before?.players ?? 12,
    start: before?.start ?? settings.start.slice(0, 5),
    rounds: settings.rounds,
    minutes: settings.games_per_round === 1 ? Math.max(settings.slot, UNHURRIED_MINUTES) : settings.slot,
    seconds: turnSeconds(preset),
  };
}

export function localDate(day: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** What differs from the preset. Rules that are given take the place of the preset's, so all of them are given. */
export function settingsOf(preset: Preset, choices: Choices, locale: string): Record<string, unknown> {
  const { settings } = preset;
  const set: Record<string, unknown> = { start: choices.start, locale, ...timesBefore(choices.start) };
  if (choices.rounds !== settings.rounds) set["rounds"] = choices.rounds;
  if (choices.minutes !== settings.slot) {
    set["slot"] = choices.minutes;
    set["play"] = Math.max(1, choices.minutes - Math.max(MIN_COUNTING, settings.slot - settings.play));
  }
  if (choices.seconds !== turnSeconds(preset)) set["rules"] = { ...settings.rules, turn_time: choices.seconds === 0 ? "none" : choices.seconds };
  if (choices.players > settings.capacity) set["capacity"] = choices.players;
  if (choices.players < settings.winners) set["winners"] = Math.max(1, choices.players - 1);
  return set;
}

/** Check-in, sitting down and briefing keep their distance from the first round: 30, 20 and 10 minutes. */
export function timesBefore(start: string): Record<string, string> {
  const [hours, minutes] = start.split(":").map(Number);
  const at = (hours ?? 0) * 60 + (minutes ?? 0);
  const text = (minute: number) => `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
  if (at < 30) return { check_in: "00:00", assembly: "00:00", briefing: "00:00" };
  return { check_in: text(at - 30), assembly: text(at - 20), briefing: text(at - 10) };
}

/** Tables of four, and of three where the number does not divide; null where it is impossible. */
export function tablesFor(players: number): { tables: number; short: number } | null {
  if (players < 3 || players === 5) return null;
  const short = (4 - (players % 4)) % 4;
  return { tables: (players + short) / 4, short };
}

export function plannedEnd(choices: Choices): string {
  const [hours, minutes] = choices.start.split(":").map(Number);
  const at = ((hours ?? 0) * 60 + (minutes ?? 0) + choices.rounds * choices.minutes) % 1440;
  return `${String(Math.floor(at / 60)).padStart(2, "0")}:${String(at % 60).padStart(2, "0")}`;
}
