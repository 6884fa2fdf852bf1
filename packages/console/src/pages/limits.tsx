import type { types } from "@antechamber/sdk/control";
import { Link } from "wouter";
import { useAct, useAnswer } from "../api/queries.ts";
import { useHref } from "../frame/address.ts";
import { ActButton } from "../parts/act-button.tsx";
import { Changing } from "../parts/mode.tsx";
import { useNames } from "../parts/names.ts";
import { Card, Empty, Fault, Page, Skeleton, styles } from "../parts/parts.tsx";
import { Table } from "../parts/table.tsx";
import { Time } from "../parts/time.tsx";

const EVERY_MS = 1000;
const profiles = ["off", "production", "unapproved"] as const;

export function LimitsPage() {
  const { data, error } = useAnswer("control.limits.get", {}, { every: EVERY_MS });
  const reset = useAct("control.limits.reset");
  const use = useAct("control.limits.use");
  const href = useHref();
  const actions = (
    <>
      <Link href={href("/timeline", { q: "status:429" })}>Calls that were refused</Link>
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
          <div className={styles.row}>
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
            <Empty>Buckets appear with the first call that takes from them.</Empty>
          ) : (
            <Table label="Buckets" titles={["Bucket", "Owner", "Resource", "Used", "Ends"]}>
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
                    <Time at={ends} />
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

/** Calls that were refused for their number are looked at so many, the newest. */
const REFUSED_MAX = 200;

/** Who was refused for calling too often, how often, and where last. */
function Refused() {
  const href = useHref();
  const query = { kind: ["request" as const], status: "429", limit: REFUSED_MAX };
  const { data, error } = useAnswer("control.journal.list", { query }, { every: 2 * EVERY_MS });
  const items = data?.items ?? [];
  const callers = Map.groupBy(items, callerOf);
  return (
    <Card title="Refused, by who called">
      <Fault error={error} />
      {items.length === 0 && error === null ? (
        <Empty isLoading={data === undefined}>Nobody was refused for calling too often.</Empty>
      ) : null}
      {items.length === 0 ? null : (
        <Table label="Refused calls" titles={["Who", "Refused", "Last at", "When"]}>
          {[...callers].map(([caller, refused]) => {
            const [newest] = refused.slice(-1);
            if (newest === undefined) return null;
            return (
              <tr key={caller}>
                <td>
                  <Owner owner={caller} status="429" />
                </td>
                <td>{refused.length}</td>
                <td>
                  <Link href={href(`/trace/${newest.trace}`, { entry: newest.id })}>
                    {newest.name}
                  </Link>
                </td>
                <td>
                  <Time at={newest.at} real={newest.real_at} />
                </td>
              </tr>
            );
          })}
        </Table>
      )}
      {items.length < REFUSED_MAX ? null : (
        <p className={styles.soft}>Of the newest {REFUSED_MAX}.</p>
      )}
    </Card>
  );
}

/** As owners of buckets are written; whoever shows no credential is known by nothing. */
function callerOf({ actor, application }: types.JournalEntry): string {
  if (application !== null && (actor === null || actor === application)) {
    return `application ${application}`;
  }
  return actor === null ? "nobody" : `user ${actor}`;
}

/** Whose bucket it is, by name, and the calls that took from it. */
function Owner({ owner, status }: { readonly owner: string; readonly status?: string }) {
  const href = useHref();
  const nameOf = useNames();
  const [kind = "", id = ""] = owner.split(" ");
  const q = status === undefined ? filterOf(owner) : `${filterOf(owner)} status:${status}`;
  return <Link href={href("/timeline", { q })}>{`${kind} ${nameOf(id) ?? id}`.trim()}</Link>;
}

/** Who filled it: the calls of the owner of a bucket. */
function filterOf(owner: string): string {
  const [kind, id = ""] = owner.split(" ");
  if (kind === "application") return `kind:request app:${id}`;
  return kind === "user" ? `kind:request user:${id}` : "kind:request";
}
