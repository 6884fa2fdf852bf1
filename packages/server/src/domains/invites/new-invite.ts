// Validates a new invite's channel, target, roles and target users, and its creator's permissions.
// Source: protocol: lobbies-and-sdk 9.
import { UnknownRole, WrongChannelType, type UploadedFile } from "@antechamber/contract";
import {
  ChannelType,
  InvalidRole,
  InviteTargetType,
  type InviteDraft,
} from "@antechamber/contract/guilds";
import type { Static } from "@antechamber/contract/schema";
import { ApiError, invalidForm, missingPermission } from "../../platform/api-error.ts";
import { compoundKey } from "../../platform/records/compound-keys.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { hasFlag } from "../applications/application.ts";
import { applicationOf } from "../applications/operations.ts";
import { writeAuditLog } from "../guilds/audit-log/write.ts";
import { roles, type ChannelRecord, type GuildChannelRecord } from "../guilds/guild.ts";
import { isThread } from "../guilds/operations.ts";
import { mayGrant } from "../guilds/hierarchy.ts";
import type { PermissionContext } from "../guilds/permissions.ts";
import { requirePermissions } from "../guilds/caller-permissions.ts";
import { voiceStates } from "../guilds/voice/voice-state.ts";
import { userOf } from "../users/operations.ts";
import { inviteDefaults, invitesOf, inviteTargets, type InviteRecord } from "./invite.ts";
import { createInvite, type NewInvite } from "./operations.ts";
import { requireTargetUsers, targetFile, targetUsersIn } from "./target-users.ts";

type Draft = Static<typeof InviteDraft>;

/** A channel that people can be invited to. @throws WrongChannelType */
export function invitableChannel(channel: ChannelRecord): GuildChannelRecord {
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
 * Validates the target of an invite to a channel.
 *
 * @throws InvalidForm for a target without its type or a type without its target, UnknownUser,
 *   UnknownApplication
 */
async function requireTarget(
  ctx: ReadContext,
  channel: GuildChannelRecord,
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

/** The service carries no video, so everyone in the voice channel counts as streaming. */
async function requireStream(
  ctx: ReadContext,
  { id, guild_id }: GuildChannelRecord,
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
  { type }: GuildChannelRecord,
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
 * Requires that the creator of an invite may grant its roles.
 *
 * @throws UnknownRole, InvalidRole for roles that cannot be granted, MissingPermissions
 */
async function requireRoles(
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

/** A usable invite by the same user to the same channel with the same settings. */
async function similarInvite(
  ctx: ReadContext,
  draft: Omit<NewInvite, "target_user_ids">,
): Promise<InviteRecord | undefined> {
  const requested = { ...inviteDefaults, ...draft };
  const roleIds = requested.role_ids.toSorted().join();
  for (const invite of await invitesOf(ctx, "channel", draft.channel_id)) {
    const isSame =
      compared.every((field) => invite[field] === requested[field]) &&
      invite.role_ids.toSorted().join() === roleIds;
    if (isSame && (await ctx.tx.get(inviteTargets, invite.code)) === undefined) return invite;
  }
  return undefined;
}

/** A request to create an invite. */
export interface InviteRequest {
  readonly channel: GuildChannelRecord;
  readonly permissionContext: PermissionContext;
  readonly draft: Draft;
  readonly files: readonly UploadedFile[];
}

/** The target users of a new invite; naming some requires MANAGE_GUILD. */
async function targetsOf(
  ctx: ReadContext,
  { permissionContext, draft, files }: InviteRequest,
): Promise<readonly string[] | undefined> {
  const file = targetFile(files);
  const { target_user_ids: listed } = draft;
  if (file === undefined && listed === undefined) return undefined;
  requirePermissions(permissionContext, "MANAGE_GUILD");
  if (file !== undefined) return targetUsersIn(ctx, file);
  await requireTargetUsers(ctx, listed ?? []);
  return listed;
}

/**
 * Creates an invite if the caller may, or returns a usable one with the same settings.
 *
 * @throws MissingPermissions, UnknownRole, InvalidRole, InvalidForm, UnknownUser,
 *   UnknownApplication, TooManyInvites
 */
export async function findOrCreateInvite(
  ctx: Context,
  inviter_id: string,
  request: InviteRequest,
): Promise<InviteRecord> {
  const { channel, permissionContext, draft } = request;
  await requireTarget(ctx, channel, draft);
  await requireRoles(ctx, permissionContext, draft.role_ids ?? []);
  const target_user_ids = await targetsOf(ctx, request);
  const { unique, target_user_ids: _ids, ...fields } = draft;
  const place = { guild_id: channel.guild_id, channel_id: channel.id, inviter_id };
  const existing =
    unique === true || target_user_ids !== undefined
      ? undefined
      : await similarInvite(ctx, { ...place, ...fields });
  if (existing !== undefined) return existing;
  const targets = definedFields({ target_user_ids });
  const invite = await createInvite(ctx, { ...place, ...fields, ...targets });
  const by = { guild_id: channel.guild_id, user_id: inviter_id, target_id: null };
  writeAuditLog(ctx, "INVITE_CREATE", { ...by, after: invite });
  return invite;
}
