/** A lesson as it is played: the draft with its undo, the server's judgement, and the answer to it. */
import { judge as askServer } from "../net/judge";
import type { JudgeBody, JudgementView } from "../wire";
import { holding, lay, toWire, type Draft } from "./draft";
import { nextMove, type GuidedMove } from "./guide";
import { amend, begin, record, undo, type History } from "./history";
import { answerTo, probes, type Answer } from "./lesson-answer";
import { EDITION, lessonDraft, type Lesson } from "./lessons";
import { layFrom } from "./reconcile";

const RETRY_MS = 2000;

export class LessonTable {
  readonly lesson: Lesson;
  history = $state.raw<History>(begin({ sets: [], rack: [], next: 0 }));
  judgement = $state.raw<JudgementView | null>(null);
  /** The answer to the draft; null before the first move, and until the server has judged. */
  answer = $state.raw<Answer | null>(null);
  /** The number of moves that have been answered. */
  judged = $state(0);
  /** Whether the server did not answer; it is asked again. */
  unreachable = $state(false);
  /** Whether the lesson is over. */
  finished = $state(false);

  readonly #start: Draft;
  readonly #wanted: Draft;
  readonly #judge: typeof askServer;
  #asked = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(lesson: Lesson, judge = askServer) {
    this.lesson = lesson;
    this.#judge = judge;
    this.#start = lessonDraft(lesson);
    this.#wanted = layFrom(this.#start, this.#start, lesson.wanted) ?? this.#start;
    this.history = begin(this.#start);
  }

  get draft(): Draft {
    return this.history.now;
  }
  /** The next tile to move; null if there is none. */
  get move(): GuidedMove | null {
    return this.finished || this.answer?.tone === "good" ? null : nextMove(this.draft, this.#wanted);
  }
  get mayFinish(): boolean {
    return this.lesson.ends === "finish" && !this.finished && this.answer?.tone === "good";
  }

  change(draft: Draft) {
    if (draft === this.draft || this.finished) return;
    this.history = record(this.history, draft);
    void this.#changed();
  }
  undo() {
    if (this.finished) return;
    this.history = undo(this.history);
    void this.#changed();
  }
  finish() {
    if (!this.mayFinish) return;
    this.finished = true;
    this.judged += 1;
  }
  draw() {
    const { drawn, ends } = this.lesson;
    if (ends !== "draw" || this.finished || drawn === undefined) return;
    const now = holding(this.draft);
    this.history = begin({ ...this.#start, rack: [...now, { id: Math.max(...now.map((piece) => piece.id)) + 1, face: drawn, own: false }] });
    this.#asked += 1;
    this.answer = null;
    this.judgement = null;
    this.finished = true;
    this.judged += 1;
  }
  close() {
    this.#asked += 1;
    clearTimeout(this.#retry);
  }

  async #changed() {
    const number = ++this.#asked;
    clearTimeout(this.#retry);
    const draft = this.draft;
    const body: Omit<JudgeBody, "before" | "rack" | "after"> = { edition: EDITION, settings: {}, players: 4, opened: this.lesson.opened };
    if (draft.sets.every((set) => set.pieces.every((piece) => !piece.own)) && toWire(draft).join() === this.lesson.table.join()) {
      this.answer = null;
      this.judgement = null;
      this.judged += 1;
      return;
    }
    const judgement = await this.#judge({ ...body, before: [...this.lesson.table], rack: this.lesson.rack, after: toWire(draft) });
    const asked = judgement ? probes(draft, judgement) : [];
    const probed = asked.length > 0 ? await this.#judge({ ...body, opened: true, before: [], rack: "", after: asked.map((probe) => probe.text) }) : null;
    if (number !== this.#asked) return;
    this.unreachable = judgement === null;
    if (!judgement) {
      this.#retry = setTimeout(() => void this.#changed(), RETRY_MS);
      return;
    }
    this.judged += 1;
    this.judgement = judgement;
    this.answer = answerTo(this.lesson, this.#wanted, draft, judgement, asked, probed);
    this.#arrange(judgement);
    if (this.answer.tone === "good" && this.lesson.ends === "laid") this.finished = true;
  }

  /** Valid sets lie in the server's order, as at every table. */
  #arrange(judgement: JudgementView) {
    let draft = this.draft;
    judgement.sets.forEach((set, index) => {
      const there = draft.sets[index];
      const laid = set.ok ? set.laid?.[0] : undefined;
      if (there && laid !== undefined) draft = lay(draft, there.id, laid.split(" "));
    });
    if (draft !== this.draft) this.history = amend(this.history, draft);
  }
}
