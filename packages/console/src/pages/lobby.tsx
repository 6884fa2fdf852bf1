// One lobby: its data, members, messages and closing time, with everything that its application
// could do to it.
import type { types } from "@antechamber/sdk/control";
import { RestError } from "@antechamber/sdk/control";
import { useState, type SubmitEvent } from "react";
import { Link } from "wouter";
import { LIST_MAX, call, queries, useAct, useAnswer } from "../api/queries.ts";
import { useHref, useWorld } from "../api/address.ts";
import { MessageText } from "../markdown/text.tsx";
import { ActButton } from "../parts/act-button.tsx";
import { Named } from "../parts/named.tsx";
import { useNames } from "../parts/names.ts";
import { useNow } from "../parts/now.ts";
import { Card, Empty, Fault, Page, Skeleton, styles } from "../parts/parts.tsx";
import { Table } from "../parts/table.tsx";
import { lengthText, Time, WholeTime } from "../parts/time.tsx";
import { RecordForm } from "../records/record-form.tsx";

type Lobby = types.LobbyDetail;
type Member = Lobby["member_list"][number];

/** The polling interval in milliseconds: members come and go without user action. */
const EVERY_MS = 2000;
/** The number of panes of the Stage. */
const PANES_MAX = 4;
const NOT_FOUND = 404;

export function LobbyPage({ id }: { readonly id: string }) {
  const path = { lobby_id: id };
  const { data, error } = useAnswer("control.lobbies.get", { path }, { every: EVERY_MS });
  const isGone = error instanceof RestError && error.status === NOT_FOUND;
  return (
    <Page
      title={`Lobby ${id}`}
      actions={data === undefined || isGone ? null : <Links lobby={data} />}
    >
      {isGone ? <Empty>Lobby not found. It was closed, or the id is wrong.</Empty> : null}
      {isGone ? null : <Fault error={error} />}
      {data === undefined && error === null ? <Skeleton /> : null}
      {data === undefined || isGone ? null : <Parts lobby={data} />}
    </Page>
  );
}

function Links({ lobby: { id, member_list: members } }: { readonly lobby: Lobby }) {
  const href = useHref();
  const nameOf = useNames();
  const names = members.flatMap((member) => nameOf(member.id) ?? []).slice(0, PANES_MAX);
  const as: Readonly<Record<string, string>> = names.length === 0 ? {} : { as: names.join(",") };
  return (
    <>
      <Link href={href("/lobbies")}>All lobbies</Link>
      <Link href={href("/timeline", { q: `text:${id}` })}>Show in timeline</Link>
      <Link href={href(`/stage/lobby/${id}`, as)}>Act as its players</Link>
    </>
  );
}

function Parts({ lobby }: { readonly lobby: Lobby }) {
  const world = useWorld();
  const path = { lobby_id: lobby.id };
  const change = async (body: Readonly<Record<string, unknown>>): Promise<void> => {
    await call(world, "control.lobbies.edit", { path, body });
    await queries.invalidateQueries({ queryKey: [world] });
  };
  const { metadata, flags, idle_timeout_seconds, override_event_webhooks_url } = lobby;
  const record = { metadata, flags, idle_timeout_seconds, override_event_webhooks_url };
  return (
    <>
      <div className={styles.grid}>
        <Facts lobby={lobby} />
        <LobbyMessages lobby={lobby} />
      </div>
      <Members lobby={lobby} />
      <Card title="Edit">
        <RecordForm operation="control.lobbies.edit" record={record} action="Save" send={change} />
      </Card>
    </>
  );
}

function Facts({ lobby }: { readonly lobby: Lobby }) {
  const close = useAct("control.lobbies.remove");
  const move = useAct("control.clock.move");
  const now = useNow()?.now;
  const { id, closes_at: closesAt } = lobby;
  const left = closesAt === null || now === undefined ? undefined : Date.parse(closesAt) - now;
  return (
    <Card title="Details">
      <Fault error={close.error ?? move.error} />
      <dl className={styles.facts}>
        <dt>Application</dt>
        <dd>
          <Named id={lobby.application} />
        </dd>
        <dt>Opened</dt>
        <dd>
          <Time at={lobby.created_at} />
        </dd>
        <dt>Metadata</dt>
        <dd>{metadataText(lobby.metadata)}</dd>
        <dt>Flags</dt>
        <dd>{lobby.flags}</dd>
        <dt>Idle timeout</dt>
        <dd>{lengthText(lobby.idle_timeout_seconds * 1000)}</dd>
        <dt>Closes</dt>
        <dd>
          {left === undefined ? "not while connected" : `in ${lengthText(Math.max(0, left))}`}
        </dd>
        <dt>Join secret</dt>
        <dd>
          {lobby.secret_expires_at === null ? (
            "none"
          ) : (
            <>
              expires <WholeTime at={lobby.secret_expires_at} />
            </>
          )}
        </dd>
        <dt>Linked channel</dt>
        <dd>
          <LinkedChannel lobby={lobby} />
        </dd>
        <dt>Event webhook</dt>
        <dd className={styles.breaks}>
          {lobby.override_event_webhooks_url ?? "the application's URL"}
        </dd>
      </dl>
      <div className={styles.row}>
        {closesAt === null ? null : (
          <ActButton type="button" onClick={() => move.mutate({ body: { now: closesAt } })}>
            Skip idle time
          </ActButton>
        )}
        <ActButton type="button" onClick={() => close.mutate({ path: { lobby_id: id } })}>
          Close lobby
        </ActButton>
      </div>
    </Card>
  );
}

function LinkedChannel({ lobby }: { readonly lobby: Lobby }) {
  const href = useHref();
  const { linked_channel: id, linked_by: by, linked_at: at } = lobby;
  const isOff = id === null;
  const { data } = useAnswer("control.channels.get", { path: { channel: id ?? "" } }, { isOff });
  if (id === null) return "none";
  const guild = typeof data?.guild === "string" ? data.guild : "@me";
  return (
    <>
      <Link href={href(`/stage/${guild}/${id}`)}>#{data?.name ?? id}</Link>
      {by === null ? null : (
        <>
          , by <Named id={by} />
        </>
      )}
      {at === null ? null : (
        <>
          {" "}
          at <Time at={at} />
        </>
      )}
    </>
  );
}

function metadataText(metadata: Readonly<Record<string, string>> | null): string {
  const pairs = Object.entries(metadata ?? {}).map(([key, value]) => `${key}=${value}`);
  return pairs.length === 0 ? "none" : pairs.join(" ");
}

/** The messages of the lobby, newest last. */
function LobbyMessages({ lobby: { id } }: { readonly lobby: Lobby }) {
  const path = { lobby_id: id };
  const { data, error } = useAnswer("control.lobbies.messages", { path }, { every: EVERY_MS });
  return (
    <Card title="Messages">
      <Fault error={error} />
      {data?.length === 0 ? (
        <Empty>No messages. What players write is kept for three days.</Empty>
      ) : (
        <ol className={styles.said} tabIndex={0} aria-label="Messages of the lobby">
          {(data ?? []).toReversed().map((message) => (
            <li key={message.id}>
              <strong>{message.lobby_member?.additional_name ?? message.author.username}</strong>{" "}
              <span className={styles.soft}>
                {message.application_id === undefined ? "from the channel" : "from the game"}
              </span>
              <MessageText text={message.content} />
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

const memberTitles = ["User", "Status", "In-game name", "Flags", "Metadata", "Actions"];

function Members({ lobby }: { readonly lobby: Lobby }) {
  const remove = useAct("control.lobbies.removeMember");
  const href = useHref();
  const nameOf = useNames();
  const { id, member_list: members } = lobby;
  const removeMember = (user: string): void => remove.mutate({ path: { lobby_id: id, user } });
  return (
    <Card title={`Members (${lobby.members}, ${lobby.connected} connected)`}>
      <Fault error={remove.error} />
      {members.length === 0 ? <Empty>No members. Add one below.</Empty> : null}
      {members.length === 0 ? null : (
        <Table label="Members" titles={memberTitles}>
          {members.map((member) => (
            <tr key={member.id}>
              <MemberCells member={member} />
              <td>
                <span className={styles.row}>
                  <Link href={href(`/stage/lobby/${id}`, { as: nameOf(member.id) ?? member.id })}>
                    Act as
                  </Link>
                  <ActButton type="button" onClick={() => removeMember(member.id)}>
                    Remove{" "}
                  </ActButton>
                </span>
              </td>
            </tr>
          ))}
        </Table>
      )}
      <AddMember lobby={lobby} />
    </Card>
  );
}

function MemberCells({ member }: { readonly member: Member }) {
  return (
    <>
      <td>
        <Named id={member.id} />
      </td>
      <td>{member.connected ? "✓ connected" : "not connected"}</td>
      <td>{member.additional_name ?? "–"}</td>
      <td>{member.flags}</td>
      <td>{metadataText(member.metadata)}</td>
    </>
  );
}

/** A form that adds a user who is not a member yet. */
function AddMember({ lobby: { id, member_list: members } }: { readonly lobby: Lobby }) {
  const add = useAct("control.lobbies.addMember");
  const [chosen, choose] = useState("");
  const users = useAnswer("control.users.list", { query: { limit: LIST_MAX } });
  const inside = new Set(members.map((member) => member.id));
  const others = (users.data?.items ?? []).filter((user) => !inside.has(user.id ?? ""));
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (chosen !== "") add.mutate({ path: { lobby_id: id, user: chosen }, body: {} });
    choose("");
  };
  return (
    <form className={styles.row} onSubmit={submit}>
      <label>
        Add member{" "}
        <select value={chosen} onChange={({ target }) => choose(target.value)}>
          <option value="">Choose a user</option>
          {others.map((user) => (
            <option key={user.id} value={user.id ?? ""}>
              {user.username}
            </option>
          ))}
        </select>
      </label>
      <ActButton type="submit" disabled={chosen === ""}>
        Add
      </ActButton>
      <Fault error={add.error} />
    </form>
  );
}
