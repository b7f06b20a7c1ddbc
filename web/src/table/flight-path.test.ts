import { describe, expect, it } from "vitest";
import { FLY_MS, LIFT_MS, SETTLE_MS } from "../room/pace";
import { arcPoint, ease, poseAt } from "./flight-path";

const seat = { x: 60, y: 40 };
const place = { x: 300, y: 500 };
const END = LIFT_MS + FLY_MS + SETTLE_MS;

describe("a tile's flight", () => {
  it("starts at the seat and ends at its place, at rest", () => {
    expect(poseAt(seat, place, 0)).toMatchObject({ ...seat, opacity: 0 });
    const last = poseAt(seat, place, END - 0.01);
    expect(last?.x).toBeCloseTo(place.x, 3);
    expect(last?.y).toBeCloseTo(place.y, 3);
    expect(last?.scale).toBeCloseTo(1, 2);
    expect(last?.turn).toBeCloseTo(0, 6);
  });
  it("is seen neither before nor after", () => {
    expect(poseAt(seat, place, -1)).toBeNull();
    expect(poseAt(seat, place, END)).toBeNull();
  });
  it("never jumps: no frame moves it by more than a small part of the way", () => {
    let before = poseAt(seat, place, 0);
    for (let at = 4; at < END; at += 4) {
      const now = poseAt(seat, place, at);
      expect(Math.hypot((now?.x ?? 0) - (before?.x ?? 0), (now?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(20);
      before = now;
    }
  });
  it("flies on an arc", () => {
    const middle = arcPoint(seat, place, 0.5);
    const offLine = Math.abs((place.y - seat.y) * (middle.x - seat.x) - (place.x - seat.x) * (middle.y - seat.y)) / Math.hypot(place.x - seat.x, place.y - seat.y);
    expect(offLine).toBeGreaterThan(25);
  });
  it("eases like the browser does", () => {
    expect(ease(0, 0, 1, 1, 0.3)).toBeCloseTo(0.3, 4);
    expect(ease(0.42, 0, 0.58, 1, 0.5)).toBeCloseTo(0.5, 4);
    expect(ease(0.25, 0.1, 0.25, 1, 0.5)).toBeCloseTo(0.8024, 3);
  });
});
