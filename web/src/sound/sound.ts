/** Synthesised sounds of wood, felt and a small bell; there are no audio files. */

export type Sound = "pick" | "place" | "draw" | "turn" | "tick" | "win" | "lose" | "chat";

/** How loud each choice is; `off` makes no sound at all. */
export const VOLUMES = { off: 0, low: 0.3, medium: 0.65, high: 1 } as const;
export type Volume = keyof typeof VOLUMES;

const KEY = "trinta.volume";
/** Where earlier versions of the page kept whether there is sound. */
const OLD_KEY = "trinta.sound";

let context: AudioContext | null = null;
let output: GainNode | null = null;
let volume = savedVolume();

function savedVolume(): Volume {
  const saved = localStorage.getItem(KEY);
  if (saved !== null && saved in VOLUMES) return saved as Volume;
  return localStorage.getItem(OLD_KEY) === "off" ? "off" : "medium";
}

export const soundVolume = () => volume;
export function setVolume(next: Volume) {
  volume = next;
  localStorage.setItem(KEY, next);
  if (output) output.gain.value = VOLUMES[next];
}

/** What all sounds go through. Browsers allow sound only after the user has interacted with the page. */
function readyOutput(): GainNode | null {
  if (volume === "off" || !navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  if (!output) {
    output = context.createGain();
    output.gain.value = VOLUMES[volume];
    output.connect(context.destination);
  }
  return output;
}

/** A knock: a short burst of noise through a narrow filter. */
function knock(out: GainNode, pitch: number, loud: number, at = 0) {
  const audio = out.context;
  const length = Math.floor(audio.sampleRate * 0.06);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let index = 0; index < length; index++) data[index] = (Math.random() * 2 - 1) * (1 - index / length) ** 6;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 2.4;
  const gain = audio.createGain();
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(out);
  source.start(audio.currentTime + at);
}

function bell(out: GainNode, pitch: number, loud: number, at = 0) {
  const audio = out.context;
  const tone = audio.createOscillator();
  tone.frequency.value = pitch;
  const gain = audio.createGain();
  const start = audio.currentTime + at;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + 0.7);
  tone.connect(gain).connect(out);
  tone.start(start);
  tone.stop(start + 0.75);
}

export function play(sound: Sound) {
  const out = readyOutput();
  if (!out) return;
  switch (sound) {
    case "pick":
      return knock(out, 2400, 0.35);
    case "place":
      knock(out, 1300, 0.9);
      return knock(out, 700, 0.6, 0.02);
    case "draw":
      return knock(out, 900, 0.5);
    case "turn":
      bell(out, 660, 0.12);
      return bell(out, 880, 0.12, 0.12);
    case "tick":
      return knock(out, 3200, 0.5);
    case "win":
      return [523, 659, 784, 1047].forEach((pitch, index) => bell(out, pitch, 0.12, index * 0.13));
    case "lose":
      return [440, 392].forEach((pitch, index) => bell(out, pitch, 0.08, index * 0.2));
    case "chat":
      return bell(out, 990, 0.05);
  }
}
