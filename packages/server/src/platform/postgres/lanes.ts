// Queues by name: tasks of one name run one after the other, those of different names concurrently.
import { SerialQueue } from "../async/serial-queue.ts";
import { TRANSACTION_MS_MAX } from "../storage/transaction-timeout.ts";
import { ConflictError } from "../store.ts";

/**
 * How long after its caller began a task may still wait for others. Real milliseconds: enough for
 * some tasks before it that each end only by their own time limit.
 */
export const QUEUED_MS_MAX = 3 * TRANSACTION_MS_MAX;

export interface LanesDeps {
  /** Real milliseconds since some fixed moment. */
  readonly real: () => number;
  /** Runs a task after real milliseconds. @returns a function that cancels it */
  readonly setTimer: (ms: number, task: () => void) => () => void;
}

export class Lanes {
  readonly #deps: LanesDeps;
  readonly #lanes = new Map<string, { readonly queue: SerialQueue; tasks: number }>();

  constructor(deps: LanesDeps) {
    this.#deps = deps;
  }

  /** Whether tasks of a name are running or queued. */
  has(name: string): boolean {
    return this.#lanes.has(name);
  }

  /**
   * Runs a task after the earlier tasks of its name, and returns its result.
   *
   * @param since when the caller began, which may queue several times
   * @throws ConflictError when its turn does not come in time; the task then never runs
   */
  async run<T>(name: string, task: (name: string) => Promise<T>, since: number): Promise<T> {
    let lane = this.#lanes.get(name);
    if (lane === undefined) this.#lanes.set(name, (lane = { queue: new SerialQueue(), tasks: 0 }));
    lane.tasks += 1;
    try {
      return await this.#inTurn(lane.queue, () => task(name), since);
    } finally {
      lane.tasks -= 1;
      if (lane.tasks === 0) this.#lanes.delete(name);
    }
  }

  #inTurn<T>(queue: SerialQueue, task: () => Promise<T>, since: number): Promise<T> {
    const { real, setTimer } = this.#deps;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    let isGivenUp = false;
    const cancel = setTimer(Math.max(0, since + QUEUED_MS_MAX - real()), () => {
      isGivenUp = true;
      reject(new ConflictError("a transaction was given up: it waited too long for others"));
    });
    void queue.run(async () => {
      cancel();
      if (!isGivenUp) await task().then(resolve, reject);
    });
    return promise;
  }
}
