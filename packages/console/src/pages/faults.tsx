import { useState, type SubmitEvent } from "react";
import type { ControlInput } from "@antechamber/sdk/control";
import { Link } from "wouter";
import { useAct, useAnswer } from "../api/queries.ts";
import { useHref } from "../api/address.ts";
import { ActButton } from "../parts/act-button.tsx";
import { ApplicationSelect } from "../parts/application-choice.tsx";
import { Changing } from "../parts/mode.tsx";
import { useOneAtATime } from "../parts/one-at-a-time.ts";
import { PagedTable } from "../parts/paged-table.tsx";
import { Card, Empty, Fault, Id, Page, styles } from "../parts/parts.tsx";
import { Time } from "../parts/time.tsx";

type Form = ControlInput<"control.faults.create">["body"];

/** Common faults, by name. */
const presets: Readonly<Record<string, Pick<Form, "http" | "gateway">>> = {
  "flaky 502": { http: { status: 502 } },
  "429 storm": { http: { rate_limit: { retry_after: 2 } } },
  "slow answers": { http: { delay_ms: 2000 } },
  "cut connection": { http: { drop: true } },
  "gateway asks to reconnect": { gateway: { reconnect: true } },
  "gateway session lost": { gateway: { invalid_session: false } },
  "gateway silent": { gateway: { silent: true } },
  "gateway closes 4000": { gateway: { close_code: 4000 } },
  "custom JSON": {},
};
const OWN = "custom JSON";

function InjectForm() {
  const inject = useAct("control.faults.create");
  const once = useOneAtATime();
  const [preset, setPreset] = useState("flaky 502");
  const [application, setApplication] = useState("");
  const [route, setRoute] = useState("");
  const [count, setCount] = useState(1);
  const [own, setOwn] = useState('{"http": {"status": 503, "delay_ms": 500}}');
  function submit(event: SubmitEvent): void {
    event.preventDefault();
    const match = {
      count,
      ...(application === "" ? {} : { application }),
      ...(route === "" ? {} : { route }),
    };
    // The service validates a custom fault, and reports invalid fields.
    const effect = preset === OWN ? effectIn(own) : presets[preset];
    // The reason for a refusal is shown above the button.
    void once(() => inject.mutateAsync({ body: { match, ...effect } }).catch(() => undefined));
  }
  return (
    <Card title="Inject a fault">
      <form className={styles.form} onSubmit={submit}>
        <label>
          Fault{" "}
          <select value={preset} onChange={({ target }) => setPreset(target.value)}>
            {Object.keys(presets).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        {preset === OWN ? (
          <label>
            Effect as JSON: http or gateway
            <textarea rows={3} value={own} onChange={({ target }) => setOwn(target.value)} />
          </label>
        ) : null}
        <ApplicationSelect value={application} choose={setApplication} none="any" />
        <label>
          Endpoint (id or path template, empty for any)
          <input
            placeholder="/lobbies/{lobby_id}"
            value={route}
            onChange={({ target }) => setRoute(target.value)}
          />
        </label>
        <label>
          Times
          <input
            type="number"
            min={1}
            max={10_000}
            value={count}
            onChange={({ target }) => setCount(target.valueAsNumber)}
          />
        </label>
        <Fault error={inject.error} />
        <ActButton type="submit" data-first>
          Inject{" "}
        </ActButton>
      </form>
    </Card>
  );
}

function effectIn(text: string): Pick<Form, "http" | "gateway"> {
  try {
    return JSON.parse(text) as Pick<Form, "http" | "gateway">;
  } catch {
    return {};
  }
}

const TRIGGERED_MAX = 20;

/** The most recently triggered faults, with their effects. */
function Triggered() {
  const href = useHref();
  const { data, error } = useAnswer(
    "control.journal.list",
    { query: { kind: ["fault"], limit: TRIGGERED_MAX } },
    { every: 2000 },
  );
  const items = data?.items ?? [];
  return (
    <Card title="Triggered">
      <Fault error={error} />
      {items.length === 0 && error === null ? (
        <Empty isLoading={data === undefined}>No fault has been triggered yet.</Empty>
      ) : null}
      <ul className={styles.plain}>
        {items.toReversed().map(({ id, trace, at, real_at: real, summary }) => (
          <li key={id}>
            <Link className={styles.brief} href={href(`/trace/${trace}`, { entry: id })}>
              <Time at={at} real={real} />
              <span data-tone="warn">!</span>
              <span>{summary}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The polling interval of active faults, which disappear once they are used up. Milliseconds. */
const ACTIVE_MS = 2000;

export function FaultsPage() {
  const remove = useAct("control.faults.remove");
  const clear = useAct("control.faults.clear");
  const first = useAnswer("control.faults.list", { query: { limit: 1 } }, { every: ACTIVE_MS });
  const isNoneActive = first.data?.items.length === 0;
  return (
    <Page
      title="Faults"
      actions={
        <Changing what="Stopping faults">
          <ActButton
            type="button"
            disabled={isNoneActive}
            title={isNoneActive ? "No active faults" : undefined}
            onClick={() => clear.mutate({})}
          >
            Stop all
          </ActButton>
        </Changing>
      }
    >
      <Fault error={remove.error ?? clear.error} />
      <Changing what="Injecting faults">
        <InjectForm />
      </Changing>
      <Card title="Active">
        <PagedTable
          list="control.faults.list"
          label="active faults"
          hasSearch={false}
          every={ACTIVE_MS}
          keyOf={({ id }) => id}
          empty="No active faults. Inject one above: it stays here until it has been triggered that many times."
          columns={[
            { title: "Fault", cell: ({ id }) => <Id id={id} /> },
            { title: "Matches", cell: ({ match }) => <code>{JSON.stringify(match)}</code> },
            {
              title: "Effect",
              cell: ({ http, gateway }) => <code>{JSON.stringify(http ?? gateway)}</code>,
            },
            {
              title: "Actions",
              acts: "Stopping a fault",
              cell: ({ id }) => (
                <ActButton type="button" onClick={() => remove.mutate({ path: { fault_id: id } })}>
                  Stop{" "}
                </ActButton>
              ),
            },
          ]}
        />
      </Card>
      <Triggered />
    </Page>
  );
}
