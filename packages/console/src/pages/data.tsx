import { useState } from "react";
import { call, queries } from "../api/queries.ts";
import { useParameter, useWorld } from "../api/address.ts";
import { addressOf, isKind, kinds, singularOf, type Kind, type Listed } from "../records/kinds.ts";
import { recordCallId, recordInput } from "../records/record-calls.ts";
import { Title } from "../records/title.tsx";
import { RecordForm } from "../records/record-form.tsx";
import { Changing } from "../parts/mode.tsx";
import { PagedTable } from "../parts/paged-table.tsx";
import { Card, Json, Page, styles } from "../parts/parts.tsx";

/** How often the first page of a list is refetched, in milliseconds. */
const EVERY_MS = 5000;

export function DataPage() {
  const [requestedKind, setRequestedKind] = useParameter("kind");
  const kind = isKind(requestedKind) ? requestedKind : "users";
  const world = useWorld();
  return (
    <Page
      title="Data"
      actions={
        <label className={styles.row}>
          Kind
          <select value={kind} onChange={({ target }) => setRequestedKind(target.value)}>
            {Object.keys(kinds).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      }
    >
      <Changing what="Adding and changing records">
        {"one" in kinds[kind] ? <Add key={`${world} ${kind}`} kind={kind} /> : null}
      </Changing>
      <Card>
        <Records key={kind} kind={kind} />
      </Card>
    </Page>
  );
}

function Records({ kind }: { readonly kind: Kind }) {
  const [, inspect] = useParameter("inspect");
  return (
    <PagedTable
      list={kinds[kind].list}
      label={kind}
      every={EVERY_MS}
      keyOf={(item, at) => addressOf(kind, item) ?? String(at)}
      empty={`This world has no ${kind}.`}
      columns={[
        {
          title: "Name",
          cell: (item) => {
            const address = addressOf(kind, item);
            const title = <Title listed={item} />;
            if (address === undefined) return title;
            return (
              <button type="button" className={styles.name} onClick={() => inspect(address)}>
                {title}
              </button>
            );
          },
        },
        { title: "World file entry", cell: (item) => <Json value={item} /> },
      ]}
    />
  );
}

function Add({ kind }: { readonly kind: Kind }) {
  const world = useWorld();
  const [, inspect] = useParameter("inspect");
  const [made, setMade] = useState<unknown>();
  async function send(body: Readonly<Record<string, unknown>>): Promise<void> {
    const reply = await call(world, recordCallId(kind, "create"), recordInput({ body }));
    setMade(reply);
    inspect(addressOf(kind, (reply ?? {}) as Listed) ?? "");
    await queries.invalidateQueries({ queryKey: [world] });
  }
  return (
    <Card>
      <details>
        <summary>Add {singularOf(kind)}</summary>
        <RecordForm operation={recordCallId(kind, "create")} action="Add" send={send} />
      </details>
      {made === undefined ? null : (
        <div role="status">
          <p>Added. Copy its secrets now: they are shown only once.</p>
          <Json value={made} />
        </div>
      )}
    </Card>
  );
}
