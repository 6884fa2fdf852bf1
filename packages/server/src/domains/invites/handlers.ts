import {
  createChannelInvite,
  getInvite,
  getInviteTargetUsers,
  getInviteTargetUsersJob,
  holds,
  listChannelInvites,
  listGuildInvites,
  MissingAccess,
  MissingPermissions,
  revokeInvite,
  setInviteTargetUsers,
  TargetUsersStatus,
  timestamp,
  UnknownInvite,
  UnknownTargetUsers,
  UnknownTargetUsersJob,
  useInvite,
  type InviteDraft,
  type InviteWithMetadata,
  type PermissionName,
  type Static,
  type UploadedFile,
} from "@antechamber/contract";
import { ApiError } from "../../platform/api-error.ts";
import type { Caller, Context, ReadContext } from "../../platform/context.ts";
import { handle, noContent, reply, type Binding } from "../../platform/handler.ts";
import { countsOf } from "../guilds/counts.ts";
import { channelOf, guildOf, permissionsIn, standingOf } from "../guilds/operations.ts";
import { basePermissions, channelPermissions, type Standing } from "../guilds/permissions.ts";
import { callerUserId, callingUser } from "../users/operations.ts";
import { invitable, requireRoles, requireTarget, type GuildChannel } from "./drafting.ts";
import { inviteOf, invitesOf, inviteTargets, type InviteRecord } from "./invite.ts";
import { acceptInvite, createInvite, endInvite } from "./operations.ts";
import { similarInvite } from "./similar.ts";
import {
  requiredFile,
  requireTargetUsers,
  targetFile,
  targetUsersCsv,
  targetUsersIn,
} from "./target-users.ts";
import { inviteView, withMetadata } from "./views.ts";

/** @throws MissingPermissions unless one of them is held */
function requireOne(set: bigint, ...names: readonly PermissionName[]): void {
  if (!names.some((name) => holds(set, name))) throw new ApiError(MissingPermissions);
}

async function callerStanding(
  ctx: ReadContext,
  caller: Caller,
  guildId: string,
): Promise<Standing> {
  const standing = await standingOf(ctx, guildId, callerUserId(caller) ?? "");
  if (standing === undefined) throw new ApiError(MissingAccess);
  return standing;
}

/** The channel of a path, with what the caller may do in it. */
async function channelFor(ctx: ReadContext, caller: Caller, id: string) {
  const channel = invitable(await channelOf(ctx, caller, id));
  const standing = await callerStanding(ctx, caller, channel.guild_id);
  return { channel, standing, permissions: channelPermissions(standing, channel) };
}

async function shownAll(ctx: ReadContext, all: readonly InviteRecord[]) {
  const shown: Static<typeof InviteWithMetadata>[] = [];
  for (const invite of all) {
    const view = await inviteView(ctx, invite);
    if (view !== undefined) shown.push(withMetadata(view, invite));
  }
  return shown;
}

async function shownOne(ctx: ReadContext, invite: InviteRecord) {
  const view = await inviteView(ctx, invite);
  if (view === undefined) throw new ApiError(UnknownInvite);
  return view;
}

interface Wish {
  readonly channel: GuildChannel;
  readonly standing: Standing;
  readonly draft: Static<typeof InviteDraft>;
  readonly files: readonly UploadedFile[];
}

/** The people whom a new invite is for; whoever limits one manages the guild. */
async function targetsOf(
  ctx: ReadContext,
  { standing, draft, files }: Wish,
): Promise<readonly string[] | undefined> {
  const file = targetFile(files);
  const { target_user_ids: listed } = draft;
  if (file === undefined && listed === undefined) return undefined;
  requireOne(basePermissions(standing), "MANAGE_GUILD");
  if (file !== undefined) return targetUsersIn(ctx, file);
  await requireTargetUsers(ctx, listed ?? []);
  return listed;
}

async function invited(ctx: Context, inviter_id: string, wish: Wish): Promise<InviteRecord> {
  const { channel, standing, draft } = wish;
  await requireTarget(ctx, channel, draft);
  await requireRoles(ctx, standing, draft.role_ids ?? []);
  const target_user_ids = await targetsOf(ctx, wish);
  const { unique, target_user_ids: _ids, ...fields } = draft;
  const place = { guild_id: channel.guild_id, channel_id: channel.id, inviter_id };
  const known =
    unique === true || target_user_ids !== undefined
      ? undefined
      : await similarInvite(ctx, { ...place, ...fields });
  if (known !== undefined) return known;
  const targets = target_user_ids === undefined ? {} : { target_user_ids };
  return createInvite(ctx, { ...place, ...fields, ...targets });
}

/** The invite of a path, for who made it or holds one of the permissions in its guild. */
async function inviteFor(
  ctx: ReadContext,
  { caller, code }: { readonly caller: Caller; readonly code: string },
  ...names: readonly PermissionName[]
): Promise<InviteRecord> {
  const invite = await inviteOf(ctx, code);
  if (invite.inviter_id !== undefined && invite.inviter_id === callerUserId(caller)) return invite;
  const standing = await callerStanding(ctx, caller, invite.guild_id);
  requireOne(basePermissions(standing), ...names);
  return invite;
}

const readers = ["MANAGE_GUILD", "VIEW_AUDIT_LOG"] as const;

/** The list of an invite's users for who may read it; undefined for an invite for everyone. */
async function targetsRead(ctx: ReadContext & { readonly caller: Caller }, code: string) {
  const invite = await inviteFor(ctx, { caller: ctx.caller, code }, ...readers);
  return ctx.tx.get(inviteTargets, invite.code);
}

export const inviteHandlers: readonly Binding[] = [
  handle(createChannelInvite, async (ctx, { params, body, files }) => {
    const place = await channelFor(ctx, ctx.caller, params.channel_id);
    requireOne(place.permissions, "CREATE_INSTANT_INVITE");
    const inviter = await callingUser(ctx, ctx.caller);
    const invite = await invited(ctx, inviter.id, { ...place, draft: body(), files });
    return reply(200, withMetadata(await shownOne(ctx, invite), invite));
  }),

  handle(listChannelInvites, async (ctx, { params }) => {
    const { channel, permissions } = await channelFor(ctx, ctx.caller, params.channel_id);
    requireOne(permissions, "MANAGE_CHANNELS");
    return reply(200, await shownAll(ctx, await invitesOf(ctx, "channel", channel.id)));
  }),

  handle(listGuildInvites, async (ctx, { params }) => {
    const guild = await guildOf(ctx, ctx.caller, params.guild_id);
    const standing = await callerStanding(ctx, ctx.caller, guild.id);
    requireOne(basePermissions(standing), ...readers);
    return reply(200, await shownAll(ctx, await invitesOf(ctx, "guild", guild.id)));
  }),

  handle(getInvite, async (ctx, { params, query }) => {
    const view = await shownOne(ctx, await inviteOf(ctx, params.code));
    const counts = query.with_counts === true ? await countsOf(ctx, view.guild_id) : {};
    return reply(200, { ...view, ...counts });
  }),

  handle(useInvite, async (ctx, { params, body }) => {
    const user = await callingUser(ctx, ctx.caller);
    body();
    const { invite, isNew } = await acceptInvite(ctx, user.id, params.code);
    return reply(200, { ...(await shownOne(ctx, invite)), new_member: isNew });
  }),

  handle(revokeInvite, async (ctx, { params }) => {
    const invite = await inviteOf(ctx, params.code);
    const channel = await channelOf(ctx, ctx.caller, invite.channel_id);
    const there = await permissionsIn(ctx, channel, callerUserId(ctx.caller) ?? "");
    requireOne(there, "MANAGE_CHANNELS", "MANAGE_GUILD");
    if (invite.hidden === true) throw new ApiError(MissingPermissions);
    const view = await shownOne(ctx, invite);
    endInvite(ctx, invite);
    return reply(200, view);
  }),

  handle(getInviteTargetUsers, async (ctx, { params }) => {
    const targets = await targetsRead(ctx, params.code);
    if (targets === undefined) throw new ApiError(UnknownTargetUsers);
    return reply(200, targetUsersCsv(targets.user_ids));
  }),

  handle(setInviteTargetUsers, async (ctx, { params, body, files }) => {
    const of = { caller: ctx.caller, code: params.code };
    const { code } = await inviteFor(ctx, of, "MANAGE_GUILD");
    if ((await ctx.tx.get(inviteTargets, code)) === undefined) {
      throw new ApiError(UnknownTargetUsers);
    }
    body();
    const user_ids = await targetUsersIn(ctx, requiredFile(files));
    ctx.tx.put(inviteTargets, { code, user_ids, created_at: timestamp(ctx.now) });
    return noContent;
  }),

  handle(getInviteTargetUsersJob, async (ctx, { params }) => {
    const targets = await targetsRead(ctx, params.code);
    if (targets === undefined) throw new ApiError(UnknownTargetUsersJob);
    const { length } = targets.user_ids;
    return reply(200, {
      // A list is taken in with the call that brings it.
      status: TargetUsersStatus.COMPLETED,
      total_users: length,
      processed_users: length,
      created_at: targets.created_at,
      completed_at: targets.created_at,
      error_message: null,
    });
  }),
];
