/** Synthesised sounds of wood, felt and a small bell; there are no audio files. */

export type Sound = "pick" | "place" | "draw" | "turn" | "tick" | "win" | "lose" | "chat";

let context: AudioContext | null = null;
let enabled = localStorage.getItem("trinta.sound") !== "off";

export const soundOn = () => enabled;
export function setSound(on: boolean) {
  enabled = on;
  localStorage.setItem("trinta.sound", on ? "on" : "off");
}

/** Browsers allow sound only after the user has interacted with the page. */
function readyContext(): AudioContext | null {
  if (!enabled || !navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

/** A knock: a short burst of noise through a narrow filter. */
function knock(audio: AudioContext, pitch: number, loud: number, at = 0) {
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
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(audio.currentTime + at);
}

function bell(audio: AudioContext, pitch: number, loud: number, at = 0) {
  const tone = audio.createOscillator();
  tone.frequency.value = pitch;
  const gain = audio.createGain();
  const start = audio.currentTime + at;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + 0.7);
  tone.connect(gain).connect(audio.destination);
  tone.start(start);
  tone.stop(start + 0.75);
}

export function play(sound: Sound) {
  const audio = readyContext();
  if (!audio) return;
  switch (sound) {
    case "pick":
      return knock(audio, 2400, 0.35);
    case "place":
      knock(audio, 1300, 0.9);
      return knock(audio, 700, 0.6, 0.02);
    case "draw":
      return knock(audio, 900, 0.5);
    case "turn":
      bell(audio, 660, 0.12);
      return bell(audio, 880, 0.12, 0.12);
    case "tick":
      return knock(audio, 3200, 0.5);
    case "win":
      return [523, 659, 784, 1047].forEach((pitch, index) => bell(audio, pitch, 0.12, index * 0.13));
    case "lose":
      return [440, 392].forEach((pitch, index) => bell(audio, pitch, 0.08, index * 0.2));
    case "chat":
      return bell(audio, 990, 0.05);
  }
}
