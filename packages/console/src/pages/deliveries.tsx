import { useAct } from "../api/queries.ts";
import { PagedTable } from "../parts/paged-table.tsx";
import { Card, Fault, Id, Page } from "../parts/parts.tsx";
import { Named } from "../parts/named.tsx";
import { briefMs, Time } from "../parts/time.tsx";

export function DeliveriesPage() {
  const redeliver = useAct("control.deliveries.redeliver");
  return (
    <Page title="Webhooks">
      <Fault error={redeliver.error} />
      <Card>
        <PagedTable
          list="control.deliveries.list"
          label="deliveries"
          every={2000}
          keyOf={({ id }) => id}
          empty="Interactions and events that go to an application's endpoint stand here with every attempt."
          columns={[
            { title: "Delivery", cell: ({ id }) => <Id id={id} /> },
            { title: "What", cell: ({ kind, type }) => `${kind} ${type}` },
            { title: "Application", cell: ({ application }) => <Named id={application} /> },
            { title: "To", cell: ({ url }) => url ?? "–" },
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
              title: "Next",
              cell: ({ next_attempt_at: at }) => (at === null ? "–" : <Time at={at} />),
            },
            {
              title: "Again",
              cell: ({ id, kind }) =>
                kind === "event" ? (
                  <button
                    type="button"
                    onClick={() => redeliver.mutate({ path: { delivery_id: id } })}
                  >
                    Redeliver
                  </button>
                ) : null,
            },
          ]}
        />
      </Card>
    </Page>
  );
}
