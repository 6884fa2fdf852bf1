// The instants at which jobs are due, with the width of the interval before each.
interface Job {
  readonly at: string;
  readonly kind: string;
}

export interface Mark {
  readonly at: string;
  readonly inMs: number;
  /** The kinds of jobs that are due, with their numbers. */
  readonly kinds: readonly (readonly [string, number])[];
  /**
   * The share of the ruler's width: logarithmic in the interval since the previous mark, so that
   * years fit.
   */
  readonly share: number;
}

/** The most marks that are shown; the list below the ruler has all. */
const MARKS_MAX = 12;

export function marksOf(jobs: readonly Job[], now: number): readonly Mark[] {
  const instants = [...Map.groupBy(jobs, ({ at }) => at)].slice(0, MARKS_MAX);
  let before = now;
  return instants.map(([at, due]) => {
    const instant = Date.parse(at);
    const way = Math.max(0, instant - before);
    before = Math.max(before, instant);
    const kinds = [...Map.groupBy(due, ({ kind }) => kind)].map(
      ([kind, all]) => [kind, all.length] as const,
    );
    return { at, inMs: Math.max(0, instant - now), kinds, share: 1 + Math.log10(1 + way / 1000) };
  });
}
