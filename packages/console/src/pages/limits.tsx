import { useEffect } from "react";
import { Link } from "wouter";
import { useAct, useAnswer } from "../api/queries.ts";
import { useHref, useWorld } from "../api/address.ts";
import { callersOf, type Caller } from "../limits/callers.ts";
import type { JournalEntry } from "../live/journal-index.ts";
import { isWaiting, useJournalRows, useLive } from "../live/live.ts";
import { ActButton } from "../parts/act-button.tsx";
import { Changing } from "../parts/mode.tsx";
import { useNames } from "../parts/names.ts";
import { Card, Empty, Fault, Page, Skeleton, styles } from "../parts/parts.tsx";
import { Table } from "../parts/table.tsx";
import { Time, WholeTime } from "../parts/time.tsx";
import type { Condition } from "../search/filter.ts";

const EVERY_MS = 1000;
const profiles = ["off", "production", "unapproved"] as const;

export function LimitsPage() {
  const { data, error } = useAnswer("control.limits.get", {}, { every: EVERY_MS });
  const reset = useAct("control.limits.reset");
  const use = useAct("control.limits.use");
  const href = useHref();
  const actions = (
    <>
      <Link href={href("/timeline", { q: "status:429" })}>Rate-limited calls</Link>
      <Changing what="Resetting limits">
        <ActButton type="button" onClick={() => reset.mutate({})}>
          Reset all
        </ActButton>
      </Changing>
    </>
  );
  return (
    <Page title="Limits" actions={actions}>
      <Fault error={error ?? reset.error ?? use.error} />
      {data === undefined && error === null ? <Skeleton /> : null}
      {data === undefined ? null : (
        <Card title={`Profile: ${data.profile}`}>
          <div className={`${styles.row} ${styles.spaced}`}>
            <Changing what="Switching the profile">
              {profiles.map((profile) => (
                <ActButton
                  key={profile}
                  type="button"
                  aria-pressed={profile === data.profile}
                  onClick={() => use.mutate({ body: { profile } })}
                >
                  {profile}
                </ActButton>
              ))}
            </Changing>
          </div>
          {data.buckets.length === 0 ? (
            <Empty>
              No buckets yet. A bucket appears with the first call that counts against it.
            </Empty>
          ) : (
            <Table label="Buckets" titles={["Bucket", "Owner", "Resource", "Used", "Resets"]}>
              {data.buckets.map(({ bucket, owner, resource, used, limit, ends_at: ends }) => (
                <tr key={`${bucket} ${owner} ${resource}`}>
                  <td>{bucket}</td>
                  <td>
                    <Owner owner={owner} />
                  </td>
                  <td>{resource}</td>
                  <td>
                    <meter min={0} max={limit} value={used} aria-label={`${bucket} of ${owner}`} />{" "}
                    {used} of {limit}
                  </td>
                  <td>
                    <WholeTime at={ends} />
                  </td>
                </tr>
              ))}
            </Table>
          )}
        </Card>
      )}
      <Refused />
    </Page>
  );
}

/** How many of the newest rate-limited calls are read. */
const REFUSED_MAX = 200;
/** The name of their view in the worker. */
const VIEW = "refused calls";
const ofRefused: readonly Condition[] = [
  { field: "kind", value: "request" },
  { field: "status", value: "429" },
];
const REFUSED = "kind:request status:429";

/** The newest rate-limited calls, from the rows in the worker. */
function useRefused() {
  const rows = useJournalRows(VIEW, ofRefused, useWorld());
  const { total } = rows;
  const from = Math.max(0, total - REFUSED_MAX);
  useEffect(() => {
    if (total > 0) rows.want(from, total - 1);
  }, [rows, from, total]);
  const known = Array.from({ length: total - from }, (_, i) => rows.row(from + i));
  return {
    calls: known.flatMap((row) => (row?.kind === "entry" ? [row.entry] : [])),
    hasCome: known.every((row) => row !== undefined),
    isCut: from > 0,
  };
}

/** The callers that were rate limited, how often, and where most recently. */
function Refused() {
  const isLoading = useLive(isWaiting);
  const { calls, hasCome, isCut } = useRefused();
  return (
    <Card title="Rate-limited callers">
      {calls.length > 0 ? (
        <Table label="Callers" titles={["Caller", "429s", "Last call", "At"]}>
          {callersOf(calls).map((caller) => {
            const newest = caller.calls.at(-1);
            if (newest === undefined) return null;
            return <RefusedRow key={caller.filter} caller={caller} newest={newest} />;
          })}
        </Table>
      ) : (
        <Empty isLoading={isLoading || !hasCome}>No calls have been rate limited.</Empty>
      )}
      {isCut ? (
        <p className={styles.soft}>Counts the newest {REFUSED_MAX} rate-limited calls.</p>
      ) : null}
    </Card>
  );
}

interface RefusedRowProps {
  readonly caller: Caller;
  readonly newest: JournalEntry;
}

function RefusedRow({ caller: { kind, id, filter, calls }, newest }: RefusedRowProps) {
  const href = useHref();
  const nameOf = useNames();
  return (
    <tr>
      <td>
        <Link href={href("/timeline", { q: `${REFUSED} ${filter}` })}>
          {id === undefined ? kind : `${kind} ${nameOf(id) ?? id}`}
        </Link>
      </td>
      <td>{calls.length}</td>
      <td>
        <Link href={href(`/trace/${newest.trace}`, { entry: newest.id })}>{newest.name}</Link>
      </td>
      <td>
        <Time at={newest.at} real={newest.real_at} />
      </td>
    </tr>
  );
}

/** The owner of a bucket by name, with a link to the calls that counted towards it. */
function Owner({ owner }: { readonly owner: string }) {
  const href = useHref();
  const nameOf = useNames();
  const [kind = "", id = ""] = owner.split(" ");
  return (
    <Link href={href("/timeline", { q: filterOf(owner) })}>
      {`${kind} ${nameOf(id) ?? id}`.trim()}
    </Link>
  );
}

/** A filter for the calls of a bucket's owner. */
function filterOf(owner: string): string {
  const [kind, id = ""] = owner.split(" ");
  if (kind === "application") return `kind:request app:${id}`;
  return kind === "user" ? `kind:request user:${id}` : "kind:request";
}
