// The state of a guild in a user's session, and how each event changes it.
import type { types } from "@antechamber/sdk";

export type Channel = types.Channel;
export type Role = types.Role;
export type Member = types.Member;

/** The voice state of a user. */
export interface VoiceState {
  readonly user_id: string;
  readonly channel_id: string | null;
  readonly self_mute: boolean;
  readonly self_deaf: boolean;
  readonly mute?: boolean;
  readonly deaf?: boolean;
}

export interface Emoji {
  readonly id: string;
  readonly name: string;
}

export interface GuildSeen {
  readonly id: string;
  readonly name: string;
  readonly owner_id: string;
  readonly emojis: readonly Emoji[];
  readonly stickers: readonly types.StickerItem[];
  readonly roles: ReadonlyMap<string, Role>;
  /** Includes threads. */
  readonly channels: ReadonlyMap<string, Channel>;
  readonly members: ReadonlyMap<string, Member>;
  /** Voice states by user. */
  readonly voice: ReadonlyMap<string, VoiceState>;
}

/** A guild as GUILD_CREATE sends it. */
export interface GuildPayload extends Pick<
  GuildSeen,
  "id" | "name" | "owner_id" | "emojis" | "stickers"
> {
  readonly roles: readonly Role[];
  readonly channels: readonly Channel[];
  readonly threads: readonly Channel[];
  readonly members: readonly Member[];
  readonly voice_states: readonly VoiceState[];
  readonly presences?: readonly {
    readonly user: { readonly id: string };
    readonly status: string;
  }[];
}

export function byId<T extends { readonly id: string }>(all: readonly T[]): ReadonlyMap<string, T> {
  return new Map(all.map((each) => [each.id, each]));
}

export function put<T>(map: ReadonlyMap<string, T>, key: string, value: T): ReadonlyMap<string, T> {
  return new Map(map).set(key, value);
}

export function drop<T>(map: ReadonlyMap<string, T>, key: string): ReadonlyMap<string, T> {
  if (!map.has(key)) return map;
  const next = new Map(map);
  next.delete(key);
  return next;
}

export function guildOf(payload: GuildPayload): GuildSeen {
  const { id, name, owner_id, emojis, stickers, roles, members, voice_states } = payload;
  const { channels, threads } = payload;
  return {
    id,
    name,
    owner_id,
    emojis,
    stickers,
    roles: byId(roles),
    channels: byId([...channels, ...threads]),
    members: new Map(members.map((member) => [member.user.id, member])),
    voice: new Map(voice_states.map((state) => [state.user_id, state])),
  };
}

/** The guild with requested members added. */
export function withMembers(guild: GuildSeen, members: readonly Member[]): GuildSeen {
  const known = new Map(guild.members);
  for (const member of members)
    known.set(member.user.id, { ...known.get(member.user.id), ...member });
  return { ...guild, members: known };
}

/** How events of a guild change its state, by name. */
const changes: Readonly<Record<string, (guild: GuildSeen, d: never) => GuildSeen>> = {
  GUILD_UPDATE: (guild, d: GuildPayload) => ({
    ...guild,
    name: d.name,
    owner_id: d.owner_id,
    emojis: d.emojis,
    roles: byId(d.roles),
  }),
  GUILD_EMOJIS_UPDATE: (guild, d: Pick<GuildSeen, "emojis">) => ({ ...guild, emojis: d.emojis }),
  GUILD_STICKERS_UPDATE: (guild, d: Pick<GuildSeen, "stickers">) => ({
    ...guild,
    stickers: d.stickers,
  }),
  GUILD_ROLE_CREATE: withRole,
  GUILD_ROLE_UPDATE: withRole,
  GUILD_ROLE_DELETE: (guild, d: { readonly role_id: string }) => ({
    ...guild,
    roles: drop(guild.roles, d.role_id),
  }),
  GUILD_MEMBER_ADD: (guild, d: Member) => withMembers(guild, [d]),
  GUILD_MEMBER_UPDATE: (guild, d: Member) => withMembers(guild, [d]),
  GUILD_MEMBER_REMOVE: (guild, d: Pick<Member, "user">) => ({
    ...guild,
    members: drop(guild.members, d.user.id),
  }),
  GUILD_MEMBERS_CHUNK: (guild, d: { readonly members: readonly Member[] }) =>
    withMembers(guild, d.members),
  CHANNEL_CREATE: withChannel,
  CHANNEL_UPDATE: withChannel,
  CHANNEL_DELETE: withoutChannel,
  THREAD_CREATE: withThread,
  THREAD_UPDATE: withThread,
  THREAD_DELETE: withoutChannel,
  THREAD_LIST_SYNC: (guild, { threads, members }: SyncedThreads) =>
    threads
      .map((thread) =>
        withMember(
          thread,
          members.find(({ id }) => id === thread.id),
        ),
      )
      .reduce(withChannel, guild),
  VOICE_STATE_UPDATE: (guild, d: VoiceState) => ({
    ...guild,
    voice: d.channel_id === null ? drop(guild.voice, d.user_id) : put(guild.voice, d.user_id, d),
  }),
};

function withRole(guild: GuildSeen, { role }: { readonly role: Role }): GuildSeen {
  return { ...guild, roles: put(guild.roles, role.id, role) };
}

function withChannel(guild: GuildSeen, channel: Channel): GuildSeen {
  return { ...guild, channels: put(guild.channels, channel.id, channel) };
}

type Membership = NonNullable<Channel["member"]>;

/** Threads that became visible, and the user's memberships in them. */
interface SyncedThreads {
  readonly threads: readonly Channel[];
  readonly members: readonly Membership[];
}

function withMember(thread: Channel, member: Membership | undefined): Channel {
  return member === undefined ? thread : { ...thread, member };
}

/**
 * Adds or replaces a thread. Its event does not contain the receiver's membership, so the known one
 * is kept.
 */
function withThread(guild: GuildSeen, thread: Channel): GuildSeen {
  const { member } = guild.channels.get(thread.id) ?? {};
  return withChannel(guild, withMember(thread, thread.member ?? member));
}

function withoutChannel(guild: GuildSeen, { id }: { readonly id: string }): GuildSeen {
  return { ...guild, channels: drop(guild.channels, id) };
}

/** The state of a guild after an event. */
export function guildAfter(guild: GuildSeen, name: string, d: unknown): GuildSeen {
  return changes[name]?.(guild, d as never) ?? guild;
}
