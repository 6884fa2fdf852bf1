import type { types } from "@antechamber/sdk/control";
import { useMutation } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import { MAIN } from "../api/control.ts";
import { call, LIST_MAX, queries, useAct, useAnswer } from "../api/queries.ts";
import { useParameter, useWorld } from "../api/address.ts";
import { ActButton } from "../parts/act-button.tsx";
import { ConfirmedButton } from "../parts/confirmed-button.tsx";
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
  return snapshot === undefined ? world : `${world}, snapshot ${snapshot}`;
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
        label="New empty world"
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
        empty="No other worlds. Fork this one to try things in a copy."
        columns={[
          { title: "World", cell: ({ name }) => name },
          { title: "URL", cell: ({ url }) => <code>{url}</code> },
          { title: "Age", cell: ({ created_at: since }) => <Age since={since} /> },
          { title: "Users", cell: ({ users }) => users.toLocaleString("en-GB") },
          { title: "Bytes", cell: ({ bytes }) => bytes?.toLocaleString("en-GB") ?? "–" },
          { title: "Parent", cell: ({ parent }) => parentText(parent) },
          {
            title: "Actions",
            cell: ({ name }) => (
              <span className={styles.row}>
                <button
                  type="button"
                  disabled={name === world}
                  onClick={() => show(name === MAIN ? "" : name)}
                >
                  Switch to{" "}
                </button>
                {name === MAIN ? null : (
                  <ConfirmedButton
                    label="Delete"
                    question={`Really delete ${name}?`}
                    act={() => remove.mutate({ path: { world: name } })}
                  />
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
    return <p role="status">No differences.</p>;
  }
  return (
    <Table
      label={`Changes since ${name}`}
      titles={["Kind", "Record", name, to === "" ? "Now" : to]}
    >
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
      <NameForm
        label="New snapshot"
        action="Take snapshot"
        take={(name) => take.mutate({ body: { name } })}
      />
      <Fault error={take.error ?? restore.error ?? remove.error} />
      <PagedTable
        list="control.snapshots.list"
        every={AGES_MS}
        label="snapshots"
        hasSearch={false}
        keyOf={({ name }) => name}
        empty="No snapshots. A snapshot saves the whole world with its clock; restoring one takes milliseconds."
        columns={[
          { title: "Snapshot", cell: ({ name }) => name },
          {
            title: "World time",
            cell: ({ at, created_at: real }) => <WholeTime at={at} real={real} />,
          },
          { title: "Age", cell: ({ created_at: since }) => <Age since={since} /> },
          { title: "Bytes", cell: ({ bytes }) => bytes.toLocaleString("en-GB") },
          {
            title: "Contents",
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

/** The snapshot that undoes the latest reset. */
const BEFORE_RESET = "before-reset";

/** Resets the world after a snapshot of it, and undoes this. */
function useReset(world: string) {
  const onSettled = () => queries.invalidateQueries({ queryKey: [world] });
  const path = { name: BEFORE_RESET };
  const reset = useMutation({
    mutationFn: async () => {
      const { items } = await call(world, "control.snapshots.list", { query: { limit: LIST_MAX } });
      const hasOlder = items.some(({ name }) => name === BEFORE_RESET);
      if (hasOlder) await call(world, "control.snapshots.delete", { path });
      await call(world, "control.snapshots.create", { body: path });
      await call(world, "control.world.reset", {});
    },
    onSettled,
  });
  const undo = useMutation({
    mutationFn: () => call(world, "control.snapshots.restore", { path }),
    onSuccess: () => reset.reset(),
    onSettled,
  });
  return { reset, undo };
}

/** The page, with a reset to undo only in the world where it was done. */
export function WorldsPage() {
  const world = useWorld();
  return <OfWorld key={world} world={world} />;
}

function OfWorld({ world }: { readonly world: string }) {
  const { reset, undo } = useReset(world);
  return (
    <Page
      title="Worlds"
      actions={
        <Changing what="Resetting the world">
          <ActButton type="button" onClick={() => reset.mutate()}>
            Reset {world}
          </ActButton>
        </Changing>
      }
    >
      <Fault error={reset.error ?? undo.error} />
      <div role="status">
        {reset.isSuccess ? (
          <p className={styles.row}>
            {world} was reset. The snapshot {BEFORE_RESET} has what it was before.
            <ActButton type="button" onClick={() => undo.mutate()}>
              Undo
            </ActButton>
          </p>
        ) : null}
      </div>
      <Changing what="Managing worlds and snapshots">
        <Worlds />
        <Snapshots />
      </Changing>
      <WorldFiles />
    </Page>
  );
}
