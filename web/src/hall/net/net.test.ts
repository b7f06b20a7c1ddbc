import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { keepBackup, keptBackup, keptBackups } from "./backup";
import { between, HallClock, readTime, writeTime } from "./clock";
import { canonical, isGenuine, seal, signedText } from "./envelope";
import { deviceKey, fromBase64Url, keyFrom, toBase64Url } from "./keys";
import type { Envelope } from "./messages";
import { MemoryStorage, seeded } from "./testing";

interface Vector {
  secret: string;
  tournament: string;
  signed_text: string;
  envelope: Envelope;
}
const vectors = JSON.parse(readFileSync(new URL("vectors.json", import.meta.url), "utf8")) as Vector[];

describe("canonical JSON", () => {
  it("sorts keys by code point, drops fields without a value and adds no spaces", () => {
    expect(canonical({ b: [1, { d: null, c: undefined }], a: "枱\n\"" })).toBe('{"a":"枱\\n\\"","b":[1,{"d":null}]}');
    expect(canonical({ "\u{1f600}": 1, "\uff21": 2 })).toBe('{"\uff21":2,"\u{1f600}":1}');
  });
  it("does not depend on the order in which fields were added", () => {
    const random = seeded(7);
    for (let round = 0; round < 200; round++) {
      const fields = Array.from({ length: 6 }, (_, at) => [String.fromCodePoint(0x41 + Math.floor(random() * 0x2f000)).replace(/[\ud800-\udfff]$/, "x") + at, at] as const);
      const shuffled = [...fields].sort(() => random() - 0.5);
      expect(canonical(Object.fromEntries(shuffled))).toBe(canonical(Object.fromEntries(fields)));
    }
  });
});

describe("an envelope", () => {
  it.each(vectors)("has the signature of the vector for $envelope.command.do", ({ secret, tournament, signed_text, envelope }) => {
    const key = keyFrom(fromBase64Url(secret));
    expect(seal(key, tournament, envelope)).toEqual(envelope);
    expect(signedText(tournament, envelope)).toBe(signed_text);
    expect(isGenuine(tournament, envelope)).toBe(true);
  });
  it("is not genuine in another tournament, nor with anything changed", () => {
    for (const { tournament, envelope } of vectors) {
      expect(isGenuine(`${tournament}x`, envelope)).toBe(false);
      for (const change of [{ n: envelope.n + 1 }, { at: "00:00:01" }, { code: "K7X-4MN-QAF" }, { command: { do: "finish" } }, { device: vectors.find((other) => other.envelope.device !== envelope.device)?.envelope.device ?? "" }, { signature: "AA" }]) {
        expect(isGenuine(tournament, { ...envelope, ...change })).toBe(false);
      }
    }
  });
  it("is genuine after a journey as JSON, whatever was typed", () => {
    const key = deviceKey(new MemoryStorage());
    for (const why of ["\ud83d half an emoji", "\u2028\u0000\u007f", "枱 🀄", "a\\\"b", ""]) {
      const sealed = seal(key, "t", { n: 1, at: null, code: null, command: { do: "warn", number: 7, why, note: undefined } });
      expect(isGenuine("t", JSON.parse(JSON.stringify(sealed)) as Envelope)).toBe(true);
    }
  });
});

describe("the key of a device", () => {
  it("stays the same in a browser, and differs between browsers", () => {
    const [one, other] = [new MemoryStorage(), new MemoryStorage()];
    expect(deviceKey(one).device).toBe(deviceKey(one).device);
    expect(deviceKey(one).device).not.toBe(deviceKey(other).device);
  });
  it("is made again if the kept one is damaged", () => {
    const storage = new MemoryStorage();
    storage.setItem("trinta.hall.key", "§");
    expect(fromBase64Url(deviceKey(storage).device)).toHaveLength(32);
  });
  it("survives base64url", () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
    expect(fromBase64Url(toBase64Url(bytes))).toEqual(bytes);
  });
});

describe("the hall's clock", () => {
  it("reads and writes times", () => {
    expect(readTime("10:31:05")).toBe(37_865_000);
    expect(readTime("10:31")).toBe(37_860_000);
    expect(readTime("soon")).toBeNull();
    expect(writeTime(37_865_999)).toBe("10:31:05");
    expect(writeTime(-1000)).toBe("23:59:59");
    expect(between(86_399_000, 1000)).toBe(2000);
  });
  it("goes on by the device's clock, and is corrected only when it is off", () => {
    let device = 5_000_000;
    const clock = new HallClock(null, () => device);
    expect(clock.time).toBeNull();
    clock.set("10:31:05", 37_865_400, 0);
    device += 60_000;
    expect(clock.ms).toBe(37_925_400);
    clock.set("10:32:05");
    expect(clock.ms).toBe(37_925_400);
    clock.set("10:40:00");
    expect(clock.time).toBe("10:40:00");
  });
  it("believes the written time where it contradicts the milliseconds", () => {
    const clock = new HallClock(null, () => 0);
    clock.set("10:31:05", 0, 0);
    expect(clock.time).toBe("10:31:05");
  });
});

describe("a backup", () => {
  it("is kept if it is newer", () => {
    const storage = new MemoryStorage();
    expect(keepBackup(storage, "t", { seq: 5, data: "five" })).toBe(true);
    keepBackup(storage, "t", { seq: 4, data: "four" });
    expect(keptBackup(storage, "t")).toEqual({ seq: 5, data: "five" });
    keepBackup(storage, "t", { seq: 6, data: "six" });
    expect(keptBackup(storage, "t")).toEqual({ seq: 6, data: "six" });
    expect(keptBackups(storage)).toEqual(["t"]);
  });
  it("never takes the place of the queue", () => {
    const storage = new MemoryStorage();
    expect(keepBackup(storage, "t", { seq: 1, data: "x".repeat(3_000_001) })).toBe(false);
    storage.isFull = true;
    expect(keepBackup(storage, "t", { seq: 1, data: "one" })).toBe(false);
    expect(keptBackup(storage, "t")).toBeNull();
  });
});
