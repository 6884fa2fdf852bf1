// The processor time of a page's tasks, from a browser's trace of its threads.

/** An event in the browser's trace: `X` for a task, with lengths in microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Wall clock time; absent for a task that had not ended. */
  readonly dur?: number;
  /** The thread's processor time; absent if the browser or the machine does not measure it. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Some short tasks lack their processor time when tracing begins; at most this share of them. */
const UNCOUNTED_SHARE = 0.01;

/** A task of a thread, with its processor time if it was measured. */
interface Task {
  readonly wallUs: number;
  readonly ownUs: number | undefined;
}

export class TaskTimes {
  readonly #mains = new Set<string>();
  readonly #tasks = new Map<string, Task[]>();

  add(events: readonly TraceEvent[]): void {
    for (const { name, ph, pid, tid, dur, tdur, args } of events) {
      const thread = `${pid} ${tid}`;
      if (name === "thread_name" && args?.name === "CrRendererMain") this.#mains.add(thread);
      if (ph !== "X" || !name.endsWith("RunTask") || dur === undefined) continue;
      const task = { wallUs: dur, ownUs: tdur };
      const known = this.#tasks.get(thread);
      if (known === undefined) this.#tasks.set(thread, [task]);
      else known.push(task);
    }
  }

  /**
   * The longest task of the busiest page, in milliseconds of processor time. For single tasks
   * that were not measured, their wall clock time is used as an upper bound.
   *
   * @throws Error if the browser does not measure processor time, without which no bound holds
   */
  longestMs(): number {
    const pages = [...this.#tasks].filter(([thread]) => this.#mains.has(thread));
    const [busiest = []] = pages.map(([, each]) => each).toSorted((a, b) => b.length - a.length);
    if (busiest.length === 0) throw new Error("the browser tells of no task of a page");
    const uncounted = busiest.filter(({ ownUs }) => ownUs === undefined);
    if (uncounted.length > busiest.length * UNCOUNTED_SHARE) {
      throw new Error(`${uncounted.length} of ${busiest.length} tasks have no processor time`);
    }
    if (busiest.every(({ ownUs = 0 }) => ownUs === 0)) {
      throw new Error("the processor time of all tasks is 0");
    }
    const longest = busiest.reduce((most, { wallUs, ownUs = wallUs }) => Math.max(most, ownUs), 0);
    return longest / 1000;
  }
}
