/** The part of this device in deals: when it answers, and when it must not. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SeenTableEvent, ServerMessage } from "../wire";
import { answersTo } from "./entropy";
import { entropyCommitment } from "./hashes";
import { savedDeals } from "./saved";
import { stageRoom, viewOf } from "./testing";

vi.mock("../sound/sound", () => ({ play: () => undefined }));

const DEAL = "aa".repeat(32);
const NEXT = "bb".repeat(32);
const OTHER = "cc".repeat(32);

const happened = (...events: SeenTableEvent[]): ServerMessage => ({ type: "happened", version: 2, at: 0, events, clock: null, phase: null, counts: [] });
const announced = (deal: string) => happened({ table: "deal-announced", deal });
const closed = (commitments: (string | null)[], deal = DEAL) => happened({ table: "commitments-closed", deal, commitments });

beforeEach(() => void stageRoom());
afterEach(() => void vi.unstubAllGlobals());

/** What the device has committed to. */
function committed(deal: string): string {
  const own = savedDeals("t").find((one) => one.deal === deal);
  return entropyCommitment(deal, own?.entropy ?? "");
}

describe("the part in a deal", () => {
  it("commits when a deal is announced, and reveals once the own commitment is shown", () => {
    const answers = answersTo("t", 1, announced(DEAL));
    expect(answers).toEqual([{ do: "commit-entropy", deal: DEAL, commitment: committed(DEAL) }]);
    expect(answersTo("t", 1, closed([OTHER, null]))).toEqual([]);
    const revealed = answersTo("t", 1, closed([committed(DEAL), OTHER]));
    expect(revealed).toEqual([{ do: "reveal-entropy", deal: DEAL, entropy: savedDeals("t")[0]?.entropy }]);
  });
  it("goes on after a reload where it was", () => {
    const [before] = answersTo("t", 1, announced(DEAL));
    const view = viewOf([], "", 0);
    view.deal = { deal: DEAL, stage: "commit", commitments: [null, null], entropy: [null, null] };
    expect(answersTo("t", 1, { type: "view", version: 3, now: 0, state: view })).toEqual([before]);
    view.deal = { ...view.deal, stage: "reveal", commitments: [committed(DEAL), OTHER] };
    expect(answersTo("t", 1, { type: "view", version: 4, now: 0, state: view })).toMatchObject([{ do: "reveal-entropy" }]);
  });
  it("commits anew when a deal was aborted, with other entropy", () => {
    answersTo("t", 1, announced(DEAL));
    const aborted = happened({ table: "deal-aborted", deal: DEAL, stage: "reveal", missing: [1], seed: OTHER, next: NEXT });
    expect(answersTo("t", 1, aborted)).toMatchObject([{ do: "commit-entropy", deal: NEXT }]);
    const [one, two] = savedDeals("t");
    expect(one?.entropy).not.toBe(two?.entropy);
    const last = happened({ table: "deal-aborted", deal: NEXT, stage: "reveal", missing: [1], seed: OTHER, next: null });
    expect(answersTo("t", 1, last)).toEqual([]);
  });
  it("answers one list of commitments only, and never commits again to what it has revealed", () => {
    answersTo("t", 1, announced(DEAL));
    answersTo("t", 1, closed([committed(DEAL), OTHER]));
    expect(answersTo("t", 1, closed([committed(DEAL), NEXT]))).toEqual([]);
    expect(answersTo("t", 1, announced(DEAL))).toEqual([]);
    expect(answersTo("t", 1, closed([committed(DEAL), OTHER]))).toHaveLength(1);
  });
});

describe("a room", () => {
  it("takes part by itself, and tells the player nothing of it", async () => {
    const { room, sent, receive, welcome } = stageRoom();
    const view = { ...viewOf([], "", 0), game: null };
    welcome(view);
    receive({ type: "happened", version: 2, at: 0, events: [{ table: "deal-announced", deal: DEAL }], clock: null, phase: null, counts: [] });
    expect(room.view?.deal).toMatchObject({ deal: DEAL, stage: "commit" });
    await vi.waitFor(() => {
      expect(sent.some((message) => message.type === "command" && message.action.do === "commit-entropy")).toBe(true);
    });
    const command = sent.find((message) => message.type === "command");
    receive({ type: "refused", id: command?.type === "command" ? command.id : "", code: "no-deal", message: "", version: 2 });
    expect(room.notice).toBeNull();
  });
});
