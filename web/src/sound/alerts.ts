/** Other signs than sound: vibration, and a notification when it is the player's turn and the page is hidden. */

export type Pulse = "turn" | "penalty";
/** Milliseconds of vibration, and of rest between. */
const PULSES: Record<Pulse, number[]> = { turn: [40], penalty: [25, 60, 25] };

/** Browsers on computers have the function too, but nothing that vibrates. */
export const canVibrate = () => typeof navigator.vibrate === "function" && matchMedia("(pointer: coarse)").matches;
export function vibrate(pulse: Pulse) {
  // Without a touch of the user before, browsers refuse it and complain in the console.
  if (canVibrate() && navigator.userActivation?.hasBeenActive) navigator.vibrate(PULSES[pulse]);
}

/** Whether this browser has notifications, which need https or the machine itself. */
export const canNotify = () => typeof Notification === "function" && isSecureContext;

/** Asks for permission. Returns whether it is granted. */
export async function allowNotifications(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === "granted";
}

/** Notifies the player of their turn. Returns a function that takes the notification away again. */
export function notify(title: string, body: string, tag: string): () => void {
  if (!canNotify() || Notification.permission !== "granted") return () => undefined;
  try {
    const shown = new Notification(title, { body, tag, icon: "/icon.svg" });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
    return () => shown.close();
  } catch {
    // Some phones have notifications for installed apps only.
    return () => undefined;
  }
}
