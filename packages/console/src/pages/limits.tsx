import { Link } from "wouter";
import { useAct, useAnswer } from "../api/queries.ts";
import { useHref } from "../frame/address.ts";
import { Changing } from "../parts/mode.tsx";
import { useNames } from "../parts/names.ts";
import { Card, Empty, Fault, Page, Skeleton, styles } from "../parts/parts.tsx";
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
        <button type="button" onClick={() => reset.mutate({})}>
          Reset all
        </button>
      </Changing>
    </>
  );
  return (
    <Page title="Limits" actions={actions}>
      <Fault error={error ?? reset.error ?? use.error} />
      {data === undefined && error === null ? <Skeleton /> : null}
      {data === undefined ? null : (
        <Card title={`Profile: ${data.profile}`}>
          <p className={styles.row}>
            <Changing what="Switching the profile">
              {profiles.map((profile) => (
                <button
                  key={profile}
                  type="button"
                  aria-pressed={profile === data.profile}
                  onClick={() => use.mutate({ body: { profile } })}
                >
                  {profile}
                </button>
              ))}
            </Changing>
          </p>
          {data.buckets.length === 0 ? (
            <Empty>Buckets appear with the first call that takes from them.</Empty>
          ) : (
            <div className={styles.scrolls} tabIndex={0} role="region" aria-label="Buckets">
              <table>
                <thead>
                  <tr>
                    <th scope="col">Bucket</th>
                    <th scope="col">Owner</th>
                    <th scope="col">Resource</th>
                    <th scope="col">Used</th>
                    <th scope="col">Ends</th>
                  </tr>
                </thead>
                <tbody>
                  {data.buckets.map(({ bucket, owner, resource, used, limit, ends_at: ends }) => (
                    <tr key={`${bucket} ${owner} ${resource}`}>
                      <td>{bucket}</td>
                      <td>
                        <Owner owner={owner} />
                      </td>
                      <td>{resource}</td>
                      <td>
                        <meter
                          min={0}
                          max={limit}
                          value={used}
                          aria-label={`${bucket} of ${owner}`}
                        />{" "}
                        {used} of {limit}
                      </td>
                      <td>
                        <Time at={ends} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </Card>
      )}
    </Page>
  );
}

/** Whose bucket it is, by name, and the calls that took from it. */
function Owner({ owner }: { readonly owner: string }) {
  const href = useHref();
  const nameOf = useNames();
  const [kind = "", id = ""] = owner.split(" ");
  return (
    <Link href={href("/timeline", { q: filterOf(owner) })}>{`${kind} ${nameOf(id) ?? id}`}</Link>
  );
}

/** Who filled it: the calls of the owner of a bucket. */
function filterOf(owner: string): string {
  const [kind, id = ""] = owner.split(" ");
  if (kind === "application") return `kind:request app:${id}`;
  return kind === "user" ? `kind:request user:${id}` : "kind:request";
}
