// A lobby as one of its players sees it.
import { useState, useSyncExternalStore, type SubmitEvent } from "react";
import { call } from "../api/queries.ts";
import { useGo, useParameter, useWorld } from "../api/address.ts";
import { MentionNames, MessageText } from "../markdown/text.tsx";
import { useNames } from "../parts/names.ts";
import { Copy, Empty, Fault } from "../parts/parts.tsx";
import { useFollowedEnd } from "./followed-end.ts";
import { useLine } from "./line.ts";
import { deletedOf, withGhosts } from "./ghosts.ts";
import { sendsByEnter } from "./sends-by-enter.ts";
import type { LobbyMember } from "./session/lobby-seen.ts";
import type { PlayerSession } from "./session/player-session.ts";
import { nameOfUser, useOpen } from "./session/use-session.ts";
import { ClosePane, SessionStatus } from "./pane-head.tsx";
import { NotSent, UnsentElsewhere, useOutbox, type Outbox, type WritingAs } from "./outbox.tsx";
import styles from "./stage.module.css";
import { lobbyLine } from "./test-lines.ts";

interface LobbyPaneProps {
  readonly session: PlayerSession;
  readonly close: (() => void) | undefined;
}

function metadataText(metadata: Readonly<Record<string, string>> | null): string {
  const pairs = Object.entries(metadata ?? {}).map(([key, value]) => `${key}=${value}`);
  return pairs.length === 0 ? "no metadata" : pairs.join(" ");
}

/** The messages that the player sends in the lobby, and those that failed. */
function useSpeaking({ user, place, connection }: PlayerSession) {
  const writing = {
    user,
    place: {
      id: `lobby ${place.lobby}`,
      title: `lobby ${place.lobby}`,
      path: `/stage/lobby/${place.lobby}`,
    },
  };
  const outbox = useOutbox<string>(writing, (content, nonce) =>
    connection.call("lobbies.createMessage", {
      path: { lobby_id: place.lobby },
      body: { content, nonce, enforce_nonce: true },
    }),
  );
  return { writing, outbox };
}

export function LobbyPane({ session, close }: LobbyPaneProps) {
  const { user, place } = session;
  const seen = useSyncExternalStore(session.connection.listen, session.seen);
  const link = useSyncExternalStore(session.connection.listen, session.connection.link);
  const [failure, fail] = useState<unknown>();
  useOpen(session.connection);
  const attempt = (work: () => Promise<unknown>): void => {
    fail(undefined);
    work().catch(fail);
  };
  const path = { lobby_id: place.lobby };
  const { writing, outbox } = useSpeaking(session);
  return (
    <section className={styles.pane} data-pane aria-label={user}>
      <div className={styles.who}>
        <h2>{user}</h2>
        <SessionStatus link={link} />
        <ClosePane user={user} close={close} />
      </div>
      {seen.lobby === undefined ? (
        <>
          <Outside
            session={session}
            attempt={attempt}
            left={seen.left}
            isReady={link.status === "ready"}
          />
          <NotSent outbox={outbox} textOf={(content) => content} edit={() => undefined} />
        </>
      ) : (
        <Inside session={session} writing={writing} outbox={outbox} />
      )}
      <Fault error={failure} />
      <UnsentElsewhere {...writing} />
      <div className={styles.bar}>
        <Copy text={lobbyLine(user, place.lobby)}>Copy as test line</Copy>
        {seen.lobby === undefined ? null : (
          <button
            type="button"
            onClick={() => attempt(() => session.connection.call("lobbies.leave", { path }))}
          >
            Leave lobby
          </button>
        )}
      </div>
    </section>
  );
}

interface PartProps {
  readonly session: PlayerSession;
  readonly attempt: (work: () => Promise<unknown>) => void;
}

interface OutsideProps extends PartProps {
  readonly left: "deleted" | "removed" | undefined;
  readonly isReady: boolean;
}

/**
 * Shown to a player who is not in the lobby: they can join by its secret, or be added by its
 * application.
 */
function Outside({ session, attempt, left, isReady }: OutsideProps) {
  const world = useWorld();
  const go = useGo();
  const [as] = useParameter("as");
  const { user, place } = session;
  const [secret, setSecret] = useState("");
  const join = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    attempt(async () => {
      const { id } = await session.connection.call("lobbies.join", { body: { secret } });
      if (id !== place.lobby) go(`/stage/lobby/${id}`, as === "" ? {} : { as });
    });
  };
  const put = (): Promise<unknown> =>
    call(world, "control.lobbies.addMember", {
      path: { lobby_id: place.lobby, user },
      body: {},
    });
  return (
    <div className={styles.messages}>
      <Empty>
        {left === "deleted" ? "The lobby was closed. " : ""}
        {user} is not in this lobby.
      </Empty>
      <form className={styles.line} onSubmit={join}>
        <input
          aria-label="Lobby secret"
          placeholder="Secret"
          required
          value={secret}
          onChange={({ target }) => setSecret(target.value)}
        />
        <button type="submit" disabled={!isReady}>
          Join by secret
        </button>
      </form>
      <button type="button" disabled={!isReady} onClick={() => attempt(put)}>
        Add as the application
      </button>
    </div>
  );
}

/** The messages, with hints at deleted ones unless the view is honest. */
function LobbyMessages({ session }: Pick<PartProps, "session">) {
  const { messages, gone } = useSyncExternalStore(session.connection.listen, session.seen);
  const [honest] = useParameter("honest");
  const ghosts =
    honest === "" ? gone.map((each) => ({ id: each.id, text: deletedOf(each.author) })) : [];
  const followed = useFollowedEnd(messages, messages[0]?.id);
  return (
    <ol
      className={styles.messages}
      {...followed}
      tabIndex={0}
      aria-label={`What ${session.user} sees`}
    >
      {withGhosts(messages, ghosts).map((row) =>
        "text" in row ? (
          <li key={`ghost ${row.id}`} className={styles.ghost}>
            {row.text}
          </li>
        ) : (
          <li key={row.id} className={styles.message}>
            <strong>{row.lobby_member?.additional_name ?? nameOfUser(row.author)}</strong>
            <MessageText text={row.content} />
          </li>
        ),
      )}
    </ol>
  );
}

interface InsideProps extends Pick<PartProps, "session"> {
  readonly writing: WritingAs;
  readonly outbox: Outbox<string>;
}

function Inside({ session, writing, outbox }: InsideProps) {
  const { lobby } = useSyncExternalStore(session.connection.listen, session.seen);
  const nameOf = useNames();
  const mentioned = (of: string, id: string) => (of === "user" ? nameOf(id) : undefined);
  const [text, setText] = useLine(writing);
  const isOwn = ({ user_id: id }: LobbyMember) => nameOf(id) === session.user;
  const send = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (text === "") return;
    setText("");
    outbox.send(text);
  };
  return (
    <>
      <p className={`${styles.may} ${styles.metadata}`}>
        {metadataText(lobby?.metadata ?? null)}
        {lobby?.linked_channel === undefined ? "" : ` · linked to #${lobby.linked_channel.name}`}
      </p>
      <ul className={styles.players} tabIndex={0} aria-label="Players">
        {(lobby?.members ?? []).map((member) => (
          <Player
            key={member.user_id}
            // The data in READY was read before the session itself was connected.
            member={isOwn(member) ? { ...member, connected: true } : member}
            name={nameOf(member.user_id)}
          />
        ))}
      </ul>
      <MentionNames.Provider value={mentioned}>
        <LobbyMessages session={session} />
      </MentionNames.Provider>
      <NotSent
        outbox={outbox}
        textOf={(content) => content}
        edit={(content) => () => setText(text === "" ? content : `${content} ${text}`)}
      />
      <div className={styles.composer}>
        <form className={styles.line} onSubmit={send}>
          <textarea
            rows={1}
            data-write
            aria-label={`Write as ${session.user}`}
            placeholder="Message"
            value={text}
            onKeyDown={sendsByEnter}
            onChange={({ target }) => setText(target.value)}
          />
          <button type="submit">Send</button>
        </form>
      </div>
    </>
  );
}

function Player({
  member: { user_id: id, connected: isConnected, metadata },
  name,
}: {
  readonly member: LobbyMember;
  readonly name: string | undefined;
}) {
  return (
    <li>
      {name ?? id}: {isConnected ? "connected" : "not connected"}, {metadataText(metadata)}
    </li>
  );
}
