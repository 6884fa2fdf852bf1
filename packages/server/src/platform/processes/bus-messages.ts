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
const LOOK_AGAIN_MS = 250;

interface Asking {
  readonly question: Question;
  readonly answers: unknown[];
  readonly answeredBy: Set<string>;
  readonly settle: (isComplete: boolean) => void;
  /** Whether it is known which processes must answer. */
  isLivingKnown: boolean;
  cancelLook: () => void;
}

export class BusMessages {
  readonly #deps: MessagesDeps;
  readonly #subscribers = new Map<string, Set<Subscriber>>();
  readonly #answerers = new Map<string, AnswerTo>();
  readonly #asking = new Map<number, Asking>();
  #asked = 0;

  constructor(deps: MessagesDeps) {
    this.#deps = deps;
  }

  publish(topic: string, body: unknown): void {
    if (this.#deps.isUp()) this.#send(undefined, { topic, body });
  }

  subscribe(topic: string, subscriber: Subscriber): () => void {
    const own: Subscriber = (body, from) => subscriber(body, from);
    addTo(this.#subscribers, topic, own);
    return () => removeFrom(this.#subscribers, topic, own);
  }

  answer(topic: string, answer: AnswerTo): () => void {
    this.#answerers.set(topic, answer);
    return () => this.#answerers.delete(topic);
  }

  ask(question: Question): Promise<Answers> {
    const { isUp, setTimer } = this.#deps;
    if (!isUp()) return Promise.resolve({ answers: [], isComplete: false });
    const asks = (this.#asked += 1);
    return new Promise((resolve) => {
      const answers: unknown[] = [];
      const settle = (isComplete: boolean) => {
        cancel();
        asking.cancelLook();
        this.#asking.delete(asks);
        resolve({ answers, isComplete });
      };
      const cancel = setTimer(question.patienceMs, () => settle(false));
      const { topic, body, lookFirst } = question;
      const asking: Asking = {
        question,
        answers,
        answeredBy: new Set<string>(),
        settle,
        isLivingKnown: lookFirst === undefined,
        cancelLook: () => undefined,
      };
      this.#asking.set(asks, asking);
      this.#send(undefined, { topic, body, asks });
      this.#settleIfAllAnswered(asking);
      const known = () => {
        asking.isLivingKnown = true;
        this.#settleIfAllAnswered(asking);
      };
      // If that fails, the question times out.
      void lookFirst?.().then(known, () => undefined);
      this.#lookLater(asks);
    });
  }

  #lookLater(asks: number): void {
    const asking = this.#asking.get(asks);
    const { lookAgain } = asking?.question ?? {};
    if (asking === undefined || lookAgain === undefined) return;
    asking.cancelLook = this.#deps.setTimer(LOOK_AGAIN_MS, () => {
      const found = () => {
        asking.isLivingKnown = true;
        if (this.#asking.has(asks)) this.#settleIfAllAnswered(asking);
        this.#lookLater(asks);
      };
      void lookAgain().then(found, () => this.#lookLater(asks));
    });
  }

  /** Handles received bytes. Messages under another secret are not from this service. */
  received(bytes: Buffer): void {
    const message = this.#opened(bytes);
    if (message === undefined || message.sender === this.#deps.own) return;
    const { topic, body, from, asks, answers } = message;
    if (answers !== undefined) return this.#answered(answers, body, from);
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
    for (const { settle } of this.#asking.values()) settle(false);
  }

  #opened(bytes: Buffer): Message | undefined {
    try {
      return JSON.parse(this.#deps.seal.open(bytes)) as Message;
    } catch {
      return undefined;
    }
  }

  #send(to: string | undefined, part: Omit<Message, "from" | "sender">): void {
    const { own, processes, seal, send } = this.#deps;
    const message: Message = { ...part, from: processes.own().epoch, sender: own };
    send(to, seal.close(JSON.stringify(message)));
  }

  #reply({ topic, body, from, sender }: Message, asks: number): void {
    const answer = this.#answerers.get(topic);
    const found = answer === undefined ? Promise.resolve(null) : answer(body, from);
    found.then(
      (answered) => this.#send(sender, { topic, body: answered, answers: asks }),
      (error: unknown) => this.#deps.failed(error),
    );
  }

  #answered(asks: number, answer: unknown, from: string): void {
    const asking = this.#asking.get(asks);
    if (asking === undefined) return;
    asking.answers.push(answer);
    asking.answeredBy.add(from);
    if (asking.question.isEnough?.(answer) === true) asking.settle(true);
    else this.#settleIfAllAnswered(asking);
  }

  #settleIfAllAnswered({ answeredBy, settle, isLivingKnown }: Asking): void {
    if (!isLivingKnown) return;
    const { processes } = this.#deps;
    const own = processes.own().epoch;
    const others = processes.living().filter(({ epoch }) => epoch !== own);
    if (others.every(({ epoch }) => answeredBy.has(epoch))) settle(true);
  }
}
