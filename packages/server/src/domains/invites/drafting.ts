// What an invite may be: its channel, its target and the roles that it brings.
// Source: protocol: lobbies-and-sdk 9.
import {
  ChannelType,
  InvalidRole,
  InviteTargetType,
  MissingPermissions,
  UnknownRole,
  WrongChannelType,
  type InviteDraft,
  type Static,
} from "@antechamber/contract";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import type { ReadContext } from "../../platform/context.ts";
import { hasFlag } from "../applications/application.ts";
import { pairKey } from "../applications/installs.ts";
import { applicationOf } from "../applications/operations.ts";
import { roles, type ChannelRecord } from "../guilds/guild.ts";
import { isThread } from "../guilds/operations.ts";
import { mayGrant, type Standing } from "../guilds/permissions.ts";
import { voiceStates } from "../guilds/voice.ts";
import { userOf } from "../users/operations.ts";

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

function fault(field: keyof Draft, code: string, message: string): ApiError {
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
    throw fault("target_type", "GUILD_INVITE_INVALID_TARGET_USER_TYPE", "Invalid target user type");
  }
  if (appId !== undefined && type !== InviteTargetType.EMBEDDED_APPLICATION) {
    throw fault("target_type", "GUILD_INVITE_INVALID_TARGET_TYPE", "Invalid target type");
  }
  if (type === InviteTargetType.STREAM) await requireStream(ctx, channel, userId);
  if (type === InviteTargetType.EMBEDDED_APPLICATION) await requireActivity(ctx, channel, appId);
}

/** Nobody's screen is carried here, so that whoever is in the voice channel counts as streaming. */
async function requireStream(
  ctx: ReadContext,
  { id, guild_id }: GuildChannel,
  userId: string | undefined,
): Promise<void> {
  if (userId === undefined) throw fault("target_user_id", "BASE_TYPE_REQUIRED", required);
  await userOf(ctx, userId);
  const voice = await ctx.tx.get(voiceStates, pairKey(guild_id, userId));
  if (voice?.channel_id === id) return;
  const message = "The specified user is currently not streaming in this channel";
  throw fault("target_user_id", "GUILD_INVITE_INVALID_STREAMER_CHANNEL", message);
}

async function requireActivity(
  ctx: ReadContext,
  { type }: GuildChannel,
  applicationId: string | undefined,
): Promise<void> {
  if (applicationId === undefined) {
    throw fault("target_application_id", "BASE_TYPE_REQUIRED", required);
  }
  const application = await applicationOf(ctx, applicationId);
  if (type === ChannelType.GUILD_VOICE && hasFlag(application, "EMBEDDED")) return;
  const message = "The application has no Activity, or this channel has no place for one";
  throw fault("target_application_id", "GUILD_INVITE_INVALID_TARGET_APPLICATION", message);
}

/**
 * Holds the roles that an invite brings against who makes it.
 *
 * @throws UnknownRole, InvalidRole for those that nobody can be given, MissingPermissions
 */
export async function requireRoles(
  ctx: ReadContext,
  standing: Standing,
  roleIds: readonly string[],
): Promise<void> {
  for (const id of roleIds) {
    const role = await ctx.tx.get(roles, pairKey(standing.guild.id, id));
    if (role === undefined) throw new ApiError(UnknownRole);
    if (role.managed || id === standing.guild.id) throw new ApiError(InvalidRole);
    if (!mayGrant(standing, role)) throw new ApiError(MissingPermissions);
  }
}
