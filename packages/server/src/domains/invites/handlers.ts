import { holds, MissingPermissions } from "@antechamber/contract";
import {
  createChannelInvite,
  getInvite,
  listChannelInvites,
  listGuildInvites,
  revokeInvite,
  UnknownInvite,
  useInvite,
  type Invite,
} from "@antechamber/contract/guilds";
import type { Static } from "@antechamber/contract/schema";
import { ApiError } from "../../platform/api-error.ts";
import type { ReadContext, WithCaller } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { handle, reply, type Binding } from "../../platform/handler.ts";
import { writeAuditLog } from "../guilds/audit-log/write.ts";
import { countsOf, type OnlineMembers } from "../guilds/online.ts";
import { channelOf, seenChannelOf } from "../guilds/operations.ts";
import { basePermissions, channelPermissions } from "../guilds/permissions.ts";
import {
  ownPermissionContext,
  permissionContextIn,
  requireOneOf,
} from "../guilds/caller-permissions.ts";
import { callerUserId, callingUser } from "../users/operations.ts";
import { inviteReaders, invitesOf, type InviteRecord } from "./invite.ts";
import { invitableChannel, findOrCreateInvite } from "./new-invite.ts";
import { acceptInvite, endInvite } from "./operations.ts";
import { targetUsersHandlers } from "./target-users-handlers.ts";
import { inviteOf } from "./vanity-url.ts";
import { eventView, inviteView, withMetadata } from "./views.ts";

/** The channel in a path, with the caller's permissions in it. */
async function channelWithPermissions(ctx: WithCaller, id: string) {
  const channel = invitableChannel(await channelOf(ctx, ctx.caller, id));
  const permissionContext = await ownPermissionContext(ctx, channel.guild_id);
  return {
    channel,
    permissionContext,
    permissions: channelPermissions(permissionContext, channel),
  };
}

/**
 * Requires that the caller may delete an invite: managers of the guild may for all channels, even
 * hidden ones; others for visible channels that they manage.
 *
 * @throws MissingAccess, MissingPermissions
 */
async function requireRevoking(
  ctx: WithCaller,
  { guild_id, channel_id }: InviteRecord,
): Promise<void> {
  const permissionContext = await ownPermissionContext(ctx, guild_id);
  if (holds(basePermissions(permissionContext), "MANAGE_GUILD")) return;
  const channel = await seenChannelOf(ctx, ctx.caller, channel_id);
  requireOneOf(channelPermissions(permissionContext, channel), "MANAGE_CHANNELS", "MANAGE_GUILD");
}

/** The views of invites, each passed through `shownAs`. */
async function shownAll<V>(
  ctx: ReadContext,
  all: readonly InviteRecord[],
  shownAs: (view: Static<typeof Invite>, invite: InviteRecord) => V,
): Promise<V[]> {
  const views: V[] = [];
  for (const invite of all) {
    const view = await inviteView(ctx, invite);
    if (view !== undefined) views.push(shownAs(view, invite));
  }
  return views;
}

async function shownOne(ctx: ReadContext, invite: InviteRecord) {
  const view = await inviteView(ctx, invite);
  if (view === undefined) throw new ApiError(UnknownInvite);
  return view;
}

const recordHandlers: readonly Binding[] = [
  handle(createChannelInvite, async (ctx, { params, body, files }) => {
    const place = await channelWithPermissions(ctx, params.channel_id);
    requireOneOf(place.permissions, "CREATE_INSTANT_INVITE");
    const inviter = await callingUser(ctx, ctx.caller);
    const invite = await findOrCreateInvite(ctx, inviter.id, { ...place, draft: body(), files });
    return reply(200, withMetadata(await shownOne(ctx, invite), invite));
  }),

  handle(listChannelInvites, async (ctx, { params }) => {
    const { channel, permissions } = await channelWithPermissions(ctx, params.channel_id);
    requireOneOf(permissions, "MANAGE_CHANNELS");
    const all = await invitesOf(ctx, "channel", channel.id);
    return reply(200, await shownAll(ctx, all, withMetadata));
  }),

  handle(listGuildInvites, async (ctx, { params }) => {
    const permissionContext = await permissionContextIn(ctx, params.guild_id);
    const own = basePermissions(permissionContext);
    requireOneOf(own, ...inviteReaders);
    const all = await invitesOf(ctx, "guild", permissionContext.guild.id);
    const shownAs = holds(own, "MANAGE_GUILD")
      ? withMetadata
      : (view: Static<typeof Invite>) => view;
    return reply(200, await shownAll(ctx, all, shownAs));
  }),

  handle(useInvite, async (ctx, { params, body }) => {
    const user = await callingUser(ctx, ctx.caller);
    body();
    const { invite, isNew } = await acceptInvite(ctx, user.id, params.code);
    return reply(200, { ...(await shownOne(ctx, invite)), new_member: isNew });
  }),

  handle(revokeInvite, async (ctx, { params }) => {
    const invite = await inviteOf(ctx, params.code);
    await requireRevoking(ctx, invite);
    if (invite.hidden === true) throw new ApiError(MissingPermissions);
    const view = await shownOne(ctx, invite);
    endInvite(ctx, invite);
    const by = { guild_id: invite.guild_id, user_id: callerUserId(ctx.caller) ?? null };
    writeAuditLog(ctx, "INVITE_DELETE", { ...by, target_id: null, before: invite });
    return reply(200, view);
  }),

  ...targetUsersHandlers,
];

/** @param deps the online members, for invites with counts */
export function inviteHandlers({
  presences: online,
}: {
  readonly presences: OnlineMembers;
}): readonly Binding[] {
  return [
    ...recordHandlers,

    handle(getInvite, async (ctx, { params, query }) => {
      const view = await shownOne(ctx, await inviteOf(ctx, params.code));
      const { guild_scheduled_event_id: eventId, with_counts: withCount = false } = query;
      const counts = withCount ? await countsOf(ctx, online, view.guild_id) : {};
      const event =
        eventId === undefined ? undefined : await eventView(ctx, view, { eventId, withCount });
      return reply(200, { ...view, ...counts, ...definedFields({ guild_scheduled_event: event }) });
    }),
  ];
}
