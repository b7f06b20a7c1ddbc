/** Theme, felt, text size, motion, pace, sound and other signs, from the device or as chosen. */
import type { Pace } from "../room/show.svelte";
import { allowNotifications } from "../sound/alerts";
import { setVolume, soundVolume, type Volume } from "../sound/sound";

export type Theme = "system" | "light" | "dark";
export type Motion = "full" | "less";
export type FeltColour = "green" | "blue" | "plum";
/** In per cent of the size that the browser has. */
export type TextSize = "100" | "125" | "150" | "200";

const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const prefersReducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

class Appearance {
  theme = $state<Theme>((localStorage.getItem("trinta.theme") as Theme | null) ?? "system");
  motion = $state<Motion>((localStorage.getItem("trinta.motion") as Motion | null) ?? (prefersReducedMotion.matches ? "less" : "full"));
  felt = $state<FeltColour>((localStorage.getItem("trinta.felt") as FeltColour | null) ?? "green");
  textSize = $state<TextSize>((localStorage.getItem("trinta.text-size") as TextSize | null) ?? "100");
  volume = $state<Volume>(soundVolume());
  /** How fast the turns of others are shown. */
  pace = $state<Pace>((localStorage.getItem("trinta.pace") as Pace | null) ?? "calm");
  vibration = $state(localStorage.getItem("trinta.vibration") !== "off");
  /** Whether a notification tells the player of their turn while the page is hidden. */
  notifications = $state(localStorage.getItem("trinta.notifications") === "on");
  /** Whether bots say a word now and then. */
  botTalk = $state(localStorage.getItem("trinta.bot-talk") !== "off");

  /** Whether things may travel over the screen. */
  get fullMotion() {
    return this.motion === "full";
  }

  apply() {
    const root = document.documentElement;
    root.dataset.theme = this.theme === "system" ? (prefersDark.matches ? "dark" : "light") : this.theme;
    root.dataset.motion = this.motion;
    root.dataset.felt = this.felt;
  }
  start() {
    this.apply();
    if (this.textSize !== "100") this.setTextSize(this.textSize);
    prefersDark.addEventListener("change", () => this.apply());
  }
  setTheme(theme: Theme) {
    this.theme = theme;
    localStorage.setItem("trinta.theme", theme);
    this.apply();
  }
  setFelt(felt: FeltColour) {
    this.felt = felt;
    localStorage.setItem("trinta.felt", felt);
    this.apply();
  }
  setTextSize(size: TextSize) {
    this.textSize = size;
    localStorage.setItem("trinta.text-size", size);
    document.documentElement.style.fontSize = `${size}%`;
  }
  setMotion(motion: Motion) {
    this.motion = motion;
    localStorage.setItem("trinta.motion", motion);
    this.apply();
  }
  setVolume(volume: Volume) {
    this.volume = volume;
    setVolume(volume);
  }
  setPace(pace: Pace) {
    this.pace = pace;
    localStorage.setItem("trinta.pace", pace);
  }
  setVibration(on: boolean) {
    this.vibration = on;
    localStorage.setItem("trinta.vibration", on ? "on" : "off");
  }
  /** Asks the browser for permission; without it, the setting stays off. */
  async setNotifications(on: boolean) {
    this.notifications = on && (await allowNotifications());
    localStorage.setItem("trinta.notifications", this.notifications ? "on" : "off");
  }
  setBotTalk(on: boolean) {
    this.botTalk = on;
    localStorage.setItem("trinta.bot-talk", on ? "on" : "off");
  }
}

export const appearance = new Appearance();
