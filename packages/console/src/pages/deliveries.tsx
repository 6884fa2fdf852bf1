import { Link } from "wouter";
import { useAct } from "../api/queries.ts";
import { useHref } from "../api/address.ts";
import { ActButton } from "../parts/act-button.tsx";
import { useOneAtATime } from "../parts/one-at-a-time.ts";
import { PagedTable } from "../parts/paged-table.tsx";
import { Card, Fault, Id, Page } from "../parts/parts.tsx";
import { Named } from "../parts/named.tsx";
import { briefMs, Time } from "../parts/time.tsx";
import { Endpoints, QUEUES_EVERY_MS } from "../webhooks/endpoints.tsx";

/** The queues of events: those about one resource are delivered in order. */
function Queues() {
  return (
    <Card title="Queues">
      <PagedTable
        list="control.queues.list"
        label="queues"
        searchIn="queue"
        every={QUEUES_EVERY_MS}
        keyOf={({ application, resource }) => `${application} ${resource}`}
        empty="No queued events. Events that wait for an endpoint appear here; those about one resource are delivered in order."
        columns={[
          { title: "Resource", cell: ({ resource }) => <code>{resource}</code> },
          { title: "Application", cell: ({ application }) => <Named id={application} /> },
          { title: "URL", cell: ({ url }) => url ?? "–" },
          { title: "Waiting", cell: ({ waiting }) => waiting.toLocaleString("en-GB") },
          { title: "Attempts of the first", cell: ({ attempts }) => attempts },
          {
            title: "Next attempt",
            cell: ({ next_attempt_at: at }) => (at === null ? "sending" : <Time at={at} />),
          },
        ]}
      />
    </Card>
  );
}

/** Repeats a delivery once, even if the button is pressed twice. */
function Redeliver({ redeliver }: { readonly redeliver: () => Promise<unknown> }) {
  const once = useOneAtATime();
  return (
    <ActButton type="button" onClick={() => void once(() => redeliver().catch(() => undefined))}>
      Redeliver
    </ActButton>
  );
}

export function DeliveriesPage() {
  const redeliver = useAct("control.deliveries.redeliver");
  const href = useHref();
  return (
    <Page title="Webhooks">
      <Fault error={redeliver.error} />
      <Endpoints />
      <Queues />
      <Card title="Deliveries">
        <PagedTable
          list="control.deliveries.list"
          label="deliveries"
          every={2000}
          keyOf={({ id }) => id}
          empty="No deliveries. Interactions and events sent to an application's endpoint appear here with every attempt."
          columns={[
            { title: "Delivery", cell: ({ id }) => <Id id={id} /> },
            { title: "Type", cell: ({ kind, type }) => `${kind} ${type}` },
            { title: "Application", cell: ({ application }) => <Named id={application} /> },
            { title: "URL", cell: ({ url }) => url ?? "–" },
            { title: "State", cell: ({ state }) => state },
            {
              title: "Attempts",
              cell: ({ attempts }) =>
                attempts.map(({ at, ms, status, error }) => (
                  <div key={at}>
                    <Time at={at} /> {status ?? error ?? ""} {briefMs(ms)}
                  </div>
                )),
            },
            {
              title: "Next attempt",
              cell: ({ next_attempt_at: at }) => (at === null ? "–" : <Time at={at} />),
            },
            {
              title: "Request",
              cell: ({ id, kind, type, application }) => (
                <Link
                  href={
                    kind === "interaction"
                      ? href(`/trace/${id}`)
                      : href("/timeline", { q: `kind:delivery app:${application} name:${type}` })
                  }
                >
                  Request and signature
                </Link>
              ),
            },
            {
              title: "Actions",
              acts: "Redelivering",
              cell: ({ id, kind }) =>
                kind === "event" ? (
                  <Redeliver
                    redeliver={() => redeliver.mutateAsync({ path: { delivery_id: id } })}
                  />
                ) : null,
            },
          ]}
        />
      </Card>
    </Page>
  );
}
