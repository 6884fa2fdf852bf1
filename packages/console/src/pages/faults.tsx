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

/** Common failures, by name. */
const presets: Readonly<Record<string, Pick<Form, "http" | "gateway">>> = {
  "flaky 502": { http: { status: 502 } },
  "429 storm": { http: { rate_limit: { retry_after: 2 } } },
  "slow answers": { http: { delay_ms: 2000 } },
  "cut connection": { http: { drop: true } },
  "gateway asks to reconnect": { gateway: { reconnect: true } },
  "gateway session lost": { gateway: { invalid_session: false } },
  "gateway silent": { gateway: { silent: true } },
  "gateway closes 4000": { gateway: { close_code: 4000 } },
  "of my own": {},
};
const OWN = "of my own";

function Plan() {
  const plan = useAct("control.faults.create");
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
    void once(() => plan.mutateAsync({ body: { match, ...effect } }).catch(() => undefined));
  }
  return (
    <Card title="Plan a failure">
      <form className={styles.form} onSubmit={submit}>
        <label>
          What happens
          <select value={preset} onChange={({ target }) => setPreset(target.value)}>
            {Object.keys(presets).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        {preset === OWN ? (
          <label>
            As the control plane takes it, in JSON
            <textarea rows={3} value={own} onChange={({ target }) => setOwn(target.value)} />
          </label>
        ) : null}
        <ApplicationSelect value={application} choose={setApplication} none="any" />
        <label>
          Endpoint: its id or the template of its path
          <input
            placeholder="/lobbies/{lobby_id}"
            value={route}
            onChange={({ target }) => setRoute(target.value)}
          />
        </label>
        <label>
          How many times
          <input
            type="number"
            min={1}
            max={10_000}
            value={count}
            onChange={({ target }) => setCount(target.valueAsNumber)}
          />
        </label>
        <Fault error={plan.error} />
        <ActButton type="submit" data-first>
          Plan it
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

const STRIKES_MAX = 20;

/** The most recently injected faults, with their effects. */
function Strikes() {
  const href = useHref();
  const { data, error } = useAnswer(
    "control.journal.list",
    { query: { kind: ["fault"], limit: STRIKES_MAX } },
    { every: 2000 },
  );
  const items = data?.items ?? [];
  return (
    <Card title="Has struck">
      <Fault error={error} />
      {items.length === 0 && error === null ? (
        <Empty isLoading={data === undefined}>Nothing has failed on purpose yet.</Empty>
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

/** The polling interval of planned faults, which disappear when they are injected. Milliseconds. */
const PLANNED_MS = 2000;

export function FaultsPage() {
  const remove = useAct("control.faults.remove");
  const clear = useAct("control.faults.clear");
  const first = useAnswer("control.faults.list", { query: { limit: 1 } }, { every: PLANNED_MS });
  const isNonePlanned = first.data?.items.length === 0;
  return (
    <Page
      title="Faults"
      actions={
        <Changing what="Taking faults back">
          <ActButton
            type="button"
            disabled={isNonePlanned}
            title={isNonePlanned ? "No failure is planned" : undefined}
            onClick={() => clear.mutate({})}
          >
            Take all back
          </ActButton>
        </Changing>
      }
    >
      <Fault error={remove.error ?? clear.error} />
      <Changing what="Planning a failure">
        <Plan />
      </Changing>
      <Strikes />
      <Card title="Planned">
        <PagedTable
          list="control.faults.list"
          label="planned failures"
          hasSearch={false}
          every={PLANNED_MS}
          keyOf={({ id }) => id}
          empty="No failure is planned: what is planned stands here until it has struck."
          columns={[
            { title: "Fault", cell: ({ id }) => <Id id={id} /> },
            { title: "Strikes", cell: ({ match }) => <code>{JSON.stringify(match)}</code> },
            {
              title: "With",
              cell: ({ http, gateway }) => <code>{JSON.stringify(http ?? gateway)}</code>,
            },
            {
              title: "Actions",
              acts: "Taking a fault back",
              cell: ({ id }) => (
                <ActButton type="button" onClick={() => remove.mutate({ path: { fault_id: id } })}>
                  Take back
                </ActButton>
              ),
            },
          ]}
        />
      </Card>
    </Page>
  );
}
