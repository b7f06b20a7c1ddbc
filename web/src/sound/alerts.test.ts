import { afterEach, describe, expect, it, vi } from "vitest";
import { allowNotifications, canNotify, canVibrate, notify, vibrate } from "./alerts";

afterEach(() => vi.unstubAllGlobals());

function browser({ permission = "granted", secure = true, touched = true, coarse = true } = {}) {
  const shown: { title: string; closed: boolean }[] = [];
  const pulses: unknown[] = [];
  class FakeNotification {
    static readonly permission = permission;
    static readonly requestPermission = () => Promise.resolve(permission);
    readonly #one: { title: string; closed: boolean };
    constructor(title: string) {
      this.#one = { title, closed: false };
      shown.push(this.#one);
    }
    close() {
      this.#one.closed = true;
    }
  }
  vi.stubGlobal("Notification", FakeNotification);
  vi.stubGlobal("isSecureContext", secure);
  vi.stubGlobal("matchMedia", () => ({ matches: coarse }));
  vi.stubGlobal("navigator", { vibrate: (pulse: unknown) => pulses.push(pulse), userActivation: { hasBeenActive: touched } });
  return { shown, pulses };
}

describe("notifications", () => {
  it("are shown where they are permitted, and taken away again", () => {
    const { shown } = browser();
    const dismiss = notify("Your turn", "Sunday round", "t1");
    expect(shown).toEqual([{ title: "Your turn", closed: false }]);
    dismiss();
    expect(shown[0]?.closed).toBe(true);
  });
  it("are neither offered nor shown without https", async () => {
    const { shown } = browser({ secure: false });
    expect(canNotify()).toBe(false);
    expect(await allowNotifications()).toBe(false);
    notify("Your turn", "", "t1")();
    expect(shown).toEqual([]);
  });
  it("are not shown against the player's will", async () => {
    const { shown } = browser({ permission: "denied" });
    expect(await allowNotifications()).toBe(false);
    notify("Your turn", "", "t1");
    expect(shown).toEqual([]);
  });
  it("fail in silence where only installed apps may have them", () => {
    browser();
    vi.stubGlobal("Notification", Object.assign(function () {
      throw new TypeError("Illegal constructor");
    }, { permission: "granted" }));
    expect(() => notify("Your turn", "", "t1")()).not.toThrow();
  });
});

describe("vibration", () => {
  it("is for devices in a hand, after the first touch", () => {
    const touched = browser();
    vibrate("turn");
    expect(touched.pulses).toHaveLength(1);
    const untouched = browser({ touched: false });
    vibrate("turn");
    expect(untouched.pulses).toEqual([]);
    browser({ coarse: false });
    expect(canVibrate()).toBe(false);
  });
});
