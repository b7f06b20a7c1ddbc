/** A page that can't fold an event gets a fresh view on the same connection. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { stageRoom, viewOf } from "./testing";

vi.mock("../sound/sound", () => ({ play: () => undefined }));
afterEach(() => vi.unstubAllGlobals());

describe("a page that can't follow", () => {
  it("requests one fresh view, adopts it, and opens no new websocket", () => {
    const staged = stageRoom();
    const asked = () => staged.sent.filter((message) => message.type === "resync").length;
    staged.welcome(viewOf(["r3 r4 r5 r6"], "k1", 0));
    staged.happened(0, { event: "challenged", by: 0, misspelt: [] }, { event: "taken-back", seat: 1 });
    // The view will include this event.
    staged.happened(0, { event: "accepted", seat: 1 });
    expect(asked()).toBe(1);
    staged.resynced(viewOf(["r3 r4 r5"], "k1 k2", 0));
    expect(staged.room.game?.table).toEqual(["r3 r4 r5"]);
    expect(staged.room.myRack?.tiles).toBe("k1 k2");
    staged.happened(0, { event: "stood", seat: 1 });
    expect(asked()).toBe(2);
    expect(staged.connections()).toBe(1);
  });
  it("requests it again after a refusal", () => {
    vi.useFakeTimers();
    const staged = stageRoom();
    const asked = () => staged.sent.filter((message) => message.type === "resync").length;
    staged.welcome(viewOf(["r3 r4 r5"], "k1", 0));
    staged.happened(0, { event: "stood", seat: 1 });
    staged.receive({ type: "refused", code: "too-many", message: "wait a moment", version: 0 });
    expect(asked()).toBe(1);
    vi.advanceTimersByTime(1500);
    expect(asked()).toBe(2);
    vi.useRealTimers();
  });
});
