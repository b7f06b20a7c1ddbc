/**
 * The connection of a hall screen to its tournament. It reconnects by itself; commands are queued until they are answered,
 * also across reloads, and sent again with the same number, so that none is lost and none is done twice.
 */
import { keepBackup, keptBackup } from "./backup";
import { HallClock } from "./clock";
import { deviceKey } from "./keys";
import { isRefused, type Answer, type ClientMessage, type Command, type Credentials, type Envelope, type Question, type Screen, type ServerMessage, type Viewer, type Welcome } from "./messages";
import { Queue, type LateRefusal } from "./queue";

const RECONNECT_DELAYS_MS = [250, 500, 1000, 2000, 4000];
/** A connection on which a command or a question stays without an answer for this long is dead. */
const ANSWER_TIMEOUT_MS = 8000;
/** A phone that was locked for longer than this has often lost its connection without noticing. */
const HIDDEN_TOO_LONG_MS = 10_000;
const TICK_MS = 250;
/** With these the server would refuse the next connection, too. */
const FINAL = new Set(["unknown", "role", "revoked", "protocol", "code", "bad-code", "token", "bad-device"]);
/** With these a command was not looked at: it is sent again a little later. */
const TRANSIENT = new Set(["too-many", "not-stored", "internal"]);
const SEND_AGAIN_MS = 2000;

export type Status = "connecting" | "online" | "offline";

/** What a connection needs of the browser; tests give their own. */
export interface Surroundings {
  readonly storage: Storage;
  open(url: string): WebSocket;
  random(): number;
}

const BROWSER: () => Surroundings = () => ({
  storage: localStorage,
  open: (url) => new WebSocket(url),
  random: Math.random,
});

export class HallConnection<View = unknown> {
  view = $state.raw<View | null>(null);
  /** The position in the log that `view` shows. */
  seq = $state(0);
  viewer = $state.raw<Viewer | null>(null);
  /** The hall's time, such as `10:31:05`. */
  now = $state<string | null>(null);
  status = $state<Status>("connecting");
  /** How many commands of this device wait for an answer. */
  pending = $state(0);
  screen = $state.raw<Screen | null>(null);
  /** Refusals of commands that were sent before the page was loaded. */
  late = $state.raw<LateRefusal[]>([]);
  /** The server's last word, if it will not let this device in again. */
  ended = $state.raw<{ code: string; message: string } | null>(null);
  /** Whether the queue would survive a reload. */
  isKept = $state(true);

  readonly id: string;
  readonly clock: HallClock;
  readonly #credentials: Credentials;
  readonly #surroundings: Surroundings;
  readonly #queue: Queue | null;
  readonly #waiters = new Map<number, (answer: Answer) => void>();
  readonly #questions = new Map<number, { question: Question; resolve: (answer: Answer) => void }>();
  /** Envelopes of other devices, by device and number. */
  readonly #deliveries = new Map<string, { envelope: Envelope; resolve: (answer: Answer) => void }>();
  /** Numbers that went out on the present connection. */
  #sent = new Set<number>();
  #socket: WebSocket | null = null;
  #isWelcome = false;
  #isClosed = false;
  #tries = 0;
  #lastQuestion = 0;
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  #answerTimer: ReturnType<typeof setTimeout> | undefined;
  #againTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #ticker: ReturnType<typeof setInterval>;
  #hiddenSince: number | null = null;

  constructor(id: string, credentials: Credentials, surroundings: Surroundings = BROWSER()) {
    this.id = id;
    this.#credentials = credentials;
    this.#surroundings = surroundings;
    const { storage } = surroundings;
    // The public only looks: it needs no key.
    this.#queue = credentials === null ? null : new Queue(storage, deviceKey(storage), id);
    const offset = storage.getItem(`trinta.hall.${id}.clock`);
    this.clock = new HallClock(offset === null ? null : Number(offset));
    this.#tick();
    this.#ticker = setInterval(() => this.#tick(), TICK_MS);
    this.#count();
    if (typeof addEventListener === "function") {
      addEventListener("online", this.#reconnectNow);
      addEventListener("offline", this.#giveUp);
      addEventListener("visibilitychange", this.#visibilityChanged);
      addEventListener("storage", this.#count);
    }
    this.#connect();
  }

  get device(): string | null {
    return this.#queue?.device ?? null;
  }

  /** The envelopes without an answer, for a QR code that the desk scans. */
  get waiting(): Envelope[] {
    return this.#queue?.waiting ?? [];
  }

  #tick() {
    const { time } = this.clock;
    if (time !== this.now) this.now = time;
  }

  #count = () => {
    this.pending = this.#queue?.waiting.length ?? 0;
    this.late = this.#queue?.late ?? [];
    this.isKept = this.#queue?.isKept ?? true;
  };

  #reconnectNow = () => {
    if (this.#socket || this.#isClosed) return;
    clearTimeout(this.#reconnectTimer);
    this.#connect();
  };

  /** The connection is dead although no close event came. */
  #giveUp = () => {
    const socket = this.#socket;
    if (!socket || this.#isClosed) return;
    socket.onmessage = null;
    socket.onclose = null;
    socket.close();
    this.#lost();
  };

  #visibilityChanged = () => {
    if (document.hidden) {
      this.#hiddenSince = Date.now();
      return;
    }
    this.#tick();
    const hidden = this.#hiddenSince === null ? 0 : Date.now() - this.#hiddenSince;
    this.#hiddenSince = null;
    if (hidden > HIDDEN_TOO_LONG_MS) this.#giveUp();
    this.#reconnectNow();
  };

  #connect() {
    const { protocol, host } = location;
    const socket = this.#surroundings.open(`${protocol === "https:" ? "wss" : "ws"}://${host}/api/v1/tournaments/${encodeURIComponent(this.id)}/socket`);
    this.#socket = socket;
    this.#isWelcome = false;
    this.#sent = new Set();
    socket.onopen = () => {
      const backup = keptBackup(this.#surroundings.storage, this.id);
      this.#transmit({ type: "hello", protocol: 1, as: this.#credentials, device: this.device, backup_seq: backup?.seq ?? null });
      this.#awaitAnswer();
    };
    socket.onmessage = (event) => this.#receive(JSON.parse(String(event.data)) as ServerMessage<View>);
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost();
    };
  }

  #lost() {
    this.#socket = null;
    this.#isWelcome = false;
    clearTimeout(this.#answerTimer);
    this.#answerTimer = undefined;
    for (const [id, { resolve }] of this.#questions) {
      this.#questions.delete(id);
      resolve(OFFLINE);
    }
    if (this.#isClosed) return;
    this.status = "offline";
    if (this.ended) return;
    const wait = RECONNECT_DELAYS_MS[Math.min(this.#tries++, RECONNECT_DELAYS_MS.length - 1)] ?? 4000;
    // A hall of phones that lost the same server should not all come back in the same moment.
    this.#reconnectTimer = setTimeout(() => this.#connect(), wait * (0.75 + this.#surroundings.random() / 2));
  }

  #receive(message: ServerMessage<View>) {
    clearTimeout(this.#answerTimer);
    this.#answerTimer = undefined;
    switch (message.type) {
      case "welcome":
        this.#welcome(message);
        break;
      case "view":
        this.clock.set(message.now);
        this.view = message.view;
        this.seq = message.seq;
        break;
      case "answer":
        this.#answered(message.device, message.n, message.answer);
        break;
      case "answered":
        this.#questions.get(message.id)?.resolve(message.answer);
        this.#questions.delete(message.id);
        break;
      case "screen":
        this.screen = message.screen;
        break;
      case "backup":
        keepBackup(this.#surroundings.storage, this.id, message);
        break;
      case "bye":
        if (FINAL.has(message.code)) this.ended = { code: message.code, message: message.message };
        break;
    }
    if (this.#isWaiting()) this.#awaitAnswer();
  }

  #welcome(message: Welcome) {
    this.#isWelcome = true;
    this.#tries = 0;
    this.clock.set(message.now, message.now_ms, message.utc_offset);
    this.#tick();
    try {
      this.#surroundings.storage.setItem(`trinta.hall.${this.id}.clock`, String(this.clock.offset));
    } catch {
      // Only a reload without the server would need it.
    }
    this.viewer = message.viewer;
    this.screen = message.screen;
    this.status = "online";
    if (message.last_n !== null) this.#queue?.skipTo(message.last_n);
    this.#sendWaiting();
    for (const { envelope } of this.#deliveries.values()) this.#transmit({ type: "deliver", envelopes: [envelope] });
  }

  #answered(device: string, n: number, answer: Answer) {
    if (device === this.device && isRefused(answer) && TRANSIENT.has(answer.error.code)) {
      this.#sent.delete(n);
      clearTimeout(this.#againTimer);
      this.#againTimer = setTimeout(() => this.#sendWaiting(), SEND_AGAIN_MS);
      return;
    }
    const delivery = this.#deliveries.get(`${device} ${n}`);
    this.#deliveries.delete(`${device} ${n}`);
    delivery?.resolve(answer);
    if (device !== this.device) return;
    const waiter = this.#waiters.get(n);
    this.#queue?.answered(n, answer, waiter === undefined);
    this.#waiters.delete(n);
    this.#count();
    waiter?.(answer);
  }

  #isWaiting(): boolean {
    return this.#questions.size > 0 || this.#deliveries.size > 0 || this.#sentAndWaiting() > 0;
  }

  #sentAndWaiting(): number {
    return this.#queue?.waiting.filter(({ n }) => this.#sent.has(n)).length ?? 0;
  }

  #awaitAnswer() {
    this.#answerTimer ??= setTimeout(this.#giveUp, ANSWER_TIMEOUT_MS);
  }

  #transmit(message: ClientMessage) {
    if (this.#socket?.readyState === 1) this.#socket.send(JSON.stringify(message));
  }

  /** Sends what has not gone out on this connection, also what another tab has queued, so that the order is kept. */
  #sendWaiting() {
    if (!this.#isWelcome || !this.#queue) return;
    for (const envelope of this.#queue.waiting) {
      if (this.#sent.has(envelope.n)) continue;
      this.#sent.add(envelope.n);
      this.#transmit({ type: "command", envelope });
      this.#awaitAnswer();
    }
  }

  /** Queues a command, and resolves with its answer, however long the server is away. */
  send(command: Command): Promise<Answer> {
    const queue = this.#queue;
    if (!queue) return Promise.resolve({ error: { code: "role", message: "who only looks can't change anything" } });
    const code = this.#credentials !== null && "code" in this.#credentials ? this.#credentials.code : null;
    const envelope = queue.add(command, this.clock.time, code);
    const answer = new Promise<Answer>((resolve) => this.#waiters.set(envelope.n, resolve));
    this.#count();
    this.#sendWaiting();
    return answer;
  }

  /** Asks without changing anything. Without the server the answer is the error `offline`. */
  ask(question: Question): Promise<Answer> {
    if (!this.#isWelcome) return Promise.resolve(OFFLINE);
    const id = ++this.#lastQuestion;
    return new Promise((resolve) => {
      this.#questions.set(id, { question, resolve });
      this.#transmit({ type: "ask", id, question });
      this.#awaitAnswer();
    });
  }

  /** Hands in envelopes of other devices, and resolves with their answers in the same order. */
  deliver(envelopes: readonly Envelope[]): Promise<Answer[]> {
    const answers = envelopes.map(
      (envelope) =>
        new Promise<Answer>((resolve) => this.#deliveries.set(`${envelope.device} ${envelope.n}`, { envelope, resolve })),
    );
    if (this.#isWelcome && envelopes.length > 0) {
      this.#transmit({ type: "deliver", envelopes });
      this.#awaitAnswer();
    }
    return Promise.all(answers);
  }

  /** Sets what the wall shows. */
  setScreen(screen: Screen): void {
    this.#transmit({ type: "screen", screen });
  }

  dismissLate(n: number): void {
    this.#queue?.dismissLate(n);
    this.#count();
  }

  /** Connects at once, without the rest of the delay. */
  retry(): void {
    this.#reconnectNow();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#reconnectTimer);
    clearTimeout(this.#answerTimer);
    clearTimeout(this.#againTimer);
    clearInterval(this.#ticker);
    if (typeof removeEventListener === "function") {
      removeEventListener("online", this.#reconnectNow);
      removeEventListener("offline", this.#giveUp);
      removeEventListener("visibilitychange", this.#visibilityChanged);
      removeEventListener("storage", this.#count);
    }
    this.#socket?.close();
    this.#socket = null;
  }
}

const OFFLINE: Answer = { error: { code: "offline", message: "the server is not reached at the moment" } };
