// Publishes, asks and answers, over any transport of bytes to one or all processes of a service.
import type { Answers, AnswerTo, Subscriber, Question } from "../bus.ts";
import type { Processes } from "../processes.ts";
import type { Seal } from "../formats/sealed-text.ts";
import { addTo, removeFrom } from "../collections/sets-by-key.ts";

/** A message in transit. */
interface Message {
  /** The epoch of the sending process. */
  readonly from: string;
  /** The address of the sender, for answers. */
  readonly sender: string;
  readonly topic: string;
  readonly body: unknown;
  /** The number of a question, which expects an answer. */
  readonly asks?: number;
  /** The number of the question that it answers. */
  readonly answers?: number;
}

export interface MessagesDeps {
  /** The address of this process. */
  readonly own: string;
  readonly processes: Pick<Processes, "own" | "living">;
  readonly seal: Seal;
  /** Sends to one process, or to all. */
  readonly send: (to: string | undefined, bytes: Buffer) => void;
  readonly isUp: () => boolean;
  readonly setTimer: (ms: number, task: () => void) => () => void;
  readonly failed: (error: unknown) => void;
}

/** How often living processes are checked while one does not answer. Real milliseconds. */
const REFRESH_MS = 250;

interface OpenQuestion {
  readonly question: Question;
  readonly answers: unknown[];
  readonly answeredBy: Set<string>;
  readonly settle: (isComplete: boolean) => void;
  /** Whether it is known which processes must answer. */
  isLivingKnown: boolean;
  cancelRefresh: () => void;
}

export class BusMessages {
  readonly #deps: MessagesDeps;
  readonly #subscribers = new Map<string, Set<Subscriber>>();
  readonly #answerers = new Map<string, AnswerTo>();
  readonly #openQuestions = new Map<number, OpenQuestion>();
  #questionCount = 0;

  constructor(deps: MessagesDeps) {
    this.#deps = deps;
  }

  publish(topic: string, body: unknown): void {
    if (this.#deps.isUp()) this.#send(undefined, { topic, body });
  }

  subscribe(topic: string, subscriber: Subscriber): () => void {
    const callback: Subscriber = (body, from) => subscriber(body, from);
    addTo(this.#subscribers, topic, callback);
    return () => removeFrom(this.#subscribers, topic, callback);
  }

  answer(topic: string, answer: AnswerTo): () => void {
    this.#answerers.set(topic, answer);
    return () => this.#answerers.delete(topic);
  }

  ask(question: Question): Promise<Answers> {
    const { isUp, setTimer } = this.#deps;
    if (!isUp()) return Promise.resolve({ answers: [], isComplete: false });
    const asks = (this.#questionCount += 1);
    return new Promise((resolve) => {
      const answers: unknown[] = [];
      const settle = (isComplete: boolean) => {
        cancel();
        open.cancelRefresh();
        this.#openQuestions.delete(asks);
        resolve({ answers, isComplete });
      };
      const cancel = setTimer(question.timeoutMs, () => settle(false));
      const { topic, body, refreshFirst } = question;
      const open: OpenQuestion = {
        question,
        answers,
        answeredBy: new Set<string>(),
        settle,
        isLivingKnown: refreshFirst === undefined,
        cancelRefresh: () => undefined,
      };
      this.#openQuestions.set(asks, open);
      this.#send(undefined, { topic, body, asks });
      this.#settleIfAllAnswered(open);
      const noteLivingKnown = () => {
        open.isLivingKnown = true;
        this.#settleIfAllAnswered(open);
      };
      // If that fails, the question times out.
      void refreshFirst?.().then(noteLivingKnown, () => undefined);
      this.#scheduleRefresh(asks);
    });
  }

  #scheduleRefresh(asks: number): void {
    const open = this.#openQuestions.get(asks);
    const { refreshLiving } = open?.question ?? {};
    if (open === undefined || refreshLiving === undefined) return;
    open.cancelRefresh = this.#deps.setTimer(REFRESH_MS, () => {
      const noteRefreshed = () => {
        open.isLivingKnown = true;
        if (this.#openQuestions.has(asks)) this.#settleIfAllAnswered(open);
        this.#scheduleRefresh(asks);
      };
      void refreshLiving().then(noteRefreshed, () => this.#scheduleRefresh(asks));
    });
  }

  /** Handles received bytes. Messages under another secret are not from this service. */
  receive(bytes: Buffer): void {
    const message = this.#decrypt(bytes);
    if (message === undefined || message.sender === this.#deps.own) return;
    const { topic, body, from, asks, answers } = message;
    if (answers !== undefined) return this.#acceptAnswer(answers, body, from);
    if (asks !== undefined) return this.#reply(message, asks);
    for (const subscriber of this.#subscribers.get(topic) ?? []) {
      try {
        subscriber(body, from);
      } catch (error) {
        this.#deps.failed(error);
      }
    }
  }

  /** Ends all open questions. */
  close(): void {
    for (const { settle } of this.#openQuestions.values()) settle(false);
  }

  #decrypt(bytes: Buffer): Message | undefined {
    try {
      return JSON.parse(this.#deps.seal.decrypt(bytes)) as Message;
    } catch {
      return undefined;
    }
  }

  #send(to: string | undefined, part: Omit<Message, "from" | "sender">): void {
    const { own, processes, seal, send } = this.#deps;
    const message: Message = { ...part, from: processes.own().epoch, sender: own };
    send(to, seal.encrypt(JSON.stringify(message)));
  }

  #reply({ topic, body, from, sender }: Message, asks: number): void {
    const answer = this.#answerers.get(topic);
    const found = answer === undefined ? Promise.resolve(null) : answer(body, from);
    found.then(
      (answered) => this.#send(sender, { topic, body: answered, answers: asks }),
      (error: unknown) => this.#deps.failed(error),
    );
  }

  #acceptAnswer(asks: number, answer: unknown, from: string): void {
    const open = this.#openQuestions.get(asks);
    if (open === undefined) return;
    open.answers.push(answer);
    open.answeredBy.add(from);
    if (open.question.isEnough?.(answer) === true) open.settle(true);
    else this.#settleIfAllAnswered(open);
  }

  #settleIfAllAnswered({ answeredBy, settle, isLivingKnown }: OpenQuestion): void {
    if (!isLivingKnown) return;
    const { processes } = this.#deps;
    const own = processes.own().epoch;
    const others = processes.living().filter(({ epoch }) => epoch !== own);
    if (others.every(({ epoch }) => answeredBy.has(epoch))) settle(true);
  }
}
