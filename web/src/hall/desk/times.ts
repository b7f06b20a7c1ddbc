/** Times of day by the hall's clock, as seconds since midnight, and how they are shown. */
import { plain } from "../figures";

export const DAY = 86_400;

/** `10:31` or `10:31:05` in seconds; null if it is no time. */
export function secondsOf(time: string | undefined): number | null {
  const found = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(time ?? "");
  if (!found) return null;
  const [hours, minutes, seconds] = [Number(found[1]), Number(found[2]), Number(found[3] ?? 0)];
  return hours < 24 && minutes < 60 && seconds < 60 ? hours * 3600 + minutes * 60 + seconds : null;
}

const two = (number: number) => String(number).padStart(2, "0");

/** A time of day without seconds. */
export function clockText(time: string | undefined): string {
  const seconds = secondsOf(time);
  return seconds === null ? "" : `${two(Math.floor(seconds / 3600))}:${two(Math.floor((seconds % 3600) / 60))}`;
}

/** A time of day with seconds, as commands have it. */
export function timeText(seconds: number): string {
  const inDay = ((Math.floor(seconds) % DAY) + DAY) % DAY;
  return `${two(Math.floor(inDay / 3600))}:${two(Math.floor((inDay % 3600) / 60))}:${two(inDay % 60)}`;
}

/** Seconds from one time of day to another. A tournament lasts less than half a day, so midnight may lie between. */
export function between(from: number, to: number): number {
  const apart = (((to - from) % DAY) + DAY) % DAY;
  return apart > DAY / 2 ? apart - DAY : apart;
}

/** A length of time as `18:52`, or `1:05:00` from an hour on. */
export function lengthText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** The minutes and seconds until something; none while it is hours away, when the time of day says more. */
export function countdownText(seconds: number): string | null {
  return seconds >= 3600 ? null : lengthText(seconds);
}

/** Fractions as short decimals: averages are read, not calculated with. */
export function averageText(average: string): string {
  const [over, under] = average.split("/").map(Number);
  if (over === undefined || under === undefined) return plain(average);
  return (over / under).toFixed(2).replace(/^-/, "−");
}
