// The number and duration of answered calls, by endpoint and status. The library's histogram looks
// its row up by a text of the labels for each call, which takes half a microsecond.

/** Upper bounds in seconds; a call counts under the first that it does not exceed. */
const BOUNDS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5] as const;

/** The calls of an endpoint that were answered with one status. */
interface Row {
  /** The number of calls under each bound, and over the last. */
  readonly counts: number[];
  /** The total duration in seconds. */
  sum: number;
}

/** A sample of a histogram, as in the exposition format. */
interface HistogramValue {
  readonly metricName: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export class CallDurations {
  readonly #endpoints = new Map<string, Map<number, Row>>();

  add(endpoint: string, status: number, seconds: number): void {
    const row = this.#rowOf(endpoint, status);
    let at = 0;
    while (at < BOUNDS.length && seconds > (BOUNDS[at] ?? 0)) at += 1;
    row.counts[at] = (row.counts[at] ?? 0) + 1;
    row.sum += seconds;
  }

  #rowOf(endpoint: string, status: number): Row {
    let rows = this.#endpoints.get(endpoint);
    if (rows === undefined) this.#endpoints.set(endpoint, (rows = new Map<number, Row>()));
    let row = rows.get(status);
    if (row === undefined) rows.set(status, (row = { counts: zeroCounts(), sum: 0 }));
    return row;
  }

  /** All calls, as a histogram with this name. */
  values(name: string): readonly HistogramValue[] {
    return [...this.#endpoints].flatMap(([endpoint, rows]) =>
      [...rows].flatMap(([status, row]) => valuesOf(name, row, { endpoint, status: `${status}` })),
    );
  }
}

function zeroCounts(): number[] {
  return [...BOUNDS, Infinity].map(() => 0);
}

/** Buckets are cumulative: each also counts the calls of those before it. */
function valuesOf(
  name: string,
  { counts, sum }: Row,
  labels: HistogramValue["labels"],
): readonly HistogramValue[] {
  let count = 0;
  const buckets = counts.map((each, at) => {
    count += each;
    const le = `${BOUNDS[at] ?? "+Inf"}`;
    return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: count };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
