// The endpoints of applications, and their responses to PINGs with valid and invalid signatures.
import type { ControlReply } from "@antechamber/sdk/control";
import { LIST_MAX, useAct, useAnswer } from "../api/queries.ts";
import { ActButton } from "../parts/act-button.tsx";
import { useApplications } from "../parts/application-choice.tsx";
import { Changing } from "../parts/mode.tsx";
import { clockText } from "../parts/time.tsx";
import { Card, Copy, Empty, Fault, styles } from "../parts/parts.tsx";

type Kind = "interactions" | "events";
type Pinged = ControlReply<"control.applications.probe">["signed_well"];

interface Endpoint {
  readonly application: string;
  readonly name: string;
  readonly kind: Kind;
  readonly url: string;
  readonly note: string;
}

const LISTEN = "npx antechamber webhooks listen --forward-to http://127.0.0.1:3000/events";

/** The status of event webhooks: 1 off, 2 on, 3 disabled by the service. */
const states: Readonly<Record<number, string>> = {
  1: "disabled",
  2: "enabled",
  3: "✕ disabled by the service, because deliveries or its check failed",
};

/** The endpoints of all applications; undefined until they are known. */
function useEndpoints(): readonly Endpoint[] | undefined {
  const { data } = useApplications();
  return data?.items.flatMap((each): Endpoint[] => {
    const of = { application: each.id ?? "", name: each.name ?? "" };
    const { interactions_endpoint_url: interactions, event_webhooks: events } = each;
    const state = states[events?.status ?? 1] ?? "";
    const types = (events?.types ?? []).join(", ");
    return [
      ...(typeof interactions === "string"
        ? [{ ...of, kind: "interactions" as const, url: interactions, note: "" }]
        : []),
      ...(typeof events?.url === "string"
        ? [{ ...of, kind: "events" as const, url: events.url, note: `${state}: ${types}` }]
        : []),
    ];
  });
}

type Queue = ControlReply<"control.queues.list">["items"][number];

export const QUEUES_EVERY_MS = 2000;

/** How many events are queued for an endpoint, and when the next one is sent; empty if none are. */
export function waitingText(queues: readonly Queue[]): string {
  const waiting = queues.reduce((sum, queue) => sum + queue.waiting, 0);
  if (waiting === 0) return "";
  const [next] = queues.flatMap(({ next_attempt_at: at }) => at ?? []).toSorted();
  const of = queues.length === 1 ? "1 queue" : `${queues.length} queues`;
  const tried = next === undefined ? "sending now" : `next attempt at ${clockText(next)}`;
  return `${waiting} ${waiting === 1 ? "event" : "events"} waiting in ${of}, ${tried}`;
}

export function Endpoints() {
  const known = useEndpoints();
  const query = { limit: LIST_MAX };
  const queues = useAnswer("control.queues.list", { query }, { every: QUEUES_EVERY_MS });
  const endpoints = known ?? [];
  return (
    <Card title="Endpoints">
      {endpoints.length === 0 ? (
        <Empty isLoading={known === undefined}>
          No application has an interactions or events URL. Set one under Data; the service checks
          it with a PING.
        </Empty>
      ) : null}
      <p className={styles.soft}>
        To receive events without an endpoint, run <code>{LISTEN}</code>. It verifies each event and
        forwards it. <Copy text={LISTEN}>Copy</Copy>
      </p>
      <ul className={styles.plain}>
        {endpoints.map((each) => (
          <EndpointRow
            key={`${each.application} ${each.kind}`}
            endpoint={each}
            waiting={waitingText(
              (queues.data?.items ?? []).filter(
                ({ application, url }) => application === each.application && url === each.url,
              ),
            )}
          />
        ))}
      </ul>
    </Card>
  );
}

interface EndpointRowProps {
  readonly endpoint: Endpoint;
  /** The queued events, in words. */
  readonly waiting: string;
}

function EndpointRow({ endpoint, waiting }: EndpointRowProps) {
  const { application, name, kind, url, note } = endpoint;
  const probe = useAct("control.applications.probe");
  return (
    <li aria-label={`${kind} of ${name}`}>
      <div className={styles.row}>
        <strong>{name}</strong> {kind} <code className={styles.breaks}>{url}</code> {note}
        <Changing what="Probing endpoints">
          <ActButton
            type="button"
            disabled={probe.isPending}
            onClick={() => probe.mutate({ path: { application }, body: { endpoint: kind } })}
          >
            Probe
          </ActButton>
        </Changing>
      </div>
      {waiting === "" ? null : <p>{waiting}</p>}
      <Fault error={probe.error} />
      {probe.data === undefined ? null : (
        <ul role="status">
          <Answer title="PING with a valid signature" pinged={probe.data.signed_well} />
          <Answer title="PING with an invalid signature" pinged={probe.data.signed_wrongly} />
        </ul>
      )}
    </li>
  );
}

function Answer({ title, pinged }: { readonly title: string; readonly pinged: Pinged }) {
  const { status, error, passes } = pinged;
  return (
    <li data-tone={passes ? "good" : "bad"}>
      {passes ? "✓" : "✕"} {title}: {status === null ? error : `answered ${status}`}
    </li>
  );
}
