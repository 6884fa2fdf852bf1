// Instants at which something is due, and how wide the way to each is drawn.
interface Job {
  readonly at: string;
  readonly kind: string;
}

export interface Mark {
  readonly at: string;
  readonly inMs: number;
  /** Kinds of what is due then, with how many of each. */
  readonly kinds: readonly (readonly [string, number])[];
  /** Of the ruler's width: by the logarithm of the way from the mark before, so that years fit. */
  readonly share: number;
}

/** Marks that are shown; the list below has the others. */
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
