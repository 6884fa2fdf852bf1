// Calls that an application made while it handled an interaction. The service cannot tell whether
// they belong to it, so they are listed separately, without a cause.
import { Link } from "wouter";
import { useAnswer } from "../api/queries.ts";
import { useHref } from "../api/address.ts";
import type { JournalEntry } from "../live/journal-index.ts";
import { signOf, untimedSummary } from "../parts/outcome.ts";
import { Card, styles } from "../parts/parts.tsx";
import { briefMs, Time } from "../parts/time.tsx";

const LIST_MAX = 100;

/**
 * The entries between which an application handled an interaction: from its delivery to the last
 * response.
 */
export function workOf(entries: readonly JournalEntry[]) {
  const delivery = entries.find(
    ({ kind, name, application }) =>
      application !== null &&
      (kind === "delivery" || (kind === "dispatch" && name === "INTERACTION_CREATE")),
  );
  if (delivery === undefined) return undefined;
  const answers = entries.filter(
    ({ kind, application, id }) =>
      kind === "request" &&
      application === delivery.application &&
      Number(id) > Number(delivery.id),
  );
  const last = answers.at(-1);
  if (last === undefined) return undefined;
  return { application: delivery.application, after: delivery.id, before: last.id };
}

export function Meanwhile({ entries }: { readonly entries: readonly JournalEntry[] }) {
  const work = workOf(entries);
  const href = useHref();
  const { data } = useAnswer(
    "control.journal.list",
    {
      query: {
        kind: ["request"],
        application: work?.application ?? "",
        after: work?.after ?? "",
        before: work?.before ?? "",
        limit: LIST_MAX,
      },
    },
    { isOff: work === undefined },
  );
  const known = new Set(entries.map(({ id }) => id));
  const others = (data?.items ?? []).filter(({ id }) => work !== undefined && !known.has(id));
  if (others.length === 0) return null;
  return (
    <Card title="Meanwhile">
      <p className={styles.soft}>
        Other calls of the application during this trace. Whether they belong to it is unknown.
      </p>
      <ul className={styles.plain}>
        {others.map((entry) => {
          const sign = signOf(entry);
          return (
            <li key={entry.id}>
              <Link
                className={`${styles.brief} ${styles.soft}`}
                href={href(`/trace/${entry.trace}`, { entry: entry.id })}
              >
                <Time at={entry.at} real={entry.real_at} />
                <span data-tone={sign.tone}>{sign.text}</span>
                <span>{untimedSummary(entry)}</span>
                <span>{briefMs(entry.ms)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
