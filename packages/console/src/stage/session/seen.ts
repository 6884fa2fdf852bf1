// The whole state of a user's session, and how each gateway event changes it. A pane shows only
// this state, so that it shows what was sent over the wire.
import type { types } from "@antechamber/sdk";
import {
  byId,
  drop,
  guildAfter,
  guildOf,
  put,
  type Channel,
  type GuildSeen,
  type GuildPayload,
} from "./seen-guilds.ts";
import {
  changed,
  isEphemeral,
  isSameEmoji,
  reacted,
  updated,
  voted,
  withMessage,
  withoutMessages,
  type Message,
  type Messages,
} from "./seen-messages.ts";

export type User = types.User;

export interface Presence {
  readonly user: { readonly id: string };
  readonly status: string;
}

/** A user started to type. */
export interface Typing {
  readonly channel: string;
  readonly user: string;
  /** Distinguishes this from earlier typing of the same user. */
  readonly turn: number;
}

/** A deleted message. */
export interface Gone {
  readonly id: string;
  readonly author: Message["author"];
}

/** The most deleted messages that are remembered for a channel. */
const GONE_MAX = 100;

export interface Seen {
  readonly me: User | undefined;
  readonly guilds: ReadonlyMap<string, GuildSeen>;
  /** Direct messages and groups. */
  readonly directs: ReadonlyMap<string, Channel>;
  /** The messages of opened channels. */
  readonly messages: ReadonlyMap<string, Messages>;
  /** Messages of opened channels that were deleted during the session, oldest first. */
  readonly gone: ReadonlyMap<string, readonly Gone[]>;
  readonly presences: ReadonlyMap<string, string>;
  readonly typing: readonly Typing[];
  /** How often commands changed since the session began. */
  readonly commandsTurn: number;
}

export const nothingSeen: Seen = {
  me: undefined,
  guilds: new Map(),
  directs: new Map(),
  messages: new Map(),
  gone: new Map(),
  presences: new Map(),
  typing: [],
  commandsTurn: 0,
};

interface Ready {
  readonly user: User;
  readonly private_channels: readonly Channel[];
}

interface OfMessage {
  readonly channel_id: string;
  readonly message_id: string;
}

interface Reacting extends OfMessage {
  readonly user_id: string;
  readonly emoji: { readonly id: string | null; readonly name: string | null };
  readonly burst?: boolean;
}

interface Voting extends OfMessage {
  readonly user_id: string;
  readonly answer_id: number;
}

/** Changes the messages of an opened channel. */
function inChannel(seen: Seen, channel: string, change: (messages: Messages) => Messages): Seen {
  const messages = seen.messages.get(channel);
  return messages === undefined
    ? seen
    : { ...seen, messages: put(seen.messages, channel, change(messages)) };
}

/** Removes messages, and remembers their authors; ephemeral messages leave no trace. */
function withoutMessagesOf(seen: Seen, channel: string, ids: readonly string[]): Seen {
  const lost = (seen.messages.get(channel) ?? [])
    .filter((message) => ids.includes(message.id) && !isEphemeral(message))
    .map(({ id, author }): Gone => ({ id, author }));
  const gone = [...(seen.gone.get(channel) ?? []), ...lost].slice(-GONE_MAX);
  const rest = inChannel(seen, channel, (all) => withoutMessages(all, ids));
  return lost.length === 0 ? rest : { ...rest, gone: put(seen.gone, channel, gone) };
}

function onMessage(seen: Seen, d: OfMessage, change: (message: Message) => Message): Seen {
  return inChannel(seen, d.channel_id, (all) => changed(all, d.message_id, change));
}

function reacting(by: 1 | -1) {
  return (seen: Seen, d: Reacting) => {
    const isOwn = d.user_id === seen.me?.id;
    return onMessage(seen, d, (message) => reacted(message, d, { by, isOwn }));
  };
}

function voting(by: 1 | -1) {
  return (seen: Seen, d: Voting) => {
    const isOwn = d.user_id === seen.me?.id;
    return onMessage(seen, d, (message) => voted(message, d.answer_id, { by, isOwn }));
  };
}

function withPresences(seen: Seen, presences: readonly Presence[]): Seen {
  const known = new Map(seen.presences);
  for (const { user, status } of presences) known.set(user.id, status);
  return { ...seen, presences: known };
}

interface OfThread {
  readonly id: string;
  readonly guild_id: string;
  readonly added_members?: readonly { readonly user_id: string }[];
  readonly removed_member_ids?: readonly string[];
}

/** Sets whether the user is in a thread. */
function inThread(
  seen: Seen,
  { id, guild_id }: OfThread,
  { isIn }: { readonly isIn: boolean },
): Seen {
  const guild = seen.guilds.get(guild_id);
  const thread = guild?.channels.get(id);
  if (guild === undefined || thread === undefined) return seen;
  const { member: _before, ...others } = thread;
  const member = { id, user_id: seen.me?.id ?? "", join_timestamp: "", flags: 0, muted: false };
  const channel = isIn ? { ...others, member } : others;
  const channels = put(guild.channels, id, channel as Channel);
  return { ...seen, guilds: put(seen.guilds, guild_id, { ...guild, channels }) };
}

/** How events without a guild, or about messages, change the state, by name. */
const changes: Readonly<Record<string, (seen: Seen, d: never) => Seen>> = {
  // A new session starts without the state of the previous one.
  READY: (seen, d: Ready) => ({
    ...nothingSeen,
    messages: seen.messages,
    commandsTurn: seen.commandsTurn + 1,
    me: d.user,
    directs: byId(d.private_channels),
  }),
  GUILD_APPLICATION_COMMAND_INDEX_UPDATE: (seen) => ({
    ...seen,
    commandsTurn: seen.commandsTurn + 1,
  }),
  USER_UPDATE: (seen, d: User) => ({ ...seen, me: { ...seen.me, ...d } }),
  GUILD_CREATE: (seen, d: GuildPayload) =>
    withPresences({ ...seen, guilds: put(seen.guilds, d.id, guildOf(d)) }, d.presences ?? []),
  GUILD_DELETE: (seen, d: { readonly id: string }) => ({
    ...seen,
    guilds: drop(seen.guilds, d.id),
  }),
  THREAD_MEMBER_UPDATE: (seen, d: OfThread) => inThread(seen, d, { isIn: true }),
  THREAD_MEMBERS_UPDATE: (seen, d: OfThread) => {
    const { added_members: added = [], removed_member_ids: removed = [] } = d;
    const me = seen.me?.id ?? "";
    if (removed.includes(me)) return inThread(seen, d, { isIn: false });
    return added.some(({ user_id }) => user_id === me) ? inThread(seen, d, { isIn: true }) : seen;
  },
  PRESENCE_UPDATE: (seen, d: Presence) => withPresences(seen, [d]),
  MESSAGE_CREATE: (seen, d: Message) => ({
    ...inChannel(seen, d.channel_id, (all) => withMessage(all, d)),
    typing: seen.typing.filter(
      ({ channel, user }) => channel !== d.channel_id || user !== d.author.id,
    ),
  }),
  MESSAGE_UPDATE: (seen, d: Message) =>
    onMessage(seen, { ...d, message_id: d.id }, (message) => updated(message, d)),
  MESSAGE_DELETE: (seen, d: { readonly id: string; readonly channel_id: string }) =>
    withoutMessagesOf(seen, d.channel_id, [d.id]),
  MESSAGE_DELETE_BULK: (
    seen,
    d: { readonly ids: readonly string[]; readonly channel_id: string },
  ) => withoutMessagesOf(seen, d.channel_id, d.ids),
  MESSAGE_REACTION_ADD: reacting(1),
  MESSAGE_REACTION_REMOVE: reacting(-1),
  MESSAGE_REACTION_REMOVE_ALL: (seen, d: OfMessage) =>
    onMessage(seen, d, ({ reactions: _all, ...message }) => message),
  MESSAGE_REACTION_REMOVE_EMOJI: (seen, d: Reacting) =>
    onMessage(seen, d, ({ reactions = [], ...message }) => ({
      ...message,
      reactions: reactions.filter(({ emoji }) => !isSameEmoji(emoji, d.emoji)),
    })),
  MESSAGE_POLL_VOTE_ADD: voting(1),
  MESSAGE_POLL_VOTE_REMOVE: voting(-1),
};

/**
 * True for events that change a count by one: if one arrives while messages are read, it is unknown
 * whether the read count includes it.
 */
export function isCount(name: string): boolean {
  return name.startsWith("MESSAGE_REACTION_") || name.startsWith("MESSAGE_POLL_VOTE_");
}

/** How events of channels outside guilds change the state. */
const ofDirects: Readonly<Record<string, (seen: Seen, d: Channel) => Seen>> = {
  CHANNEL_CREATE: (seen, d) => ({ ...seen, directs: put(seen.directs, d.id, d) }),
  CHANNEL_UPDATE: (seen, d) => ({ ...seen, directs: put(seen.directs, d.id, d) }),
  CHANNEL_DELETE: (seen, d) => ({ ...seen, directs: drop(seen.directs, d.id) }),
};

/** The state after an event. */
export function after(seen: Seen, name: string, d: unknown): Seen {
  const {
    guild_id: guildId,
    id,
    presences,
  } = d as {
    readonly guild_id?: string;
    readonly id?: string;
    readonly presences?: readonly Presence[];
  };
  const next = changes[name]?.(seen, d as never) ?? seen;
  if (guildId === undefined && ofDirects[name] !== undefined) {
    return ofDirects[name](next, d as Channel);
  }
  const guild = next.guilds.get(guildId ?? (name === "GUILD_UPDATE" ? (id ?? "") : ""));
  if (guild === undefined) return next;
  const guilds = put(next.guilds, guild.id, guildAfter(guild, name, d));
  const withGuild = { ...next, guilds };
  return name === "GUILD_MEMBERS_CHUNK" ? withPresences(withGuild, presences ?? []) : withGuild;
}
