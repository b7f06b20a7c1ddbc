/** Light, movement and sound, as the device says or as chosen. */
import { setSound, soundOn } from "../sound/sound";

export type Theme = "system" | "light" | "dark";
export type Motion = "full" | "less";

const dark = matchMedia("(prefers-color-scheme: dark)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

class Look {
  theme = $state<Theme>((localStorage.getItem("trinta.theme") as Theme | null) ?? "system");
  motion = $state<Motion>((localStorage.getItem("trinta.motion") as Motion | null) ?? (still.matches ? "less" : "full"));
  sound = $state(soundOn());

  apply() {
    const root = document.documentElement;
    root.dataset.theme = this.theme === "system" ? (dark.matches ? "dark" : "light") : this.theme;
    root.dataset.motion = this.motion;
  }
  start() {
    this.apply();
    dark.addEventListener("change", () => this.apply());
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

export const look = new Look();
