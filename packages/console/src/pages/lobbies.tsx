import { useAnswer } from "../api/queries.ts";
import { PagedTable } from "../parts/paged-table.tsx";
import { Card, Id, Page } from "../parts/parts.tsx";
import { Named } from "../parts/named.tsx";
import { lengthText, Time } from "../parts/time.tsx";

export function LobbiesPage() {
  const { data } = useAnswer("control.clock.get", {}, { every: 1000 });
  const now = data === undefined ? undefined : Date.parse(data.now);
  return (
    <Page title="Lobbies">
      <Card>
        <PagedTable
          list="control.lobbies.list"
          label="lobbies"
          every={5000}
          keyOf={({ id }) => id}
          empty="Lobbies that games open stand here, with how many players are connected and when an idle one closes."
          columns={[
            { title: "Lobby", cell: ({ id }) => <Id id={id} /> },
            { title: "Application", cell: ({ application }) => <Named id={application} /> },
            {
              title: "Members",
              cell: ({ members, connected }) => `${members} (${connected} connected)`,
            },
            {
              title: "Metadata",
              cell: ({ metadata }) =>
                Object.entries(metadata ?? {})
                  .map(([key, value]) => `${key}=${value}`)
                  .join(" "),
            },
            {
              title: "Linked channel",
              cell: ({ linked_channel: id }) => (id === null ? "–" : <Id id={id} />),
            },
            { title: "Opened", cell: ({ created_at: at }) => <Time at={at} /> },
            {
              title: "Closes",
              cell: ({ closes_at: at }) =>
                at === null || now === undefined
                  ? "while somebody is there, never"
                  : `in ${lengthText(Math.max(0, Date.parse(at) - now))}`,
            },
          ]}
        />
      </Card>
    </Page>
  );
}
