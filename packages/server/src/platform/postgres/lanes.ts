// Queues by name: tasks of one name run one after the other, those of different names concurrently.
import { SerialQueue } from "../async/serial-queue.ts";

export class Lanes {
  readonly #lanes = new Map<string, { readonly queue: SerialQueue; tasks: number }>();

  /** Whether tasks of a name are running or queued. */
  has(name: string): boolean {
    return this.#lanes.has(name);
  }

  /** Runs a task after the earlier tasks of its name, and returns its result. */
  async run<T>(name: string, task: (name: string) => Promise<T>): Promise<T> {
    let lane = this.#lanes.get(name);
    if (lane === undefined) this.#lanes.set(name, (lane = { queue: new SerialQueue(), tasks: 0 }));
    lane.tasks += 1;
    try {
      return await lane.queue.run(() => task(name));
    } finally {
      lane.tasks -= 1;
      if (lane.tasks === 0) this.#lanes.delete(name);
    }
  }
}
