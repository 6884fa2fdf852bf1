// What a session is sent first: READY, and each of its guilds.
// Source: protocol: gateway-oauth-limits 4.7, 4.11; clients.md 3, 4, 6.
import { limits } from "@antechamber/contract";
import { GuildCreate, Ready } from "@antechamber/contract/gateway";
import type { Channel, GatewayGuild } from "@antechamber/contract/guilds";
import { LobbyCreate, type GatewayLobby } from "@antechamber/contract/lobbies";
import { snowflakeKey, projection, type Static } from "@antechamber/contract/schema";
import { smallFlags, type ApplicationRecord } from "../../domains/applications/application.ts";
import { withPrefix } from "../../platform/compound-keys.ts";
import {
  channels,
  channelView,
  guildView,
  members,
  memberView,
  type ChannelRecord,
  type MemberRecord,
} from "../../domains/guilds/guild.ts";
import {
  isThread,
  memberOf,
  membersOf,
  permissionContextOf,
  recipientsOf,
} from "../../domains/guilds/operations.ts";
import type { PermissionContext } from "../../domains/guilds/permissions.ts";
import { isArchived, threadMemberIds, threadMemberOf } from "../../domains/guilds/thread-fields.ts";
import {
  voiceStatesOf,
  voiceStateView,
  type VoiceStateRecord,
} from "../../domains/guilds/voice/voice-state.ts";
import { scheduledEventsOf } from "../../domains/guilds/scheduled-events/operations.ts";
import { shown as shownEvent } from "../../domains/guilds/scheduled-events/scheduled-event.ts";
import { stagesOf, stageView } from "../../domains/channels/stages/stage.ts";
import { soundsOf, soundView } from "../../domains/guilds/soundboard/sound.ts";
import { lobbiesOfPlayer } from "../../domains/lobbies/connected-players.ts";
import { ownUserView, users, type UserRecord } from "../../domains/users/user.ts";
import type { ReadContext } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { encodeDispatch, type Encoded } from "./wire/codec.ts";
import { AUTO_LOBBY_CONNECT, hearsOf, type Grant, type Owner } from "./opcodes/identify.ts";
import { visibleFieldsOf, type SessionOwner } from "./auth.ts";
import type { Presences } from "./presence/presences.ts";
import { isOnShard } from "./sessions/session.ts";
import { hiddenAmong, visible } from "./delivery/channel-visibility.ts";

/** What READY depends on. */
export interface ReadyOwner extends Grant, SessionOwner {
  readonly largeThreshold: number;
  readonly compress: boolean;
  /** With which an application acts for a user. */
  readonly accessToken: string | undefined;
  readonly presence: unknown;
  /** Bits of what the client can do. */
  readonly capabilities: number;
}

/** What the guilds that a session is sent depend on. */
export type GuildReader = Pick<ReadyOwner, "owner" | "intents" | "largeThreshold">;

type PresenceView = Pick<Presences, "of" | "onlineIn">;

interface GuildAudience {
  readonly to: GuildReader;
  readonly presences: PresenceView;
}

/** A guild as GUILD_CREATE shows it to one session. */
export interface ToldGuild {
  readonly id: string;
  readonly event: Encoded;
  /** The channels that its user does not see. */
  readonly hidden: ReadonlySet<string>;
}

type PrivateChannel = Static<typeof Channel>;

export interface Ready {
  /** The guilds of the session's shard. */
  readonly guildIds: readonly string[];
  /** Those of them that the session is sent. */
  readonly guilds: readonly ToldGuild[];
  /** What follows READY beside the guilds: LOBBY_CREATE of each lobby, where it receives those. */
  readonly events: readonly Encoded[];
  /** The lobbies that READY itself brings; undefined where it brings none. */
  readonly lobbies?: readonly Static<typeof GatewayLobby>[];
  /** A signed-in user's direct messages and groups, the newest first. */
  readonly privateChannels?: readonly PrivateChannel[];
}

/** Where the connection is, as READY repeats it. */
export interface ReadyAt {
  readonly sessionId: string;
  readonly version: number;
  /** Without a query. */
  readonly resumeUrl: string;
}

const projectReady = projection(Ready.payload);
const projectGuild = projection(GuildCreate.payload);
const projectLobby = projection(LobbyCreate.payload);

/** Reads everything that READY and the events after it hold, on one snapshot of the store. */
export async function readReady(
  ctx: ReadContext,
  greeted: ReadyOwner,
  presences: PresenceView,
): Promise<Ready> {
  const own = await ctx.tx.find(members, { index: "user", value: greeted.owner.userId });
  const guildIds = own
    .map((member) => member.guild_id)
    .filter((guildId) => isOnShard(greeted.shard, guildId));
  // An application that acts for a user shows them in their guilds, and is sent none.
  if (greeted.owner.kind === "oauth2") {
    return { guildIds, guilds: [], ...(await lobbiesFor(ctx, greeted)) };
  }
  if (!hearsOf(greeted, "GUILDS")) return { guildIds, guilds: [], events: [] };
  const audience = { to: greeted, presences };
  const guilds = await Promise.all(guildIds.map((guildId) => guildFor(ctx, guildId, audience)));
  return {
    guildIds,
    guilds: guilds.filter((guild) => guild !== undefined),
    events: [],
    privateChannels: await privateChannelsOf(ctx, greeted.owner),
  };
}

/** Where a signed-in user talks to others alone. A bot receives the channel with the first message. */
async function privateChannelsOf(
  ctx: ReadContext,
  { kind, userId }: Owner,
): Promise<readonly PrivateChannel[]> {
  if (kind !== "user") return [];
  const found = await ctx.tx.find(channels, {
    index: "recipient",
    value: userId,
    newestFirst: true,
    limit: limits.readyPrivateChannels.value,
  });
  return Promise.all(
    found.map(async (channel) => channelView(channel, await recipientsOf(ctx, channel, userId))),
  );
}

/** A client that can says so with a bit, and has its lobbies in READY instead of one by one after. */
async function lobbiesFor(
  ctx: ReadContext,
  greeted: ReadyOwner,
): Promise<Pick<Ready, "events" | "lobbies">> {
  const { owner, capabilities } = greeted;
  const isInReady = (capabilities & AUTO_LOBBY_CONNECT) !== 0;
  const wantsAny = isInReady || hearsOf(greeted, "LOBBIES");
  if (owner.applicationId === undefined || !wantsAny) return { events: [] };
  const player = { application_id: owner.applicationId, user_id: owner.userId };
  const lobbies = await lobbiesOfPlayer(ctx, player);
  if (isInReady) return { events: [], lobbies };
  return {
    events: lobbies.map((lobby) => encodeDispatch(LobbyCreate.name, projectLobby(lobby))),
  };
}

/** GUILD_CREATE as one session sees it; undefined when its user is not in the guild. */
export async function guildFor(
  ctx: ReadContext,
  guildId: string,
  audience: GuildAudience,
): Promise<ToldGuild | undefined> {
  const permissionContext = await permissionContextOf(ctx, guildId, audience.to.owner.userId);
  if (permissionContext === undefined) return undefined;
  const [all, memberCount, inVoice, planned, sounds, stages] = await Promise.all([
    ctx.tx.find(channels, { index: "guild", value: guildId }),
    ctx.tx.count(members, withPrefix(guildId)),
    voiceStatesOf(ctx, guildId),
    scheduledEventsOf(ctx, permissionContext),
    soundsOf(ctx, guildId),
    stagesOf(ctx, guildId),
  ]);
  const seen = visible(permissionContext, all);
  const hidden = hiddenAmong(all, seen);
  const isLarge = memberCount > audience.to.largeThreshold;
  const people = await shownPeople(ctx, permissionContext, { audience, isLarge, inVoice });
  const guild: Static<typeof GatewayGuild> = {
    ...guildView(permissionContext.guild, permissionContext.roles),
    joined_at: permissionContext.member.joined_at,
    large: isLarge,
    unavailable: false,
    member_count: memberCount,
    voice_states: inVoice.map((state) => voiceStateView(state, memberIn(people, state.user_id))),
    members: people.map(({ member, user }) => memberView(member, user)),
    channels: all.filter((channel) => !isThread(channel)).map((channel) => channelView(channel)),
    threads: seen
      .filter((each) => isThread(each) && !isArchived(each))
      .map((thread) => ownThreadView(thread, audience.to.owner.userId)),
    presences: presencesAmong(people, audience),
    stage_instances: stages.filter(({ channel_id: id }) => !hidden.has(id)).map(stageView),
    guild_scheduled_events: planned.map(shownEvent),
    soundboard_sounds: sounds.map(soundView),
  };
  const event = encodeDispatch(GuildCreate.name, projectGuild(guild));
  return { id: guildId, event, hidden };
}

/** A thread with the viewer's own membership. */
function ownThreadView(thread: ChannelRecord, userId: string) {
  const view = channelView(thread);
  const isIn = threadMemberIds(thread).includes(userId);
  return isIn ? { ...view, member: threadMemberOf(thread, userId) } : view;
}

interface Person {
  readonly member: MemberRecord;
  readonly user: UserRecord;
}

interface GuildPeople {
  readonly audience: GuildAudience;
  readonly isLarge: boolean;
  readonly inVoice: readonly VoiceStateRecord[];
}

/**
 * The session's own member and who is in voice; with the intent for presences also everyone, or in
 * a large guild those who are online.
 */
async function shownPeople(
  ctx: ReadContext,
  { guild, member }: PermissionContext,
  { audience: { to, presences }, isLarge, inVoice }: GuildPeople,
): Promise<readonly Person[]> {
  const hearsOfAll = hearsOf(to, "GUILD_PRESENCES");
  if (!isLarge && hearsOfAll) return membersOf(ctx, guild.id, { limit: to.largeThreshold });
  const online = hearsOfAll ? presences.onlineIn(guild.id).slice(0, to.largeThreshold) : [];
  const shown = new Set([member.user_id, ...inVoice.map(({ user_id }) => user_id), ...online]);
  const people = await Promise.all(
    [...shown].map(async (userId): Promise<Person | undefined> => {
      const itsMember = await memberOf(ctx, guild.id, userId);
      const user = await ctx.tx.get(users, snowflakeKey(userId));
      return itsMember && user && { member: itsMember, user };
    }),
  );
  return people.filter((person) => person !== undefined);
}

function memberIn(people: readonly Person[], userId: string): MemberRecord | undefined {
  return people.find(({ member }) => member.user_id === userId)?.member;
}

function presencesAmong(people: readonly Person[], { to, presences }: GuildAudience) {
  if (to.intents === undefined || !hearsOf(to, "GUILD_PRESENCES")) return [];
  return people
    .map(({ member }) => presences.of(member.user_id, member.guild_id))
    .filter((presence) => presence !== undefined);
}

/** What READY says beside the rest where an application acts for a user. Source: 4.17 there. */
function ofApplication({ scopes }: Owner) {
  return {
    scopes: [...scopes],
    feature_flags: { disabled_functions: [], disabled_gateway_events: [] },
    user_application_profiles: [],
    av_sf_protocol_floor: -1,
  };
}

function nameAndParent({ name, parent_id }: ApplicationRecord) {
  return { name, ...definedFields({ parent_id }) };
}

/** The first event of a session. */
export function encodeReady(greeted: ReadyOwner, greeting: Ready, at: ReadyAt): Encoded {
  const { owner, user, application, shard } = greeted;
  const ready: Static<(typeof Ready)["payload"]> = {
    v: at.version,
    user: ownUserView(user, visibleFieldsOf(owner)),
    guilds:
      owner.kind === "oauth2" ? [] : greeting.guildIds.map((id) => ({ id, unavailable: true })),
    session_id: at.sessionId,
    resume_gateway_url: at.resumeUrl,
    ...(shard === undefined ? {} : { shard: [...shard] }),
    ...(application === undefined
      ? {}
      : {
          application: {
            id: application.id,
            flags: smallFlags(application),
            flags_new: application.flags_new,
            ...(owner.kind === "oauth2" ? nameAndParent(application) : {}),
          },
        }),
    ...(owner.kind === "oauth2" ? ofApplication(owner) : {}),
    ...(greeting.lobbies === undefined ? {} : { lobbies: [...greeting.lobbies] }),
    private_channels: [...(greeting.privateChannels ?? [])],
    session_type: "normal",
    relationships: [],
    presences: [],
    user_settings: {},
    guild_join_requests: [],
    game_relationships: [],
    geo_ordered_rtc_regions: [],
    auth: {},
    _trace: [],
  };
  return encodeDispatch(Ready.name, projectReady(ready));
}
