// The pane of one user: what they see and do.
import { useCallback, useEffect, useRef } from "react";
import type { types } from "@antechamber/sdk";
import { Link } from "wouter";
import { useHref, useWorld } from "../api/address.ts";
import { MentionNames } from "../markdown/text.tsx";
import { Copy, Fault } from "../parts/parts.tsx";
import { ActorContext, outcomeText, useActing, useActor, type Outcome } from "./acting.ts";
import { Activity } from "./activity.tsx";
import { Avatar } from "./avatar.tsx";
import { CommandsContext, useCommands } from "./app-commands.ts";
import { Composer } from "./composer.tsx";
import { useDraftFiles } from "./draft-files.tsx";
import { useTry } from "./message-menu.ts";
import { Messages } from "./messages.tsx";
import { Modal } from "./modal.tsx";
import { ClosePane, SessionStatus } from "./pane-head.tsx";
import { Places, titleOf } from "./places.tsx";
import type { Link as SessionLink } from "./session/connection.ts";
import { mayText, permissionsOf } from "./session/permissions.ts";
import type { Channel, GuildSeen } from "./session/seen-guilds.ts";
import type { UserSession } from "./session/user-session.ts";
import {
  nameKnown,
  placeOf,
  SessionContext,
  useLink,
  useSeen,
  useSession,
  useOpen,
} from "./session/use-session.ts";
import styles from "./stage.module.css";
import { copyTrace } from "./trace-of.ts";
import { ThreadBar } from "./thread-bar.tsx";
import { InVoice, isVoice } from "./voice.tsx";

interface PaneProps {
  readonly session: UserSession;
  readonly channel: string;
  /** The initial text of the line, from a link to this page. */
  readonly begun: string;
  /** Navigates to a channel of a guild, or to a direct message. */
  readonly go: (guild: string, channel: string) => void;
  readonly close: (() => void) | undefined;
}

/** A pane keeps a session of its user open while it is shown. */
export function Pane(props: PaneProps) {
  const { session } = props;
  useOpen(session);
  return (
    <SessionContext.Provider value={session}>
      <OpenPane {...props} />
    </SessionContext.Provider>
  );
}

/** Navigates to a channel, in the guild in which the user's session has it. */
function useGoing({ session, go }: PaneProps): (channel: string) => void {
  const latest = useRef(go);
  latest.current = go;
  const going = useRef((channel: string) =>
    latest.current(placeOf(session.seen(), channel).guild?.id ?? "@me", channel),
  );
  return going.current;
}

function OpenPane(props: PaneProps) {
  const { session, channel, begun, close } = props;
  const { user } = session;
  const go = useGoing(props);
  const { actor, outcome, line, error, forget, answered, answer } = useActing({
    user,
    channel,
    go,
  });
  const { error: commandsError, ...commands } = useCommands(channel);
  const files = useDraftFiles(channel);
  const { modal, interaction } = outcome ?? {};
  const seen = useSeen();
  const nameOf = useCallback(
    (of: "user" | "role" | "channel", id: string) => nameKnown(seen, of, id),
    [seen],
  );
  return (
    <ActorContext.Provider value={actor}>
      <CommandsContext.Provider value={commands}>
        <MentionNames.Provider value={nameOf}>
          <section className={styles.pane} data-pane aria-label={user} {...files.handlers}>
            <Who user={user} close={close} />
            <Around />
            <Messages />
            {outcome === undefined ? null : <Came outcome={outcome} line={line} />}
            {modal === undefined ? <Fault error={error} /> : null}
            <Composer {...{ begun, answered, answer, files }} error={commandsError} />
            {modal === undefined || interaction === null || interaction === undefined ? null : (
              <Modal key={interaction} {...{ interaction, modal, error }} close={forget} />
            )}
          </section>
        </MentionNames.Provider>
      </CommandsContext.Provider>
    </ActorContext.Provider>
  );
}

/** The outcome of the last action, unless it is a message. */
function Came({ outcome, line }: { readonly outcome: Outcome; readonly line: string | undefined }) {
  const href = useHref();
  const world = useWorld();
  const attempt = useTry();
  const note = outcomeText(outcome);
  const { interaction, activity_instance_id: instance } = outcome;
  const hasFailed = ["failed", "timed_out", "denied"].includes(outcome.outcome);
  return (
    <div className={styles.came}>
      {note === undefined ? null : (
        <p className={hasFailed ? styles.failed : styles.note} role="status">
          {note}
        </p>
      )}
      {instance === undefined ? null : <Activity instance={instance} />}
      <div className={styles.row}>
        {interaction === null ? null : (
          <Link href={href(`/trace/${interaction}`)}>{hasFailed ? "why" : "trace"}</Link>
        )}
        {line === undefined ? null : <Copy text={line}>Copy as test line</Copy>}
        {interaction === null ? null : (
          <>
            <button
              type="button"
              onClick={() => attempt(() => copyTrace(world, interaction, "curl"))}
            >
              Copy as curl
            </button>
            <button
              type="button"
              onClick={() => attempt(() => copyTrace(world, interaction, "sdk"))}
            >
              Copy as SDK calls
            </button>
          </>
        )}
      </div>
    </div>
  );
}

const statuses = [
  ["online", "online"],
  ["idle", "idle"],
  ["dnd", "do not disturb"],
  ["invisible", "invisible"],
] as const;

function Who({ user, close }: { readonly user: string; readonly close: (() => void) | undefined }) {
  const session = useSession();
  const link = useLink();
  const { me } = useSeen();
  const locale = (me as types.OwnUser | undefined)?.locale;
  return (
    <div className={styles.who}>
      {me === undefined ? null : <Avatar user={me} />}
      <h2>{user}</h2>
      <span className={styles.note}>{locale}</span>
      <label className={styles.note}>
        status{" "}
        <select
          disabled={link.status !== "ready"}
          onChange={({ target }) => session.show(target.value)}
          aria-label={`Status of ${user}`}
        >
          {statuses.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <SessionStatus link={link} />
      <ClosePane user={user} close={close} />
    </div>
  );
}

/** The user's current place, and the other places that they can go to. */
function Around() {
  const { user, channel: id } = useActor();
  const { channel, guild } = placeOf(useSeen(), id);
  const { status } = useLink();
  const box = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (box.current !== null) box.current.open = false;
  }, [id]);
  return (
    <>
      <details className={styles.around} ref={box}>
        <summary>{channel === undefined ? unseenText(user, status) : titleOf(channel)}</summary>
        <Places />
      </details>
      {guild === undefined || channel === undefined ? null : (
        <InGuild guild={guild} channel={channel} />
      )}
    </>
  );
}

/** The text until the session is ready. */
function unseenText(user: string, status: SessionLink["status"]): string {
  return status === "connecting" ? "…" : `${user} cannot view this channel`;
}

/** The user's roles and permissions in a channel of a guild. */
function InGuild({ guild, channel }: { readonly guild: GuildSeen; readonly channel: Channel }) {
  const me = useSeen().me?.id ?? "";
  const roles = (guild.members.get(me)?.roles ?? []).map((id) => guild.roles.get(id)?.name ?? id);
  return (
    <>
      <p className={styles.may}>
        {roles.length === 0 ? "no roles" : `roles: ${roles.join(", ")}`} · may:{" "}
        {mayText(permissionsOf(guild, me, channel), channel)}
      </p>
      {channel.thread_metadata === undefined ? null : <ThreadBar thread={channel} />}
      {isVoice(channel) ? <InVoice guild={guild} channel={channel} /> : null}
    </>
  );
}
