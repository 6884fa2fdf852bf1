// Lobbies and their members: records, tables, rules and views.
import { limits } from "@antechamber/contract";
import type {
  Lobby,
  LobbyDraft,
  LobbyMember,
  LobbyMemberDraft,
} from "@antechamber/contract/lobbies";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import type { Millis } from "../../platform/clock.ts";
import { compareSnowflakes } from "../../platform/records/storage-keys.ts";
import { keyOfIds } from "../../platform/records/stored-form.ts";
import { tableOf } from "../../platform/store.ts";
import { compoundKey } from "../../platform/records/compound-keys.ts";
import { channelView, type ChannelRecord } from "../guilds/guild.ts";

/** Metadata that an application stores for a lobby, a member or a message: text by name. */
export type Metadata = Readonly<Record<string, string>>;

/** A lobby without its members, which have their own records. */
export interface LobbyRecord {
  readonly id: string;
  readonly application_id: string;
  readonly metadata: Metadata | null;
  readonly flags: number;
  readonly override_event_webhooks_url: string | null;
  /**
   * The idle timeout in seconds: how long the lobby is kept without a connected member. Never
   * shown.
   */
  readonly idle_timeout_seconds: number;
  readonly createdAt: Millis;
  /** The hash of the secret that players join with; null if the application created the lobby. */
  readonly secretDigest: string | null;
  /** When the secret expires; null if there never was one. */
  readonly secretExpiresAt: Millis | null;
  /** The id of the linked guild channel; null for none. */
  readonly linked_channel_id: string | null;
  /** The user who linked it. */
  readonly linked_by: string | null;
  /** When it was linked. */
  readonly linked_at: Millis | null;
  /** Since when no member is connected; null while one is or a channel is linked. */
  readonly idleSince: Millis | null;
}

export interface LobbyMemberRecord {
  readonly lobby_id: string;
  readonly application_id: string;
  readonly user_id: string;
  readonly metadata: Metadata | null;
  readonly flags: number;
  /** The member's name in the game; null for none. */
  readonly additional_name: string | null;
  /** True while the user has a connected session for the application. */
  readonly connected: boolean;
}

export const lobbies = tableOf<LobbyRecord>()({
  name: "lobby",
  isWatched: true,
  key: keyOfIds("id"),
  isSmall: true,
  defaults: {
    metadata: null,
    flags: 0,
    override_event_webhooks_url: null,
    secretDigest: null,
    secretExpiresAt: null,
    linked_channel_id: null,
    linked_by: null,
    linked_at: null,
    idleSince: null,
  },
  indexes: {
    application: (lobby) => lobby.application_id,
  },
  unique: {
    secret: ({ application_id, secretDigest }) =>
      secretDigest === null ? undefined : secretOfApplication(application_id, secretDigest),
  },
  deadline: idleDeadline,
  migrations: {
    2: ({ idleJobAt: _planned, ...lobby }: LobbyRecord & { readonly idleJobAt?: Millis | null }) =>
      lobby,
  },
});

/** When an idle lobby is closed; undefined while it is not idle. */
export function idleDeadline({ idleSince, idle_timeout_seconds }: LobbyRecord): Millis | undefined {
  return idleSince === null ? undefined : idleSince + idle_timeout_seconds * 1000;
}

export const lobbyMembers = tableOf<LobbyMemberRecord>()({
  name: "lobby_member",
  isWatched: true,
  key: keyOfIds("lobby_id", "user_id"),
  isSmall: true,
  defaults: { metadata: null, flags: 0, additional_name: null, connected: false },
  indexes: {
    // For the quota of lobbies per user and for sessions, which need a user's lobbies of one
    // application.
    user: (member) => userOfApplication(member.application_id, member.user_id),
    connected: (member) => (member.connected ? member.lobby_id : undefined),
  },
});

/** The value of the unique index `secret` of lobbies. */
export function secretOfApplication(applicationId: string, secretDigest: string): string {
  return `${snowflakeKey(applicationId)}:${secretDigest}`;
}

/** The value of the index `user` of members. */
export function userOfApplication(applicationId: string, userId: string): string {
  return compoundKey(applicationId, userId);
}

/** A lobby with its members in order of user id. */
export interface LobbyWithMembers {
  readonly lobby: LobbyRecord;
  readonly members: readonly LobbyMemberRecord[];
  /** The channel of a linked lobby, if it is to be shown. */
  readonly linkedChannel?: ChannelRecord | undefined;
}

/** The fields of a lobby itself in a request. */
export type LobbyFields = Omit<Static<typeof LobbyDraft>, "members">;

/** The fields of a member in a request. */
export type MemberFields = Static<typeof LobbyMemberDraft>;

/** An entry of a list of members. */
export type MemberEntry = MemberFields & { readonly id: string };

/** A field's value after a request: an omitted field is kept, null resets it to its default. */
function fieldAfter<T>(requested: T | null | undefined, stored: T, unset: T): T {
  return requested === undefined ? stored : (requested ?? unset);
}

/** A lobby with defaults. */
export function blankLobby(identity: {
  readonly id: string;
  readonly application_id: string;
  readonly createdAt: Millis;
}): LobbyRecord {
  return {
    ...identity,
    ...lobbies.defaults,
    idle_timeout_seconds: limits.lobbyIdleTimeoutDefault.value,
  };
}

/** A lobby after a request to create or edit it. */
export function writtenLobby(lobby: LobbyRecord, fields: LobbyFields): LobbyRecord {
  return {
    ...lobby,
    metadata: fieldAfter<Metadata | null>(fields.metadata, lobby.metadata, null),
    flags: fieldAfter<number>(fields.flags, lobby.flags, 0),
    override_event_webhooks_url: fieldAfter<string | null>(
      fields.override_event_webhooks_url,
      lobby.override_event_webhooks_url,
      null,
    ),
    idle_timeout_seconds: fieldAfter<number>(
      fields.idle_timeout_seconds,
      lobby.idle_timeout_seconds,
      limits.lobbyIdleTimeoutDefault.value,
    ),
  };
}

/** A member with defaults. */
function blankMember(lobby: LobbyRecord, userId: string): LobbyMemberRecord {
  return {
    lobby_id: lobby.id,
    application_id: lobby.application_id,
    user_id: userId,
    ...lobbyMembers.defaults,
  };
}

/**
 * A member after a request that adds or changes them. The reference does not define what an omitted
 * field means for an existing member; here its value is kept, like that of `additional_name`.
 *
 * @source protocol: lobbies-and-sdk 13 #1
 */
export function writtenMember(
  lobby: LobbyRecord,
  current: LobbyMemberRecord | undefined,
  entry: MemberEntry,
): LobbyMemberRecord {
  const member = current ?? blankMember(lobby, entry.id);
  return {
    ...member,
    metadata: fieldAfter<Metadata | null>(entry.metadata, member.metadata, null),
    flags: fieldAfter<number>(entry.flags, member.flags, 0),
    additional_name: fieldAfter<string | null>(entry.additional_name, member.additional_name, null),
  };
}

function sameMetadata(one: Metadata | null, other: Metadata | null): boolean {
  if (one === null || other === null) return one === other;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
  );
}

/** True when two states of a lobby itself look the same to its players. */
export function looksSame(one: LobbyRecord, other: LobbyRecord): boolean {
  return one.flags === other.flags && sameMetadata(one.metadata, other.metadata);
}

/** True when two states of a member have the same flags, name and metadata. */
export function isSameMember(one: LobbyMemberRecord, other: LobbyMemberRecord): boolean {
  return (
    one.flags === other.flags &&
    one.additional_name === other.additional_name &&
    sameMetadata(one.metadata, other.metadata)
  );
}

/** The effects of a request on the members of a lobby. Each list is in order of user id. */
export interface MemberChanges {
  /** All members after the request. */
  readonly after: readonly LobbyMemberRecord[];
  readonly added: readonly LobbyMemberRecord[];
  readonly updated: readonly LobbyMemberRecord[];
  readonly removed: readonly LobbyMemberRecord[];
  /** The members who were there before and still are, in their new state. */
  readonly stayed: readonly LobbyMemberRecord[];
}

/** The changes of a lobby that had no members and still has none. */
export const NO_CHANGES: MemberChanges = {
  after: [],
  added: [],
  updated: [],
  removed: [],
  stayed: [],
};

/**
 * Adds or changes the members to write, removes those to remove, and keeps the others. If there are
 * several entries for one user, the last one counts.
 *
 * @source protocol: lobbies-and-sdk 13 #12
 */
export function memberChanges(
  { lobby, members }: LobbyWithMembers,
  request: { readonly write: readonly MemberEntry[]; readonly remove: readonly string[] },
): MemberChanges {
  const before = new Map(members.map((member) => [member.user_id, member]));
  const changed = new Map<string, LobbyMemberRecord>();
  for (const entry of request.write) {
    changed.set(entry.id, writtenMember(lobby, before.get(entry.id), entry));
  }
  const gone = new Set(request.remove);
  for (const userId of gone) changed.delete(userId);
  const added = inAgeOrder([...changed.values()].filter((member) => !before.has(member.user_id)));
  const stayed = members
    .filter((member) => !gone.has(member.user_id))
    .map((member) => changed.get(member.user_id) ?? member);
  return {
    after: added.length === 0 ? stayed : inAgeOrder([...stayed, ...added]),
    added,
    updated: stayed.filter((member) => {
      const old = before.get(member.user_id);
      return old !== undefined && old !== member && !isSameMember(old, member);
    }),
    removed: members.filter((member) => gone.has(member.user_id)),
    stayed,
  };
}

function inAgeOrder(members: readonly LobbyMemberRecord[]): readonly LobbyMemberRecord[] {
  return members.toSorted((one, other) => compareSnowflakes(one.user_id, other.user_id));
}

/**
 * Replaces the members of a lobby by a list. Metadata and flags that an entry omits are reset; an
 * omitted `additional_name` is kept, as everywhere. Source: requirements 2.1; protocol:
 * lobbies-and-sdk 2.2.
 */
export function replacedMembers(
  from: LobbyWithMembers,
  entries: readonly MemberEntry[],
): MemberChanges {
  const listed = new Set(entries.map((entry) => entry.id));
  const unlisted = from.members.filter((member) => !listed.has(member.user_id));
  const write = entries.map((entry) => ({ metadata: null, flags: null, ...entry }));
  return memberChanges(from, { write, remove: unlisted.map((member) => member.user_id) });
}

/** A member as shown to the application. */
export function lobbyMemberView(member: LobbyMemberRecord): Static<typeof LobbyMember> {
  return {
    id: member.user_id,
    metadata: member.metadata,
    flags: member.flags,
    ...(member.additional_name === null ? {} : { additional_name: member.additional_name }),
  };
}

/** A lobby as shown to its players: without its webhook URL. */
export function playersLobbyView(whole: LobbyWithMembers): Static<typeof Lobby> {
  const { override_event_webhooks_url: _url, ...view } = lobbyView(whole);
  return view;
}

/** A lobby as shown to its application. */
export function lobbyView({
  lobby,
  members,
  linkedChannel,
}: LobbyWithMembers): Static<typeof Lobby> {
  const url = lobby.override_event_webhooks_url;
  return {
    id: lobby.id,
    application_id: lobby.application_id,
    metadata: lobby.metadata,
    flags: lobby.flags,
    members: members.map(lobbyMemberView),
    ...(linkedChannel === undefined ? {} : { linked_channel: channelView(linkedChannel) }),
    ...(url === null ? {} : { override_event_webhooks_url: url }),
  };
}
