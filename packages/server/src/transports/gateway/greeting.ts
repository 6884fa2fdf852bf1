// What a session is told first: READY, and each of its guilds.
// Source: protocol: gateway-oauth-limits 4.7, 4.11; clients.md 3, 4, 6.
import {
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
} from "../../domains/guilds/guild.ts";
import { isThread, membersOf, standingOf } from "../../domains/guilds/operations.ts";
import { channelPermissions, type Standing } from "../../domains/guilds/permissions.ts";
import { ownUserView } from "../../domains/users/user.ts";
import type { ReadContext } from "../../platform/context.ts";
import { encodeDispatch, type Encoded } from "./codec.ts";
import { hearsOf, type Grant } from "./identify.ts";
import type { Identity } from "./identity.ts";
import { isOnShard } from "./sessions.ts";

/** What a greeting depends on. */
export interface Greeted extends Grant, Identity {
  readonly largeThreshold: number;
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
export async function readGreeting(ctx: ReadContext, greeted: Greeted): Promise<Greeting> {
  // An application that acts for a user has no part in the user's guilds.
  if (greeted.owner.kind === "oauth2") return { guildIds: [], guilds: [] };
  const own = await ctx.tx.find(members, { index: "user", value: greeted.owner.userId });
  const guildIds = own
    .map((member) => member.guild_id)
    .filter((guildId) => isOnShard(greeted.shard, guildId));
  if (!hearsOf(greeted, "GUILDS")) return { guildIds, guilds: [] };
  const guilds = await Promise.all(guildIds.map((guildId) => guildFor(ctx, guildId, greeted)));
  return { guildIds, guilds: guilds.filter((guild) => guild !== undefined) };
}

async function guildFor(
  ctx: ReadContext,
  guildId: string,
  greeted: Greeted,
): Promise<Encoded | undefined> {
  const standing = await standingOf(ctx, guildId, greeted.owner.userId);
  if (standing === undefined) return undefined;
  const [all, memberCount] = await Promise.all([
    ctx.tx.find(channels, { index: "guild", value: guildId }),
    ctx.tx.count(members, pairsOf(guildId)),
  ]);
  const seen = visible(standing, all);
  const isLarge = memberCount > greeted.largeThreshold;
  const guild: Static<typeof GatewayGuild> = {
    ...guildView(standing.guild, standing.roles),
    joined_at: standing.member.joined_at,
    large: isLarge,
    unavailable: false,
    member_count: memberCount,
    voice_states: [],
    members: await shownMembers(ctx, standing, { greeted, isLarge }),
    channels: seen.filter((channel) => !isThread(channel)).map((channel) => channelView(channel)),
    threads: seen.filter(isThread).map((thread) => channelView(thread)),
    presences: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  };
  return encodeDispatch(GuildCreate.name, projectGuild(guild));
}

/** Everyone where the guild is not large, for who hears of presences; else the session's own member. */
async function shownMembers(
  ctx: ReadContext,
  { guild, member }: Standing,
  { greeted, isLarge }: { readonly greeted: Greeted; readonly isLarge: boolean },
) {
  const hearsOfAll = hearsOf(greeted, "GUILD_PRESENCES");
  if (isLarge || !hearsOfAll) return [memberView(member, greeted.user)];
  const everyone = await membersOf(ctx, guild.id, { limit: greeted.largeThreshold });
  return everyone.map((each) => memberView(each.member, each.user));
}

/** Channels and threads that a member sees; a thread is seen with its channel. */
function visible(standing: Standing, all: readonly ChannelRecord[]): readonly ChannelRecord[] {
  const byId = new Map(all.map((channel) => [channel.id, channel]));
  return all.filter((channel) => {
    const parent = isThread(channel) ? byId.get(channel.parent_id ?? "") : undefined;
    return holds(channelPermissions(standing, parent ?? channel), "VIEW_CHANNEL");
  });
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
          },
        }),
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
