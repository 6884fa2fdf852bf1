import type { types } from "@antechamber/sdk/control";
import { useState, type SubmitEvent } from "react";
import { MAIN } from "../api/control.ts";
import { LIST_MAX, useAct, useAnswer } from "../api/queries.ts";
import { useParameter, useWorld } from "../api/address.ts";
import { ActButton } from "../parts/act-button.tsx";
import { Changing } from "../parts/mode.tsx";
import { PagedTable } from "../parts/paged-table.tsx";
import { Card, Fault, Page, Skeleton, styles } from "../parts/parts.tsx";
import { Table } from "../parts/table.tsx";
import { lengthText, wholeText, WholeTime } from "../parts/time.tsx";
import { WorldFiles } from "../worlds/world-files.tsx";

/** The pattern for names of worlds and snapshots. */
const NAME = "[a-z0-9_\\-]{1,64}";

/** The polling interval of sizes and ages. */
const AGES_MS = 5000;

interface NameFormProps {
  readonly label: string;
  readonly action: string;
  readonly take: (name: string) => void;
}

function NameForm({ label, action, take }: NameFormProps) {
  const [name, setName] = useState("");
  function submit(event: SubmitEvent): void {
    event.preventDefault();
    take(name);
    setName("");
  }
  return (
    <form className={`${styles.row} ${styles.spaced}`} onSubmit={submit}>
      <label>
        {label}{" "}
        <input
          pattern={NAME}
          required
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </label>
      <ActButton type="submit">{action}</ActButton>
    </form>
  );
}

/** The age of a world or snapshot in real time, by the service's clock. */
function Age({ since }: { readonly since: string }) {
  const ms = Math.max(0, Date.now() - Date.parse(since));
  return (
    <time dateTime={since} title={`since ${wholeText(since)}`}>
      {lengthText(ms)}
    </time>
  );
}

function parentText(parent: types.WorldParent | null): string {
  if (parent === null) return "–";
  const { world, snapshot } = parent;
  return snapshot === undefined ? world : `${snapshot}, a snapshot of ${world}`;
}

function Worlds() {
  const world = useWorld();
  const [, show] = useParameter("w");
  const create = useAct("control.worlds.create");
  const remove = useAct("control.worlds.delete");
  return (
    <Card title="Worlds">
      <NameForm
        label={`Fork ${world} as`}
        action="Fork"
        take={(name) => create.mutate({ body: { name, from: { fork: world } } })}
      />
      <NameForm
        label="Empty world"
        action="Create"
        take={(name) => create.mutate({ body: { name } })}
      />
      <Fault error={create.error ?? remove.error} />
      <PagedTable
        list="control.worlds.list"
        every={AGES_MS}
        label="worlds"
        hasSearch={false}
        keyOf={({ name }) => name}
        empty="Beside the first world there is none: a fork is a copy to try things in."
        columns={[
          { title: "World", cell: ({ name }) => name },
          { title: "Address", cell: ({ url }) => <code>{url}</code> },
          { title: "Age", cell: ({ created_at: since }) => <Age since={since} /> },
          { title: "Users", cell: ({ users }) => users.toLocaleString("en-GB") },
          { title: "Bytes", cell: ({ bytes }) => bytes?.toLocaleString("en-GB") ?? "–" },
          { title: "Copy of", cell: ({ parent }) => parentText(parent) },
          {
            title: "Actions",
            cell: ({ name }) => (
              <span className={styles.row}>
                <button
                  type="button"
                  disabled={name === world}
                  onClick={() => show(name === MAIN ? "" : name)}
                >
                  Show
                </button>
                {name === MAIN ? null : (
                  <ActButton type="button" onClick={() => remove.mutate({ path: { world: name } })}>
                    Delete
                  </ActButton>
                )}
              </span>
            ),
          },
        ]}
      />
    </Card>
  );
}

interface DiffProps {
  readonly name: string;
  /** The other snapshot; empty: the current state. */
  readonly to: string;
}

function Diff({ name, to }: DiffProps) {
  const query = to === "" ? {} : { to };
  const { data, error } = useAnswer("control.snapshots.diff", { path: { name }, query });
  if (error !== null) return <Fault error={error} />;
  if (data === undefined) return <Skeleton />;
  const { added, removed, changed } = data;
  if (added.length + removed.length + changed.length === 0) {
    return <p role="status">Nothing differs.</p>;
  }
  return (
    <Table label={`Changes since ${name}`} titles={["Kind", "Which", name, to === "" ? "Now" : to]}>
      {changed.map((each) => (
        <tr key={`${each.kind} ${each.id} ${each.path}`}>
          <td>{each.kind}</td>
          <td>
            {each.id} {each.path}
          </td>
          <td>{JSON.stringify(each.before)}</td>
          <td>{JSON.stringify(each.after)}</td>
        </tr>
      ))}
      {added.map((each) => (
        <tr key={`${each.kind} ${each.id}`}>
          <td>{each.kind}</td>
          <td>{each.id}</td>
          <td>–</td>
          <td>added</td>
        </tr>
      ))}
      {removed.map((each) => (
        <tr key={`${each.kind} ${each.id}`}>
          <td>{each.kind}</td>
          <td>{each.id}</td>
          <td>removed</td>
          <td>–</td>
        </tr>
      ))}
    </Table>
  );
}

function Snapshots() {
  const take = useAct("control.snapshots.create");
  const restore = useAct("control.snapshots.restore");
  const remove = useAct("control.snapshots.delete");
  const [compared, compare] = useState("");
  const [other, setOther] = useState("");
  const list = useAnswer("control.snapshots.list", { query: { limit: LIST_MAX } });
  const names = (list.data?.items ?? []).map(({ name }) => name);
  return (
    <Card title="Snapshots">
      <NameForm label="Take" action="Take" take={(name) => take.mutate({ body: { name } })} />
      <Fault error={take.error ?? restore.error ?? remove.error} />
      <PagedTable
        list="control.snapshots.list"
        every={AGES_MS}
        label="snapshots"
        hasSearch={false}
        keyOf={({ name }) => name}
        empty="A snapshot keeps everything of this world, its clock included; going back to it takes milliseconds."
        columns={[
          { title: "Snapshot", cell: ({ name }) => name },
          { title: "At", cell: ({ at, created_at: real }) => <WholeTime at={at} real={real} /> },
          { title: "Age", cell: ({ created_at: since }) => <Age since={since} /> },
          { title: "Bytes", cell: ({ bytes }) => bytes.toLocaleString("en-GB") },
          {
            title: "Holds",
            cell: ({ counts }) =>
              Object.entries(counts)
                .map(([kind, count]) => `${count} ${count === 1 ? kind.replace(/s$/, "") : kind}`)
                .join(", "),
          },
          {
            title: "Actions",
            cell: ({ name }) => (
              <span className={styles.row}>
                <ActButton type="button" onClick={() => restore.mutate({ path: { name } })}>
                  Restore
                </ActButton>
                <button type="button" onClick={() => compare(name)}>
                  Compare with now
                </button>
                <ActButton type="button" onClick={() => remove.mutate({ path: { name } })}>
                  Delete
                </ActButton>
              </span>
            ),
          },
        ]}
      />
      {compared === "" ? null : (
        <>
          <label>
            Compare {compared} with{" "}
            <select value={other} onChange={({ target }) => setOther(target.value)}>
              <option value="">now</option>
              {names
                .filter((name) => name !== compared)
                .map((name) => (
                  <option key={name}>{name}</option>
                ))}
            </select>
          </label>
          <Diff name={compared} to={other} />
        </>
      )}
    </Card>
  );
}

export function WorldsPage() {
  const world = useWorld();
  const reset = useAct("control.world.reset");
  return (
    <Page
      title="Worlds"
      actions={
        <Changing what="Resetting the world">
          <ActButton type="button" onClick={() => reset.mutate({})}>
            Reset {world}
          </ActButton>
        </Changing>
      }
    >
      <Fault error={reset.error} />
      <Changing what="Other worlds, and snapshots">
        <Worlds />
        <Snapshots />
      </Changing>
      <WorldFiles />
    </Page>
  );
}
