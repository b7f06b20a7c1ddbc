import { describe, expect, it } from "vitest";
import { deviceKey } from "./keys";
import { Queue } from "./queue";
import { MemoryStorage, seeded } from "./testing";
import { EnvelopeScanner, packEnvelopes } from "./transfer";

function envelopes(count: number) {
  const storage = new MemoryStorage();
  const queue = new Queue(storage, deviceKey(storage), "t");
  for (let at = 0; at < count; at++) queue.add({ do: "warn", number: at, why: `枱 ${at}` }, "10:31:05", "4EE-D3C-HEY");
  return queue.waiting;
}

describe("envelopes as QR codes", () => {
  it.each([0, 1, 3, 12, 40])("come back whole, %i of them, scanned in any order and more than once", async (count) => {
    const random = seeded(count);
    const sent = envelopes(count);
    const parts = await packEnvelopes("t", sent);
    for (const part of parts) expect(part.length).toBeLessThan(800);
    const scanner = new EnvelopeScanner();
    for (const part of [...parts, ...parts].sort(() => random() - 0.5)) expect(scanner.add(part)).toMatchObject({ tournament: "t", parts: parts.length });
    expect(await scanner.takeComplete()).toEqual([{ tournament: "t", envelopes: sent }]);
    expect(await scanner.takeComplete()).toEqual([]);
  });
  it("say what is missing, and are not mixed with those of another phone", async () => {
    const [one, other] = [await packEnvelopes("t", envelopes(9)), await packEnvelopes("t", envelopes(9))];
    const scanner = new EnvelopeScanner();
    expect(scanner.add(one[0]!)?.missing).toEqual(one.slice(1).map((_, at) => at + 2));
    for (const part of other.slice(1)) scanner.add(part);
    expect(await scanner.takeComplete()).toEqual([]);
  });
  it("are not confused with other codes", () => {
    const scanner = new EnvelopeScanner();
    for (const text of ["", "http://hall.test/c#4EE-D3C-HEY", "TH1:t:2/1:0:dAA", "TH1:t:0/1:0:dAA", "TH1:t:1/1:0:§"]) expect(scanner.add(text)).toBeNull();
  });
});
