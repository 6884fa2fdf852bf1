// What one user sees and does.
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
  /** What its line begins with, of a link that led here. */
  readonly begun: string;
  /** Goes to a channel of a guild, or to a direct message. */
  readonly go: (guild: string, channel: string) => void;
  readonly close: (() => void) | undefined;
}

/** A pane is a session of its user, as long as it is there. */
export function Pane(props: PaneProps) {
  const { session } = props;
  useOpen(session);
  return (
    <SessionContext.Provider value={session}>
      <OpenPane {...props} />
    </SessionContext.Provider>
  );
}

/** Goes where the user's session knows a channel to be. */
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

/** What came of the last act, where that is no message. */
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
        {line === undefined ? null : <Copy text={line}>Copy as a test line</Copy>}
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
              Copy as lines of the SDK
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
        shown as{" "}
        <select
          disabled={link.status !== "ready"}
          onChange={({ target }) => session.show(target.value)}
          aria-label={`${user} is shown as`}
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

/** Where the user is, and where else they could go. */
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

/** Before the session is there, nobody knows what its user sees. */
function unseenText(user: string, status: SessionLink["status"]): string {
  return status === "connecting" ? "…" : `${user} does not see this channel`;
}

/** What the user is and may do in a channel of a guild. */
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
