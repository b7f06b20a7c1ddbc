/** The page's SHA-256 gives what every other one does. */
import { createHash } from "node:crypto";
import { expect, it, vi } from "vitest";
import { toHex } from "./hashes";
import { seededRandom } from "./testing";
import { sha256 } from "./sha256";

vi.mock("../sound/sound", () => ({ play: () => undefined }));

it("has the vectors of the standard", () => {
  expect(toHex(sha256(new Uint8Array()))).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(toHex(sha256(new TextEncoder().encode("abc")))).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

it("agrees with another implementation on every length of up to four blocks", () => {
  const random = seededRandom(1);
  for (let length = 0; length <= 256; length++) {
    const message = Uint8Array.from({ length }, () => random(256));
    expect(toHex(sha256(message)), `${length} bytes`).toBe(createHash("sha256").update(message).digest("hex"));
  }
});
