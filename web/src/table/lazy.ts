/** Parts of the table that nobody needs at the moment a game begins, so that it begins sooner. */

/** Loads a module once; a failed attempt is not kept. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

export const lazy = {
  bubbles: once(() => import("./SeatBubbles.svelte")),
  commitments: once(() => import("./Commitments.svelte")),
  lobby: once(() => import("./Lobby.svelte")),
  end: once(() => import("./EndSheet.svelte")),
  rules: once(() => import("./RulesSheet.svelte")),
  log: once(() => import("./GameLog.svelte")),
  side: once(() => import("./SidePanel.svelte")),
  handOver: once(() => import("./HandOver.svelte")),
  seatCard: once(() => import("./SeatCard.svelte")),
  contest: once(() => import("./ContestLine.svelte")),
  pause: once(() => import("./PauseLine.svelte")),
  hint: once(() => import("./HintBox.svelte")),
  chat: once(() => import("./ChatPanel.svelte")),
  menu: once(() => import("./TableMenu.svelte")),
  keys: once(() => import("./KeysSheet.svelte")),
  settings: once(() => import("../parts/Settings.svelte")),
  letters: once(() => import("./LetterPicker.svelte")),
  judgeInvitation: once(() => import("./JudgeInvitation.svelte")),
  judgeRacks: once(() => import("./JudgeRacks.svelte")),
  curtain: once(() => import("./Curtain.svelte")),
};

/** Loads what a game will need later, also if the connection is lost by then. */
export function loadAhead(): void {
  for (const load of [lazy.bubbles, lazy.hint, lazy.pause, lazy.seatCard, lazy.end, lazy.rules, lazy.log, lazy.chat, lazy.menu, lazy.keys, lazy.settings]) void load().catch(() => undefined);
}
