/** Reading QR codes from a camera: by the browser where it can, otherwise from pictures of the video. */

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
type DetectorClass = new (options: { formats: string[] }) => Detector;

const INTERVAL_MS = 150;

async function makeReader(): Promise<(video: HTMLVideoElement) => Promise<string | null>> {
  const Native = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  if (Native) {
    const detector = new Native({ formats: ["qr_code"] });
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
  }
  const { default: jsQR } = await import("jsqr");
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return (video) => {
    const [width, height] = [video.videoWidth, video.videoHeight];
    if (!context || width === 0) return Promise.resolve(null);
    [canvas.width, canvas.height] = [width, height];
    context.drawImage(video, 0, 0, width, height);
    return Promise.resolve(jsQR(context.getImageData(0, 0, width, height).data, width, height)?.data ?? null);
  };
}

/** Reads codes until it is stopped. Rejects where there is no camera, or a page may not use it. */
export async function scan(video: HTMLVideoElement, found: (text: string) => void): Promise<() => void> {
  // Over http a page gets no camera at all.
  if (!("mediaDevices" in navigator)) throw new Error("no camera");
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  video.srcObject = stream;
  await video.play();
  const read = await makeReader();
  let stopped = false;
  const look = async () => {
    while (!stopped) {
      const text = await read(video).catch(() => null);
      if (text !== null && !stopped) found(text);
      await new Promise((done) => setTimeout(done, INTERVAL_MS));
    }
  };
  void look();
  return () => {
    stopped = true;
    for (const track of stream.getTracks()) track.stop();
  };
}

/** The code in what a printed QR code holds: an address that ends in it. */
export function codeIn(text: string): string | null {
  const found = /(?:\/c[#/]|^)([0-9A-Za-z]{3}-?[0-9A-Za-z]{3}-?[0-9A-Za-z]{3})$/.exec(text.trim());
  return found?.[1] ?? null;
}
