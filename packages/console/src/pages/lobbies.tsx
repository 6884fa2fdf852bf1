import { Link, useParams } from "wouter";
import { useAct, useAnswer } from "../api/queries.ts";
import { useHref } from "../api/address.ts";
import { ActButton } from "../parts/act-button.tsx";
import { PagedTable } from "../parts/paged-table.tsx";
import { Card, Fault, Id, Page, styles } from "../parts/parts.tsx";
import { Named } from "../parts/named.tsx";
import { lengthText, Time } from "../parts/time.tsx";
import { LobbyPage } from "./lobby.tsx";

export function LobbiesPage() {
  const { id } = useParams<{ readonly id?: string }>();
  return id === undefined ? <EveryLobby /> : <LobbyPage key={id} id={id} />;
}

function EveryLobby() {
  const close = useAct("control.lobbies.remove");
  const move = useAct("control.clock.move");
  const href = useHref();
  const { data } = useAnswer("control.clock.get", {}, { every: 1000 });
  const now = data === undefined ? undefined : Date.parse(data.now);
  return (
    <Page title="Lobbies">
      <Fault error={close.error ?? move.error} />
      <Card>
        <PagedTable
          list="control.lobbies.list"
          label="lobbies"
          every={5000}
          keyOf={({ id }) => id}
          empty="No lobbies. Lobbies that games open appear here, with their players and when they close."
          columns={[
            {
              title: "Lobby",
              cell: ({ id }) => (
                <Link className="mono" href={href(`/lobbies/${id}`)}>
                  {id}
                </Link>
              ),
            },
            { title: "Application", cell: ({ application }) => <Named id={application} /> },
            {
              title: "Members",
              cell: ({ members, connected }) => `${members} (${connected} connected)`,
            },
            {
              title: "Metadata",
              cell: ({ metadata }) => (
                <span className={styles.clipped}>
                  {Object.entries(metadata ?? {})
                    .map(([key, value]) => `${key}=${value}`)
                    .join(" ")}
                </span>
              ),
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
                  ? "not while connected"
                  : `in ${lengthText(Math.max(0, Date.parse(at) - now))}`,
            },
            {
              title: "Actions",
              acts: "Closing a lobby, and skipping its idle time",
              cell: ({ id, closes_at: at }) => (
                <span className={styles.acts}>
                  <Link href={href(`/stage/lobby/${id}`)}>Stage</Link>
                  <Link href={href("/timeline", { q: `text:${id}` })}>Timeline</Link>
                  {at === null ? null : (
                    <ActButton type="button" onClick={() => move.mutate({ body: { now: at } })}>
                      Skip idle time
                    </ActButton>
                  )}
                  <ActButton type="button" onClick={() => close.mutate({ path: { lobby_id: id } })}>
                    Close
                  </ActButton>
                </span>
              ),
            },
          ]}
        />
      </Card>
    </Page>
  );
}
