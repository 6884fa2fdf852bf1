// What a session is told first: READY, and each of its guilds.
// Source: protocol: gateway-oauth-limits 4.7, 4.11; clients.md 3, 4, 6.
import {
  ageKey,
  GuildCreate,
  holds,
  projection,
  Ready,
  type GatewayGuild,
  type Static,
} from "@antechamber/contract";
import { smallFlags } from "../../domains/applications/application.ts";
import { pairsOf } from "../../domains/applications/installs.ts";
import {
  channels,
  channelView,
  guildView,
  members,
  memberView,
  type ChannelRecord,
  type MemberRecord,
} from "../../domains/guilds/guild.ts";
import { isThread, memberOf, membersOf, standingOf } from "../../domains/guilds/operations.ts";
import { channelPermissions, type Standing } from "../../domains/guilds/permissions.ts";
import {
  voiceStatesOf,
  voiceStateView,
  type VoiceStateRecord,
} from "../../domains/guilds/voice.ts";
import { ownUserView, users, type UserRecord } from "../../domains/users/user.ts";
import type { ReadContext } from "../../platform/context.ts";
import { encodeDispatch, type Encoded } from "./codec.ts";
import { hearsOf, type Grant, type Owner } from "./identify.ts";
import type { Identity } from "./identity.ts";
import type { Presences } from "./presences.ts";
import { isOnShard } from "./sessions.ts";

/** What a greeting depends on. */
export interface Greeted extends Grant, Identity {
  readonly largeThreshold: number;
  readonly compress: boolean;
  readonly presence: unknown;
}

/** What of a session the guilds that it is told of depend on. */
export type GuildReader = Pick<Greeted, "owner" | "intents" | "largeThreshold">;

type PresenceView = Pick<Presences, "of" | "onlineIn">;

interface GuildAudience {
  readonly to: GuildReader;
  readonly presences: PresenceView;
}

export interface Greeting {
  /** The guilds of the session's shard. */
  readonly guildIds: readonly string[];
  /** GUILD_CREATE of each of them, where the session hears of guilds. */
  readonly guilds: readonly Encoded[];
}

/** Where the connection is, as READY repeats it. */
export interface ReadyAt {
  readonly sessionId: string;
  readonly version: number;
  /** Without a query. */
  readonly gatewayUrl: string;
}

const projectReady = projection(Ready.payload);
const projectGuild = projection(GuildCreate.payload);

/** Reads everything that a session is greeted with, on one snapshot of the store. */
export async function readGreeting(
  ctx: ReadContext,
  greeted: Greeted,
  presences: PresenceView,
): Promise<Greeting> {
  // An application that acts for a user has no part in the user's guilds.
  if (greeted.owner.kind === "oauth2") return { guildIds: [], guilds: [] };
  const own = await ctx.tx.find(members, { index: "user", value: greeted.owner.userId });
  const guildIds = own
    .map((member) => member.guild_id)
    .filter((guildId) => isOnShard(greeted.shard, guildId));
  if (!hearsOf(greeted, "GUILDS")) return { guildIds, guilds: [] };
  const audience = { to: greeted, presences };
  const guilds = await Promise.all(guildIds.map((guildId) => guildFor(ctx, guildId, audience)));
  return { guildIds, guilds: guilds.filter((guild) => guild !== undefined) };
}

/** GUILD_CREATE as one session sees it; undefined when its user is not in the guild. */
export async function guildFor(
  ctx: ReadContext,
  guildId: string,
  audience: GuildAudience,
): Promise<Encoded | undefined> {
  const standing = await standingOf(ctx, guildId, audience.to.owner.userId);
  if (standing === undefined) return undefined;
  const [all, memberCount, inVoice] = await Promise.all([
    ctx.tx.find(channels, { index: "guild", value: guildId }),
    ctx.tx.count(members, pairsOf(guildId)),
    voiceStatesOf(ctx, guildId),
  ]);
  const seen = visible(standing, all);
  const isLarge = memberCount > audience.to.largeThreshold;
  const people = await shownPeople(ctx, standing, { audience, isLarge, inVoice });
  const guild: Static<typeof GatewayGuild> = {
    ...guildView(standing.guild, standing.roles),
    joined_at: standing.member.joined_at,
    large: isLarge,
    unavailable: false,
    member_count: memberCount,
    voice_states: inVoice.map((state) => voiceStateView(state, memberIn(people, state.user_id))),
    members: people.map(({ member, user }) => memberView(member, user)),
    channels: seen.filter((channel) => !isThread(channel)).map((channel) => channelView(channel)),
    threads: seen.filter(isThread).map((thread) => channelView(thread)),
    presences: presencesAmong(people, audience),
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  };
  return encodeDispatch(GuildCreate.name, projectGuild(guild));
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
 * The session's own member and who is in voice; for who hears of presences also everyone, or in a
 * large guild those who are online.
 */
async function shownPeople(
  ctx: ReadContext,
  { guild, member }: Standing,
  { audience: { to, presences }, isLarge, inVoice }: GuildPeople,
): Promise<readonly Person[]> {
  const hearsOfAll = hearsOf(to, "GUILD_PRESENCES");
  if (!isLarge && hearsOfAll) return membersOf(ctx, guild.id, { limit: to.largeThreshold });
  const online = hearsOfAll ? presences.onlineIn(guild.id).slice(0, to.largeThreshold) : [];
  const shown = new Set([member.user_id, ...inVoice.map(({ user_id }) => user_id), ...online]);
  const people = await Promise.all(
    [...shown].map(async (userId): Promise<Person | undefined> => {
      const itsMember = await memberOf(ctx, guild.id, userId);
      const user = await ctx.tx.get(users, ageKey(userId));
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
    .map(({ member }) => presences.of(member.user_id))
    .filter((presence) => presence !== undefined);
}

/** Channels and threads that a member sees; a thread is seen with its channel. */
function visible(standing: Standing, all: readonly ChannelRecord[]): readonly ChannelRecord[] {
  const byId = new Map(all.map((channel) => [channel.id, channel]));
  return all.filter((channel) => {
    const parent = isThread(channel) ? byId.get(channel.parent_id ?? "") : undefined;
    return holds(channelPermissions(standing, parent ?? channel), "VIEW_CHANNEL");
  });
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

/** The first event of a session. */
export function encodeReady(greeted: Greeted, greeting: Greeting, at: ReadyAt): Encoded {
  const { owner, user, application, shard } = greeted;
  const ready: Static<(typeof Ready)["payload"]> = {
    v: at.version,
    user: ownUserView(user, owner.kind !== "oauth2" || owner.scopes.has("email")),
    guilds: greeting.guildIds.map((id) => ({ id, unavailable: true })),
    session_id: at.sessionId,
    resume_gateway_url: at.gatewayUrl,
    ...(shard === undefined ? {} : { shard: [...shard] }),
    ...(application === undefined
      ? {}
      : {
          application: {
            id: application.id,
            flags: smallFlags(application),
            flags_new: application.flags_new,
            ...(owner.kind === "oauth2" ? { name: application.name } : {}),
          },
        }),
    ...(owner.kind === "oauth2" ? ofApplication(owner) : {}),
    private_channels: [],
    session_type: "normal",
    relationships: [],
    presences: [],
    user_settings: {},
    guild_join_requests: [],
    geo_ordered_rtc_regions: [],
    auth: {},
    _trace: [],
  };
  return encodeDispatch(Ready.name, projectReady(ready));
}
