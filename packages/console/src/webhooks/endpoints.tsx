// The endpoints of applications, and what they answer to a PING that is signed well or wrongly.
import type { ControlReply } from "@antechamber/sdk/control";
import { useAct } from "../api/queries.ts";
import { useApplications } from "../parts/application-choice.tsx";
import { Changing } from "../parts/mode.tsx";
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

/** What event webhooks are: 1 off, 2 on, 3 switched off by the service. */
const states: Readonly<Record<number, string>> = {
  1: "switched off",
  2: "switched on",
  3: "✕ switched off by the service, since deliveries or its check failed",
};

/** The addresses of all applications; undefined while they are not known. */
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

export function Endpoints() {
  const known = useEndpoints();
  const endpoints = known ?? [];
  return (
    <Card title="Endpoints">
      {endpoints.length === 0 ? (
        <Empty isLoading={known === undefined}>
          No application has an address for interactions or events: set one under Data, and it is
          asked whether it is one.
        </Empty>
      ) : null}
      <p className={styles.soft}>
        Events without an address of your own: <code>{LISTEN}</code> takes them, shows each with its
        verdict, and passes it on. <Copy text={LISTEN}>Copy</Copy>
      </p>
      <ul className={styles.plain}>
        {endpoints.map((each) => (
          <EndpointRow key={`${each.application} ${each.kind}`} endpoint={each} />
        ))}
      </ul>
    </Card>
  );
}

function EndpointRow({ endpoint }: { readonly endpoint: Endpoint }) {
  const { application, name, kind, url, note } = endpoint;
  const probe = useAct("control.applications.probe");
  return (
    <li aria-label={`${kind} of ${name}`}>
      <p className={styles.row}>
        <strong>{name}</strong> {kind} <code className={styles.breaks}>{url}</code> {note}
        <Changing what="Probing it">
          <button
            type="button"
            disabled={probe.isPending}
            onClick={() => probe.mutate({ path: { application }, body: { endpoint: kind } })}
          >
            Probe
          </button>
        </Changing>
      </p>
      <Fault error={probe.error} />
      {probe.data === undefined ? null : (
        <ul role="status">
          <Answer title="a PING that is signed well" pinged={probe.data.signed_well} />
          <Answer title="a PING that is signed wrongly" pinged={probe.data.signed_wrongly} />
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
