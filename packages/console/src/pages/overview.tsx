import { Link } from "wouter";
import { useAnswer } from "../api/queries.ts";
import { useHref, useWorld } from "../frame/address.ts";
import { useLive } from "../live/live.ts";
import type { JournalEntry } from "../live/journal-index.ts";
import { Card, Copy, Empty, Fault, Id, Page, styles } from "../parts/parts.tsx";
import { signOf } from "../parts/outcome.ts";
import { briefMs, Time } from "../parts/time.tsx";

const EVERY_MS = 500;
const LIST_MAX = 1000;

/** How a bot in Node is led here without a change of its code. */
function snippetFor(token: string): string {
  return `npx antechamber connect discord.js   # or, without a change: npx antechamber run -- node bot.js
DISCORD_TOKEN=${token}`;
}

function Applications() {
  const query = { limit: LIST_MAX };
  const applications = useAnswer("control.applications.list", { query });
  const sessions = useAnswer("control.sessions.list", { query }, { every: EVERY_MS });
  const connected = (id: string | undefined) =>
    (sessions.data?.items ?? []).filter((each) => each.application === id && each.connected);
  const items = applications.data?.items ?? [];
  const hasNone =
    sessions.data !== undefined && !sessions.data.items.some((each) => each.connected);
  const snippet = snippetFor("<your bot's token>");
  return (
    <Card title="Applications">
      <Fault error={applications.error ?? sessions.error} />
      {items.length === 0 ? (
        <Empty>This world has no applications: load a world file that names some.</Empty>
      ) : null}
      <table>
        <tbody>
          {items.map(({ id = "", name, interactions_endpoint_url: endpoint }) => {
            const count = connected(id).length;
            return (
              <tr key={id}>
                <td>
                  {name} <Id id={id} />
                </td>
                <td data-tone={count > 0 ? "good" : "soft"}>
                  {count > 0 ? `✓ connected (${count})` : "○ no gateway session"}
                </td>
                <td>{endpoint ?? ""}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {hasNone ? (
        <div>
          <p>
            No application is connected yet. Lead yours here, and this page turns green by itself:
          </p>
          <pre>{snippet}</pre>
          <Copy text={snippet}>Copy</Copy>
        </div>
      ) : null}
    </Card>
  );
}

function Entries({
  title,
  entries,
  empty,
}: {
  readonly title: string;
  readonly entries: readonly JournalEntry[];
  readonly empty: string;
}) {
  const href = useHref();
  return (
    <Card title={title}>
      {entries.length === 0 ? <Empty>{empty}</Empty> : null}
      <ol style={{ listStyle: "none", margin: 0, padding: 0 }}>
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
                <span>{entry.summary}</span>
                <span className={styles.soft}>{briefMs(entry.ms)}</span>
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
  const { hello, roots, failed } = useLive();
  return (
    <Page title={`Overview of ${world}`}>
      <p className={styles.soft}>
        {hello === undefined ? "Connecting…" : `Antechamber ${hello.version}, ${hello.mode} mode.`}{" "}
        This is your own service: nothing here reaches the platform.
      </p>
      <Applications />
      <div className={styles.grid}>
        <Entries
          title="What happened last"
          entries={roots}
          empty="Nothing has happened yet. Every interaction, call, job and move of the clock stands here."
        />
        <Entries title="What failed last" entries={failed} empty="Nothing has failed." />
      </div>
    </Page>
  );
}
