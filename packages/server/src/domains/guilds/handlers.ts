import { UnknownGuild } from "@antechamber/contract";
import { ADVISED_SHARDS, shardOf } from "@antechamber/contract/gateway";
import {
  getChannel,
  getGuild,
  getGuildMember,
  listGuildChannels,
  listGuildMembers,
  listGuildRoles,
} from "@antechamber/contract/guilds";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import { listCurrentUserGuilds, type OwnGuild } from "@antechamber/contract/users";
import { handle, reply, type Binding } from "../../platform/handler.ts";
import { type TimeSlicer } from "../../platform/time/time-slicer.ts";
import { callerUserId, callingUser } from "../users/operations.ts";
import type { UserRecord } from "../users/user.ts";
import { guildFeatureHandlers } from "./feature-handlers.ts";
import {
  seenChannelOf,
  channelsOf,
  guildOf,
  guildsOf,
  memberWithUser,
  membersOf,
  recipientsOf,
  rolesOf,
  permissionContextOf,
} from "./operations.ts";
import { channelView, guildView, memberView, roleView, type GuildRecord } from "./guild.ts";
import { countsOf, type OnlineMembers } from "./online.ts";
import { linkableAmong } from "./linkable.ts";
import { memberSearchHandlers } from "./members/member-search.ts";
import { requireMembersIntent } from "./members/members-intent.ts";
import { voiceHandlers } from "./voice/handlers.ts";
import { roleConnectionHandlers } from "./linked-roles/handlers.ts";
import { ownUserHandlers } from "./members/own-user.ts";
import { webhookHandlers } from "./webhooks/handlers.ts";

/** The most of one's own guilds in one reply. Source: protocol: gateway-oauth-limits 5.12. */
const OWN_GUILDS_MAX = 200;

/** The default number of members in one reply. Source: machine specification. */
const MEMBERS_DEFAULT = 1;

interface GuildPage {
  readonly before?: string;
  readonly after?: string;
  readonly limit?: number;
}

/** A page of guilds in order of id; with only an upper bound, the guilds closest below it. */
function pageOf<G extends { readonly guild: GuildRecord }>(
  own: readonly G[],
  { before, after, limit = OWN_GUILDS_MAX }: GuildPage,
): readonly G[] {
  const within = own.filter(
    ({ guild }) =>
      (before === undefined || snowflakeKey(guild.id) < snowflakeKey(before)) &&
      (after === undefined || snowflakeKey(guild.id) > snowflakeKey(after)),
  );
  return before !== undefined && after === undefined
    ? within.slice(-limit)
    : within.slice(0, limit);
}

function ownGuildView(
  { guild, permissions }: { readonly guild: GuildRecord; readonly permissions: bigint },
  user: UserRecord,
): Static<typeof OwnGuild> {
  return {
    id: guild.id,
    name: guild.name,
    icon: guild.icon,
    banner: guild.banner,
    owner: guild.owner_id === user.id,
    permissions: permissions.toString(),
    permissions_new: permissions.toString(),
    features: guild.features,
  };
}

/** Whether a guild is on a shard; true if no shard is given. */
function isOnShard(guildId: string, shard: number | undefined): boolean {
  return shard === undefined || shardOf(guildId, ADVISED_SHARDS) === shard;
}

const ownHandlers = (online: OnlineMembers): readonly Binding[] => [
  handle(listCurrentUserGuilds, async (ctx, { query }) => {
    const user = await callingUser(ctx, ctx.caller);
    const all = await guildsOf(ctx, user.id);
    const page = pageOf(
      all.filter(({ guild }) => isOnShard(guild.id, query.shard)),
      query,
    );
    const views: Static<typeof OwnGuild>[] = [];
    for (const own of page) {
      const counts = query.with_counts === true ? await countsOf(ctx, online, own.guild.id) : {};
      views.push({ ...ownGuildView(own, user), ...counts });
    }
    return reply(200, views);
  }),

  handle(getGuild, async (ctx, { params, query }) => {
    // Does not tell others that there is such a guild. Source: discord-api-docs#5840.
    const guild = await guildOf(ctx, ctx.caller, params.guild_id, UnknownGuild);
    const view = guildView(guild, await rolesOf(ctx, guild.id));
    const counts = query.with_counts === true ? await countsOf(ctx, online, guild.id) : {};
    return reply(200, { ...view, ...counts });
  }),

  handle(listGuildChannels, async (ctx, { params, query }) => {
    const guild = await guildOf(ctx, ctx.caller, params.guild_id);
    const channels = await channelsOf(ctx, guild.id);
    if (query.with_can_link_lobby === true && ctx.caller.kind === "bearer") {
      const { id: userId } = await callingUser(ctx, ctx.caller);
      return reply(200, linkableAmong(channels, await permissionContextOf(ctx, guild.id, userId)));
    }
    return reply(
      200,
      channels.map((channel) => channelView(channel)),
    );
  }),

  handle(listGuildRoles, async (ctx, { params }) => {
    const guild = await guildOf(ctx, ctx.caller, params.guild_id);
    const roles = await rolesOf(ctx, guild.id);
    return reply(200, roles.map(roleView));
  }),

  handle(listGuildMembers, async (ctx, { params, query }) => {
    const guild = await guildOf(ctx, ctx.caller, params.guild_id);
    await requireMembersIntent(ctx, ctx.caller);
    const page = await membersOf(ctx, guild.id, { limit: MEMBERS_DEFAULT, ...query });
    return reply(
      200,
      page.map(({ member, user }) => memberView(member, user)),
    );
  }),

  handle(getGuildMember, async (ctx, { params }) => {
    const guild = await guildOf(ctx, ctx.caller, params.guild_id);
    const { member, user } = await memberWithUser(ctx, guild.id, params.user_id);
    return reply(200, memberView(member, user));
  }),

  handle(getChannel, async (ctx, { params }) => {
    const channel = await seenChannelOf(ctx, ctx.caller, params.channel_id);
    const recipients = await recipientsOf(ctx, channel, callerUserId(ctx.caller));
    return reply(200, channelView(channel, recipients));
  }),
];

/** @param deps who is online, and the time slicer by which a member search yields to other work */
export function guildHandlers({
  slicer,
  presences,
}: {
  readonly slicer: TimeSlicer;
  readonly presences: OnlineMembers;
}): readonly Binding[] {
  return [
    ...ownHandlers(presences),
    ...guildFeatureHandlers,
    ...webhookHandlers,
    ...voiceHandlers,
    ...ownUserHandlers,
    ...roleConnectionHandlers,
    ...memberSearchHandlers(slicer),
  ];
}
