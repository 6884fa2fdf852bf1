// Everything that a user's session knows, and what each event of the gateway makes of it: a pane shows
// this, so that it shows what the wire said.
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

/** Somebody began to write. */
export interface Typing {
  readonly channel: string;
  readonly user: string;
  /** Tells it from what they began before. */
  readonly turn: number;
}

/** A message that was there. */
export interface Gone {
  readonly id: string;
  readonly author: Message["author"];
}

/** Deleted messages that a channel remembers. */
const GONE_MAX = 100;

export interface Seen {
  readonly me: User | undefined;
  readonly guilds: ReadonlyMap<string, GuildSeen>;
  /** Direct messages and groups. */
  readonly directs: ReadonlyMap<string, Channel>;
  /** Of the channels that were opened. */
  readonly messages: ReadonlyMap<string, Messages>;
  /** What was deleted of them while the session looked on, the oldest first. */
  readonly gone: ReadonlyMap<string, readonly Gone[]>;
  readonly presences: ReadonlyMap<string, string>;
  readonly typing: readonly Typing[];
  /** How many times commands changed since the session began. */
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

/** Changes the messages of a channel that was opened. */
function inChannel(seen: Seen, channel: string, change: (messages: Messages) => Messages): Seen {
  const messages = seen.messages.get(channel);
  return messages === undefined
    ? seen
    : { ...seen, messages: put(seen.messages, channel, change(messages)) };
}

/** Takes messages away, and remembers whose they were; answers for one user alone leave no trace. */
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

/** The user joined a thread, or left it. */
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

/** Events that are about no guild, or about messages, by their names. */
const changes: Readonly<Record<string, (seen: Seen, d: never) => Seen>> = {
  // A session that begins anew knows nothing of the one before.
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

/** Events after which a count is known no more, if it was read at about the same time. */
export function isCount(name: string): boolean {
  return name.startsWith("MESSAGE_REACTION_") || name.startsWith("MESSAGE_POLL_VOTE_");
}

/** Channels of nobody's guild. */
const ofDirects: Readonly<Record<string, (seen: Seen, d: Channel) => Seen>> = {
  CHANNEL_CREATE: (seen, d) => ({ ...seen, directs: put(seen.directs, d.id, d) }),
  CHANNEL_UPDATE: (seen, d) => ({ ...seen, directs: put(seen.directs, d.id, d) }),
  CHANNEL_DELETE: (seen, d) => ({ ...seen, directs: drop(seen.directs, d.id) }),
};

/** What an event makes of what was known. */
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
