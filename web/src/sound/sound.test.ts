import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const kept = new Map<string, string>();
const gains: { gain: { value: number } }[] = [];
let started = 0;

beforeEach(() => {
  vi.resetModules();
  kept.clear();
  gains.length = 0;
  started = 0;
  vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: true } });
  class FakeContext {
    readonly state = "running";
    readonly sampleRate = 100;
    readonly currentTime = 0;
    readonly destination = {};
    createGain() {
      const gain = { context: this, gain: { value: 1 }, connect: (to: unknown) => to };
      gains.push(gain);
      return gain;
    }
    createBuffer = () => ({ getChannelData: () => new Float32Array(6) });
    createBufferSource = () => ({ connect: (to: unknown) => to, start: () => (started += 1) });
    createBiquadFilter = () => ({ frequency: {}, Q: {}, connect: (to: unknown) => to });
  }
  vi.stubGlobal("AudioContext", FakeContext);
});
afterEach(() => vi.unstubAllGlobals());

describe("the volume", () => {
  it("applies to every sound, also to those that follow", async () => {
    const { play, setVolume, VOLUMES } = await import("./sound");
    setVolume("low");
    play("pick");
    expect(gains[0]?.gain.value).toBe(VOLUMES.low);
    setVolume("high");
    expect(gains[0]?.gain.value).toBe(VOLUMES.high);
    expect(started).toBe(1);
  });
  it("can be off, and is remembered", async () => {
    const { play, setVolume } = await import("./sound");
    setVolume("off");
    play("pick");
    expect(started).toBe(0);
    vi.resetModules();
    expect((await import("./sound")).soundVolume()).toBe("off");
  });
  it("is off for those who had turned sound off before there was a volume", async () => {
    kept.set("trinta.sound", "off");
    expect((await import("./sound")).soundVolume()).toBe("off");
  });
});
