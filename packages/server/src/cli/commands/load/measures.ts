// Measures the durations and results of calls.
// oxlint-disable-next-line no-restricted-imports -- a histogram of given numbers, no clock
import { createHistogram, type RecordableHistogram } from "node:perf_hooks";
import type { types } from "@antechamber/sdk/control";

/** The most kinds of failure that are counted separately; the rest is counted together. */
const FAILURES_MAX = 30;

/** Bounds of the histogram in microseconds; at most an hour. */
const HISTOGRAM = { lowest: 1, highest: 3_600_000_000, figures: 3 };

export type Percentiles = types.LoadTimes;

/** A distribution of durations, in constant memory. */
export class Times {
  readonly #histogram: RecordableHistogram = createHistogram(HISTOGRAM);

  add(ms: number): void {
    const micros = Math.min(Math.max(1, Math.round(ms * 1000)), HISTOGRAM.highest);
    this.#histogram.record(micros);
  }

  addAll(other: Times): void {
    this.#histogram.add(other.#histogram);
  }

  percentiles(): Percentiles {
    const histogram = this.#histogram;
    if (histogram.count === 0) return { p50: null, p95: null, p99: null, max: null };
    const at = (percent: number) => histogram.percentile(percent) / 1000;
    return { p50: at(50), p95: at(95), p99: at(99), max: histogram.max / 1000 };
  }
}

type CallReport = types.LoadCallReport;

class CallMeasure {
  readonly times = new Times();
  readonly failures = new Map<string, number>();
  done = 0;
  limited = 0;
  failed = 0;
  skipped = 0;

  report(): CallReport {
    const { done, limited, failed, skipped, times } = this;
    const failures = Object.fromEntries(this.failures);
    return { done, limited, failed, skipped, failures, ms: times.percentiles() };
  }
}

/** The measurements of all players. */
export class Measures {
  readonly #calls = new Map<string, CallMeasure>();

  addSuccess(call: string, ms: number): void {
    const measure = this.#of(call);
    measure.done += 1;
    measure.times.add(ms);
  }

  addFailure(call: string, why: string, ms: number): void {
    const measure = this.#of(call);
    const { failures } = measure;
    const kind = failures.has(why) || failures.size < FAILURES_MAX ? why : "others";
    failures.set(kind, (failures.get(kind) ?? 0) + 1);
    measure.failed += 1;
    measure.times.add(ms);
  }

  addLimited(call: string): void {
    this.#of(call).limited += 1;
  }

  addSkipped(call: string): void {
    this.#of(call).skipped += 1;
  }

  /** How many calls have been answered so far. */
  get count(): number {
    return [...this.#calls.values()].reduce((sum, { done, failed }) => sum + done + failed, 0);
  }

  get failures(): number {
    return [...this.#calls.values()].reduce((sum, { failed }) => sum + failed, 0);
  }

  /** The percentiles over all calls. */
  overall(): Percentiles {
    const all = new Times();
    for (const { times } of this.#calls.values()) all.addAll(times);
    return all.percentiles();
  }

  report(): Readonly<Record<string, CallReport>> {
    return Object.fromEntries([...this.#calls].map(([call, each]) => [call, each.report()]));
  }

  #of(call: string): CallMeasure {
    const existing = this.#calls.get(call);
    if (existing !== undefined) return existing;
    const fresh = new CallMeasure();
    this.#calls.set(call, fresh);
    return fresh;
  }
}
