// The effects of the last move of the clock: the jobs that became due, and what they caused.
import { Link } from "wouter";
import { useAnswer } from "../api/queries.ts";
import { useHref } from "../api/address.ts";
import type { JournalEntry } from "../live/journal-index.ts";
import { signOf } from "../parts/outcome.ts";
import { Card, Empty, Fault, styles } from "../parts/parts.tsx";
import { Time } from "../parts/time.tsx";

/** How many entries after the move are searched. */
const EFFECTS_MAX = 500;
const EVERY_MS = 2000;

/** The most recent move, by any caller. */
function useLastMove() {
  const query = { kind: ["clock" as const], limit: 1 };
  const { data, error } = useAnswer("control.journal.list", { query }, { every: EVERY_MS });
  return { move: data?.items.at(-1), error };
}

/** The jobs that a move ran, and everything that they caused; undefined until it is known. */
function useEffects(move: JournalEntry | undefined) {
  const id = move?.id ?? "";
  const isOff = move === undefined;
  const whole = useAnswer("control.journal.get", { path: { entry_id: id } }, { isOff });
  const query = { after: id, limit: EFFECTS_MAX };
  const since = useAnswer("control.journal.list", { query }, { isOff });
  // While the answer for this move is loading, the placeholder is still about the previous move.
  if (whole.data?.id !== id || since.data === undefined || since.isPlaceholderData)
    return undefined;
  const { jobs = [] } = whole.data.payload as { readonly jobs?: readonly string[] };
  return causedBy(new Set(jobs), since.data.items);
}

/** The entries that the given ids caused, directly or indirectly. Causes precede their effects. */
function causedBy(ids: Set<string>, entries: readonly JournalEntry[]): readonly JournalEntry[] {
  return entries.filter(({ id, cause }) => {
    if (cause !== null && ids.has(cause)) ids.add(id);
    return ids.has(id);
  });
}

export function LastMove() {
  const href = useHref();
  const { move, error } = useLastMove();
  const effects = useEffects(move);
  if (move === undefined) return <Fault error={error} />;
  return (
    <Card title="Effects of the last move">
      <Fault error={error} />
      <p>
        <Link href={href(`/trace/${move.trace}`)}>{move.summary}</Link>
      </p>
      {effects?.length === 0 ? <Empty>No jobs were due.</Empty> : null}
      <ol className={styles.plain} aria-label="Effects">
        {(effects ?? []).map((entry) => {
          const sign = signOf(entry);
          return (
            <li key={entry.id}>
              <Link
                className={styles.brief}
                href={href(`/trace/${entry.trace}`, { entry: entry.id })}
              >
                <Time at={entry.at} real={entry.real_at} />
                <span data-tone={sign.tone}>{sign.text}</span>
                <span className={styles.breaks}>{entry.summary}</span>
                <span className={styles.soft}>{entry.kind}</span>
              </Link>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
