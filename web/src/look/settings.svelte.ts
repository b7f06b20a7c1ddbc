/** Theme, motion and sound, from the device or as chosen. */
import { setSound, soundOn } from "../sound/sound";

export type Theme = "system" | "light" | "dark";
export type Motion = "full" | "less";

const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const prefersReducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

class Appearance {
  theme = $state<Theme>((localStorage.getItem("trinta.theme") as Theme | null) ?? "system");
  motion = $state<Motion>((localStorage.getItem("trinta.motion") as Motion | null) ?? (prefersReducedMotion.matches ? "less" : "full"));
  sound = $state(soundOn());

  apply() {
    const root = document.documentElement;
    root.dataset.theme = this.theme === "system" ? (prefersDark.matches ? "dark" : "light") : this.theme;
    root.dataset.motion = this.motion;
  }
  start() {
    this.apply();
    prefersDark.addEventListener("change", () => this.apply());
  }
  setTheme(theme: Theme) {
    this.theme = theme;
    localStorage.setItem("trinta.theme", theme);
    this.apply();
  }
  setMotion(motion: Motion) {
    this.motion = motion;
    localStorage.setItem("trinta.motion", motion);
    this.apply();
  }
  setSound(on: boolean) {
    this.sound = on;
    setSound(on);
  }
}

export const appearance = new Appearance();
