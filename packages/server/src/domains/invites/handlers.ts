import {
  limits,
  MissingPermissions,
  UnknownRole,
  WrongChannelType,
  holds,
  MissingAccess,
  type PermissionName,
  type UploadedFile,
} from "@antechamber/contract";
import {
  addInviteTargetUser,
  addInviteTargetUsers,
  ChannelType,
  InvalidRole,
  InviteTargetType,
  type InviteDraft,
  createChannelInvite,
  getInvite,
  getInviteTargetUsers,
  getInviteTargetUsersJob,
  listChannelInvites,
  listGuildInvites,
  removeInviteTargetUser,
  removeInviteTargetUsers,
  revokeInvite,
  setInviteTargetUsers,
  TargetUsersStatus,
  UnknownInvite,
  UnknownTargetUsers,
  UnknownTargetUsersJob,
  useInvite,
  type InviteWithMetadata,
} from "@antechamber/contract/guilds";
import { type Static, timestamp } from "@antechamber/contract/schema";
import { ApiError, invalidForm, missingPermission } from "../../platform/api-error.ts";
import type { ReadContext, Caller, Context } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { handle, noContent, reply, type Binding } from "../../platform/handler.ts";
import { hasFlag } from "../applications/application.ts";
import { compoundKey } from "../../platform/compound-keys.ts";
import { applicationOf } from "../applications/operations.ts";
import { writeAuditLog } from "../guilds/audit-log/write.ts";
import { roles, type ChannelRecord } from "../guilds/guild.ts";
import { countsOf, type OnlineMembers } from "../guilds/online.ts";
import {
  isThread,
  channelOf,
  seenChannelOf,
  guildOf,
  permissionsIn,
  permissionContextOf,
} from "../guilds/operations.ts";
import {
  mayGrant,
  type PermissionContext,
  basePermissions,
  channelPermissions,
} from "../guilds/permissions.ts";
import { voiceStates } from "../guilds/voice.ts";
import { userOf, callerUserId, callingUser } from "../users/operations.ts";
import {
  inviteDefaults,
  invitesOf,
  inviteTargets,
  type InviteRecord,
  type TargetUsersRecord,
} from "./invite.ts";
import { type NewInvite, acceptInvite, createInvite, endInvite } from "./operations.ts";
import {
  requiredFile,
  requireTargetUsers,
  targetFile,
  targetUsersCsv,
  targetUsersIn,
} from "./target-users.ts";
import { inviteOf } from "./vanity-url.ts";
import { eventView, inviteView, withMetadata } from "./views.ts";

type Draft = Static<typeof InviteDraft>;

/** A channel of a guild. */
export type GuildChannel = ChannelRecord & { readonly guild_id: string };

/** A channel that people can be invited to. @throws WrongChannelType */
export function invitable(channel: ChannelRecord): GuildChannel {
  const { guild_id, type } = channel;
  const isPlace = type !== ChannelType.GUILD_CATEGORY && type !== ChannelType.GUILD_DIRECTORY;
  if (guild_id === undefined || !isPlace || isThread(channel)) {
    throw new ApiError(WrongChannelType);
  }
  return { ...channel, guild_id };
}

function issue(field: keyof Draft, code: string, message: string): ApiError {
  return invalidForm({ path: [field], code, message });
}

const required = "This field is required";

/**
 * Holds the target of an invite against its channel.
 *
 * @throws InvalidForm for a target without its kind or a kind without its target, UnknownUser,
 *   UnknownApplication
 */
export async function requireTarget(
  ctx: ReadContext,
  channel: GuildChannel,
  draft: Draft,
): Promise<void> {
  const { target_type: type, target_user_id: userId, target_application_id: appId } = draft;
  if (userId !== undefined && type !== InviteTargetType.STREAM) {
    throw issue("target_type", "GUILD_INVITE_INVALID_TARGET_USER_TYPE", "Invalid target user type");
  }
  if (appId !== undefined && type !== InviteTargetType.EMBEDDED_APPLICATION) {
    throw issue("target_type", "GUILD_INVITE_INVALID_TARGET_TYPE", "Invalid target type");
  }
  if (type === InviteTargetType.STREAM) await requireStream(ctx, channel, userId);
  if (type === InviteTargetType.EMBEDDED_APPLICATION) await requireActivity(ctx, channel, appId);
}

/** No video is carried here, so everyone in the voice channel counts as streaming. */
async function requireStream(
  ctx: ReadContext,
  { id, guild_id }: GuildChannel,
  userId: string | undefined,
): Promise<void> {
  if (userId === undefined) throw issue("target_user_id", "BASE_TYPE_REQUIRED", required);
  await userOf(ctx, userId);
  const voice = await ctx.tx.get(voiceStates, compoundKey(guild_id, userId));
  if (voice?.channel_id === id) return;
  const message = "The specified user is currently not streaming in this channel";
  throw issue("target_user_id", "GUILD_INVITE_INVALID_STREAMER_CHANNEL", message);
}

async function requireActivity(
  ctx: ReadContext,
  { type }: GuildChannel,
  applicationId: string | undefined,
): Promise<void> {
  if (applicationId === undefined) {
    throw issue("target_application_id", "BASE_TYPE_REQUIRED", required);
  }
  const application = await applicationOf(ctx, applicationId);
  if (type === ChannelType.GUILD_VOICE && hasFlag(application, "EMBEDDED")) return;
  const message = "The application has no Activity, or this channel has no place for one";
  throw issue("target_application_id", "GUILD_INVITE_INVALID_TARGET_APPLICATION", message);
}

/**
 * Holds the roles that an invite brings against who makes it.
 *
 * @throws UnknownRole, InvalidRole for those that nobody can be given, MissingPermissions
 */
export async function requireRoles(
  ctx: ReadContext,
  permissionContext: PermissionContext,
  roleIds: readonly string[],
): Promise<void> {
  for (const id of roleIds) {
    const role = await ctx.tx.get(roles, compoundKey(permissionContext.guild.id, id));
    if (role === undefined) throw new ApiError(UnknownRole);
    if (role.managed || id === permissionContext.guild.id) throw new ApiError(InvalidRole);
    if (!mayGrant(permissionContext, role)) throw missingPermission("MANAGE_ROLES");
  }
}

const compared = [
  "inviter_id",
  "max_age",
  "max_uses",
  "temporary",
  "target_type",
  "target_user_id",
  "target_application_id",
] as const satisfies readonly (keyof InviteRecord)[];

/** An invite to the same channel, of the same person and for the same use, that may still be used. */
export async function similarInvite(
  ctx: ReadContext,
  draft: Omit<NewInvite, "target_user_ids">,
): Promise<InviteRecord | undefined> {
  const wanted = { ...inviteDefaults, ...draft };
  const roleIds = wanted.role_ids.toSorted().join();
  for (const invite of await invitesOf(ctx, "channel", draft.channel_id)) {
    const isSame =
      compared.every((field) => invite[field] === wanted[field]) &&
      invite.role_ids.toSorted().join() === roleIds;
    if (isSame && (await ctx.tx.get(inviteTargets, invite.code)) === undefined) return invite;
  }
  return undefined;
}

/** @throws MissingPermissions unless one of them is held */
function requireOne(set: bigint, ...names: readonly PermissionName[]): void {
  if (!names.some((name) => holds(set, name))) throw missingPermission(...names);
}

async function callerStanding(
  ctx: ReadContext,
  caller: Caller,
  guildId: string,
): Promise<PermissionContext> {
  const permissionContext = await permissionContextOf(ctx, guildId, callerUserId(caller) ?? "");
  if (permissionContext === undefined) throw new ApiError(MissingAccess);
  return permissionContext;
}

/** The channel of a path, with what the caller may do in it. */
async function channelFor(ctx: ReadContext, caller: Caller, id: string) {
  const channel = invitable(await channelOf(ctx, caller, id));
  const permissionContext = await callerStanding(ctx, caller, channel.guild_id);
  return {
    channel,
    permissionContext,
    permissions: channelPermissions(permissionContext, channel),
  };
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
  readonly permissionContext: PermissionContext;
  readonly draft: Static<typeof InviteDraft>;
  readonly files: readonly UploadedFile[];
}

/** The target users of a new invite; naming them takes MANAGE_GUILD. */
async function targetsOf(
  ctx: ReadContext,
  { permissionContext, draft, files }: Wish,
): Promise<readonly string[] | undefined> {
  const file = targetFile(files);
  const { target_user_ids: listed } = draft;
  if (file === undefined && listed === undefined) return undefined;
  requireOne(basePermissions(permissionContext), "MANAGE_GUILD");
  if (file !== undefined) return targetUsersIn(ctx, file);
  await requireTargetUsers(ctx, listed ?? []);
  return listed;
}

async function invited(ctx: Context, inviter_id: string, wish: Wish): Promise<InviteRecord> {
  const { channel, permissionContext, draft } = wish;
  await requireTarget(ctx, channel, draft);
  await requireRoles(ctx, permissionContext, draft.role_ids ?? []);
  const target_user_ids = await targetsOf(ctx, wish);
  const { unique, target_user_ids: _ids, ...fields } = draft;
  const place = { guild_id: channel.guild_id, channel_id: channel.id, inviter_id };
  const known =
    unique === true || target_user_ids !== undefined
      ? undefined
      : await similarInvite(ctx, { ...place, ...fields });
  if (known !== undefined) return known;
  const targets = definedFields({ target_user_ids });
  const invite = await createInvite(ctx, { ...place, ...fields, ...targets });
  const by = { guild_id: channel.guild_id, user_id: inviter_id, target_id: null };
  writeAuditLog(ctx, "INVITE_CREATE", { ...by, after: invite });
  return invite;
}

/** The invite of a path, for who made it or holds one of the permissions in its guild. */
async function inviteFor(
  ctx: ReadContext,
  { caller, code }: { readonly caller: Caller; readonly code: string },
  ...names: readonly PermissionName[]
): Promise<InviteRecord> {
  const invite = await inviteOf(ctx, code);
  if (invite.inviter_id !== undefined && invite.inviter_id === callerUserId(caller)) return invite;
  const permissionContext = await callerStanding(ctx, caller, invite.guild_id);
  requireOne(basePermissions(permissionContext), ...names);
  return invite;
}

const readers = ["MANAGE_GUILD", "VIEW_AUDIT_LOG"] as const;

/** The list of an invite's users for who may read it; undefined for an invite for everyone. */
async function targetsRead(ctx: ReadContext & { readonly caller: Caller }, code: string) {
  const invite = await inviteFor(ctx, { caller: ctx.caller, code }, ...readers);
  return ctx.tx.get(inviteTargets, invite.code);
}

/** The list of an invite's users for who may change it. @throws UnknownTargetUsers */
async function targetsToChange(
  ctx: ReadContext & { readonly caller: Caller },
  code: string,
): Promise<TargetUsersRecord> {
  const invite = await inviteFor(ctx, { caller: ctx.caller, code }, "MANAGE_GUILD");
  const targets = await ctx.tx.get(inviteTargets, invite.code);
  if (targets === undefined) throw new ApiError(UnknownTargetUsers);
  return targets;
}

/** Keeps the users, each once. @throws InvalidForm for more than an invite is for */
function changeTargets(ctx: Context, targets: TargetUsersRecord, ids: readonly string[]): void {
  const user_ids = [...new Set(ids)];
  const max = limits.inviteTargetUsers.value;
  if (user_ids.length > max) {
    const message = `Must be ${max} or fewer in length.`;
    throw invalidForm({ path: ["user_ids"], code: "BASE_TYPE_MAX_LENGTH", message });
  }
  ctx.tx.put(inviteTargets, { ...targets, user_ids });
}

const recordHandlers: readonly Binding[] = [
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
    const permissionContext = await callerStanding(ctx, ctx.caller, guild.id);
    requireOne(basePermissions(permissionContext), ...readers);
    return reply(200, await shownAll(ctx, await invitesOf(ctx, "guild", guild.id)));
  }),

  handle(useInvite, async (ctx, { params, body }) => {
    const user = await callingUser(ctx, ctx.caller);
    body();
    const { invite, isNew } = await acceptInvite(ctx, user.id, params.code);
    return reply(200, { ...(await shownOne(ctx, invite)), new_member: isNew });
  }),

  handle(revokeInvite, async (ctx, { params }) => {
    const invite = await inviteOf(ctx, params.code);
    const channel = await seenChannelOf(ctx, ctx.caller, invite.channel_id);
    const there = await permissionsIn(ctx, channel, callerUserId(ctx.caller) ?? "");
    requireOne(there, "MANAGE_CHANNELS", "MANAGE_GUILD");
    if (invite.hidden === true) throw new ApiError(MissingPermissions);
    const view = await shownOne(ctx, invite);
    endInvite(ctx, invite);
    const by = { guild_id: invite.guild_id, user_id: callerUserId(ctx.caller) ?? null };
    writeAuditLog(ctx, "INVITE_DELETE", { ...by, target_id: null, before: invite });
    return reply(200, view);
  }),

  handle(getInviteTargetUsers, async (ctx, { params }) => {
    const targets = await targetsRead(ctx, params.code);
    if (targets === undefined) throw new ApiError(UnknownTargetUsers);
    return reply(200, targetUsersCsv(targets.user_ids));
  }),

  handle(setInviteTargetUsers, async (ctx, { params, body, files }) => {
    const { code } = await targetsToChange(ctx, params.code);
    body();
    const user_ids = await targetUsersIn(ctx, requiredFile(files));
    ctx.tx.put(inviteTargets, { code, user_ids, created_at: timestamp(ctx.now) });
    return noContent;
  }),

  handle(addInviteTargetUser, async (ctx, { params }) => {
    const targets = await targetsToChange(ctx, params.code);
    await userOf(ctx, params.user_id);
    changeTargets(ctx, targets, [...targets.user_ids, params.user_id]);
    return noContent;
  }),

  handle(removeInviteTargetUser, async (ctx, { params }) => {
    const targets = await targetsToChange(ctx, params.code);
    changeTargets(
      ctx,
      targets,
      targets.user_ids.filter((id) => id !== params.user_id),
    );
    return noContent;
  }),

  handle(addInviteTargetUsers, async (ctx, { params, body }) => {
    const targets = await targetsToChange(ctx, params.code);
    const { user_ids } = body();
    await requireTargetUsers(ctx, user_ids, "user_ids");
    changeTargets(ctx, targets, [...targets.user_ids, ...user_ids]);
    return noContent;
  }),

  handle(removeInviteTargetUsers, async (ctx, { params, body }) => {
    const targets = await targetsToChange(ctx, params.code);
    const gone = new Set(body().user_ids);
    changeTargets(
      ctx,
      targets,
      targets.user_ids.filter((id) => !gone.has(id)),
    );
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

/** @param deps who is online, whom counts of members tell */
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
