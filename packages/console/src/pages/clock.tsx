import { useState } from "react";
import { useAct, useAnswer } from "../api/queries.ts";
import { LastMove } from "../clock/last-move.tsx";
import { Ruler } from "../clock/ruler.tsx";
import { ActButton } from "../parts/act-button.tsx";
import { Changing } from "../parts/mode.tsx";
import { PagedTable } from "../parts/paged-table.tsx";
import { Card, Fault, Id, Page, styles } from "../parts/parts.tsx";
import { lengthText, Time, wholeText } from "../parts/time.tsx";

/** Common steps, as ISO 8601 durations of the control plane. */
const steps = [
  ["3 s", "PT3S"],
  ["1 min", "PT1M"],
  ["15 min", "PT15M"],
  ["1 h", "PT1H"],
  ["1 day", "P1D"],
  ["7 days", "P7D"],
] as const;

export function ClockPage() {
  const { data } = useAnswer("control.clock.get", {}, { every: 1000 });
  const move = useAct("control.clock.move");
  const [at, setAt] = useState("");
  return (
    <Page title="Clock">
      <Fault error={move.error} />
      <Card title={data === undefined ? "Now" : wholeText(data.now)}>
        <Changing what="Freezing and moving the clock">
          <p className={styles.row}>
            <ActButton
              type="button"
              aria-pressed={data?.frozen === true}
              onClick={() => move.mutate({ body: { frozen: data?.frozen !== true } })}
            >
              {data?.frozen === true ? "Unfreeze" : "Freeze"}
            </ActButton>
            {steps.map(([title, duration]) => (
              <ActButton
                key={duration}
                type="button"
                onClick={() => move.mutate({ body: { advance: duration } })}
              >
                + {title}
              </ActButton>
            ))}
            <ActButton
              type="button"
              data-first
              onClick={() => move.mutate({ body: { advance: "next" } })}
            >
              Jump to next due
            </ActButton>
          </p>
          <form
            className={`${styles.row} ${styles.spaced}`}
            onSubmit={(event) => {
              event.preventDefault();
              move.mutate({ body: { now: at } });
            }}
          >
            <label>
              Set to{" "}
              <input
                placeholder="2026-12-24T18:00:00Z"
                value={at}
                onChange={({ target }) => setAt(target.value)}
              />
            </label>
            <ActButton type="submit" disabled={at === ""}>
              Set
            </ActButton>
          </form>
        </Changing>
        <p className={styles.soft}>
          On the way forward the clock runs every job that falls due. Setting it back undoes
          nothing; to go back to an earlier state, restore a snapshot.
        </p>
      </Card>
      <LastMove />
      <Ruler />
      <Due />
    </Page>
  );
}

/**
 * A list of due jobs, which shows how far ahead each is, because a time of day does not show the
 * day.
 */
function Due() {
  const { data } = useAnswer("control.clock.get", {}, { every: 1000 });
  const now = data === undefined ? undefined : Date.parse(data.now);
  return (
    <Card title="Due jobs">
      <PagedTable
        list="control.jobs.list"
        label="due jobs"
        hasSearch={false}
        every={2000}
        keyOf={({ id }) => id}
        empty="No jobs are due. Expiring tokens, idle lobbies and deferred responses appear here."
        columns={[
          { title: "At", cell: ({ at: due }) => <Time at={due} /> },
          {
            title: "In",
            cell: ({ at: due }) =>
              now === undefined ? "–" : lengthText(Math.max(0, Date.parse(due) - now)),
          },
          { title: "Kind", cell: ({ kind }) => kind },
          {
            title: "Subject",
            cell: ({ subject }) => (subject === null ? "–" : <Id id={subject} />),
          },
        ]}
      />
    </Card>
  );
}
