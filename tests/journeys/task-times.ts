// What tasks of a page take of the processor, by what a browser writes of its threads.

/** As browsers write it: of a task `X`, with lengths in microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** By the wall clock; absent of a task that had not ended. */
  readonly dur?: number;
  /** Of the thread's own time; absent where the browser or the machine does not count it. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Some tasks of some microseconds lack it, as the browser begins to write; no more than these. */
const UNCOUNTED_SHARE = 0.01;

/** A task of a thread: what it took of the processor where that was counted. */
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
   * The longest task of the busiest page, in milliseconds of the processor. Where a single task has
   * no such time, the wall clock bounds it from above: none counts as nothing.
   *
   * @throws Error where the browser does not count what tasks take: no bound would hold then
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
