/** Hall times, "10:31:05" or "10:31", and what is left until one. */

/** Seconds since midnight; null for a text that is no time. */
export function secondsOf(time: string | null | undefined): number | null {
  const parts = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(time ?? "");
  return parts ? Number(parts[1]) * 3600 + Number(parts[2]) * 60 + Number(parts[3] ?? 0) : null;
}

/** Hours and minutes, as people write a time. */
export function shortTime(time: string): string {
  return time.replace(/^(\d{1,2}:\d{2}):\d{2}$/, "$1");
}

/** Seconds from `now` until a time; negative once it has passed. */
export function secondsUntil(time: string | undefined, now: string | null): number | null {
  const [end, start] = [secondsOf(time), secondsOf(now)];
  return end === null || start === null ? null : end - start;
}

/** A planned time while it is still to come. Where the day runs late, a round begins when its organiser says so. */
export function stillAhead(planned: string | undefined, now: string | null): string | undefined {
  return (secondsUntil(planned, now) ?? 1) > 0 ? planned : undefined;
}

/** Minutes and seconds, such as "5:20"; hours only where there are any. */
export function countdown(seconds: number): string {
  const left = Math.max(0, seconds);
  const [hours, minutes, rest] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
