// Planned timers: a binary heap, ordered by instant and then by the order of planning.
import type { Millis, Sleeper, WakeUp } from "../clock.ts";

export class Timer implements WakeUp {
  readonly at: Millis;
  readonly order: number;
  readonly sleeper: Sleeper;
  readonly #queue: TimerQueue;
  isTaken = false;
  isCancelled = false;

  constructor({ at, order, sleeper }: Pick<Timer, "at" | "order" | "sleeper">, queue: TimerQueue) {
    this.at = at;
    this.order = order;
    this.sleeper = sleeper;
    this.#queue = queue;
  }

  cancel(): void {
    this.#queue.cancel(this);
  }
}

/** Cancelled timers stay in the heap until they exceed half of it by this many. */
const SLACK = 64;

function isBefore(a: Timer, b: Timer): boolean {
  return a.at === b.at ? a.order < b.order : a.at < b.at;
}

export class TimerQueue {
  readonly #changed: () => void;
  #heap: Timer[] = [];
  #count = 0;
  #cancelled = 0;

  /** @param changed called when another timer may be the next one */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  add(at: Millis, sleeper: Sleeper): Timer {
    this.#count += 1;
    const due = new Timer({ at, order: this.#count, sleeper }, this);
    this.#heap.push(due);
    this.#rise(this.#heap.length - 1);
    this.#changed();
    return due;
  }

  cancel(due: Timer): void {
    if (due.isCancelled) return;
    due.isCancelled = true;
    if (due.isTaken) return;
    this.#cancelled += 1;
    if (this.#cancelled > this.#heap.length / 2 + SLACK) this.#removeCancelled();
    this.#changed();
  }

  #removeCancelled(): void {
    // A sorted array is a heap.
    this.#heap = this.#heap
      .filter((each) => !each.isCancelled)
      .toSorted((a, b) => (isBefore(a, b) ? -1 : 1));
    this.#cancelled = 0;
  }

  /** The timer that is due next. */
  first(): Timer | undefined {
    for (let [top] = this.#heap; top !== undefined; [top] = this.#heap) {
      if (!top.isCancelled) return top;
      this.#removeTop();
      this.#cancelled -= 1;
    }
    return undefined;
  }

  /** Takes the next timer out, if its instant is not after this one. */
  take(until: Millis): Timer | undefined {
    const top = this.first();
    if (top === undefined || top.at > until) return undefined;
    this.#removeTop();
    top.isTaken = true;
    return top;
  }

  #removeTop(): void {
    const last = this.#heap.pop();
    if (last === undefined || this.#heap.length === 0) return;
    this.#heap[0] = last;
    this.#sink();
  }

  #rise(from: number): void {
    for (let at = from; at > 0;) {
      const parent = (at - 1) >> 1;
      if (!this.#swapIfBefore(at, parent)) return;
      at = parent;
    }
  }

  #sink(): void {
    for (let at = 0; ;) {
      const left = 2 * at + 1;
      const smaller = this.#isBeforeAt(left + 1, left) ? left + 1 : left;
      if (!this.#swapIfBefore(smaller, at)) return;
      at = smaller;
    }
  }

  #isBeforeAt(a: number, b: number): boolean {
    const first = this.#heap[a];
    const second = this.#heap[b];
    return first !== undefined && second !== undefined && isBefore(first, second);
  }

  #swapIfBefore(child: number, parent: number): boolean {
    const lower = this.#heap[child];
    const upper = this.#heap[parent];
    if (lower === undefined || upper === undefined || !isBefore(lower, upper)) return false;
    this.#heap[child] = upper;
    this.#heap[parent] = lower;
    return true;
  }
}
