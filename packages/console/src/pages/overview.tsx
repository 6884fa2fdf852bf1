import type { ReactNode } from "react";
import { Link } from "wouter";
import { useHref, useWorld } from "../api/address.ts";
import { isWaiting, useLive } from "../live/live.ts";
import type { JournalEntry } from "../live/journal-index.ts";
import { Applications } from "../overview/applications.tsx";
import { signOf, untimedSummary } from "../parts/outcome.ts";
import { Card, Empty, Page, styles } from "../parts/parts.tsx";
import { briefMs, Time } from "../parts/time.tsx";

interface EntriesProps {
  readonly title: string;
  readonly empty: string;
  readonly entries: readonly JournalEntry[];
  readonly textOf: (entry: JournalEntry) => string;
  /** The content at the end of a row. */
  readonly noteOf: (entry: JournalEntry) => ReactNode;
}

function Entries({ title, entries, empty, textOf, noteOf }: EntriesProps) {
  const href = useHref();
  const isLoading = useLive(isWaiting);
  const isRefused = useLive(({ refused }) => refused !== undefined);
  const ifEmpty = isRefused ? "Unknown, as the journal cannot be followed." : empty;
  return (
    <Card title={title}>
      {entries.length === 0 ? <Empty isLoading={isLoading}>{ifEmpty}</Empty> : null}
      <ol className={styles.plain}>
        {entries.map((entry) => {
          const sign = signOf(entry);
          return (
            <li key={entry.id}>
              <Link
                href={href(`/trace/${entry.trace}`, { entry: entry.id })}
                className={styles.brief}
              >
                <Time at={entry.at} real={entry.real_at} />
                <span data-tone={sign.tone}>{sign.text}</span>
                <span className={styles.breaks}>{textOf(entry)}</span>
                <span className={styles.soft}>{noteOf(entry)}</span>
              </Link>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}

export function OverviewPage() {
  const world = useWorld();
  const { hello, refused, roots, failed } = useLive((state) => state);
  const begun = refused === undefined ? "Connecting…" : "Not connected.";
  const counts = new Map(failed.map(({ newest, count }) => [newest.id, count]));
  return (
    <Page title={`Overview of ${world}`}>
      <p className={styles.soft}>
        {hello === undefined ? begun : `Antechamber ${hello.version}, ${hello.mode} mode.`} This is
        a self-hosted service: nothing here reaches the real platform.
      </p>
      <Applications />
      <div className={styles.grid}>
        <Entries
          title="Recent activity"
          entries={roots}
          empty="No activity yet. Interactions, calls, jobs and clock changes appear here."
          textOf={untimedSummary}
          noteOf={({ ms }) => briefMs(ms)}
        />
        <Entries
          title="Recent errors"
          entries={failed.map(({ newest }) => newest)}
          empty="No errors. Errors with the same cause are grouped in one line."
          textOf={({ summary }) => summary}
          noteOf={({ id }) => ((counts.get(id) ?? 1) > 1 ? `× ${counts.get(id)}` : "")}
        />
      </div>
    </Page>
  );
}
