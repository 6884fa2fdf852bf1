// Creates, uses and deletes invites, and emits their events.
// Source: protocol: lobbies-and-sdk 9, gateway-oauth-limits 4.16.
import { limits } from "@antechamber/contract";
import {
  InviteCreate,
  InviteDelete,
  InviteTargetType,
  NotForThisUser,
  TooManyInvites,
  UnknownInvite,
} from "@antechamber/contract/guilds";
import { snowflakeKey, timestamp } from "@antechamber/contract/schema";
import { ApiError } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { onDeadline, type Deadline } from "../../platform/schedule/deadlines.ts";
import { alphanumeric } from "../../platform/random.ts";
import { compoundKey } from "../../platform/records/compound-keys.ts";
import { requireNotBanned } from "../guilds/members/bans.ts";
import { guilds, roles } from "../guilds/guild.ts";
import { areInvitesClosed } from "../guilds/incidents.ts";
import { joinGuild, requireRoomForGuild } from "../guilds/members/joining.ts";
import { memberOf } from "../guilds/operations.ts";
import { inviteDefaults, invites, inviteTargets, isLive, type InviteRecord } from "./invite.ts";
import { countVanityUse, inviteOf } from "./vanity-url.ts";
import { inviteEvent, inviteScope } from "./views.ts";

/** The length of an invite code. Source: assumed: as people know invites. */
const CODE_LENGTH = 8;

/** How a member joined a guild. Source: protocol: lobbies-and-sdk 3 (8), guild-settings 6. */
const JoinSource = { INVITE: 5, VANITY_URL: 6, LOBBY: 8 } as const;

function sourceOf({ target_type: type, isVanity }: InviteRecord): number {
  if (isVanity === true) return JoinSource.VANITY_URL;
  return type === InviteTargetType.LOBBY ? JoinSource.LOBBY : JoinSource.INVITE;
}

/** The fields of a new invite; omitted fields default to `inviteDefaults`. */
export type NewInvite = Pick<InviteRecord, "guild_id" | "channel_id"> &
  Partial<Omit<InviteRecord, "code" | "created_at" | "uses">> & {
    /** The only users who may use it; absent for everyone. */
    readonly target_user_ids?: readonly string[];
  };

/** Deletes invites when they expire. */
export const inviteDeadlines: readonly Deadline[] = [
  onDeadline(invites, { kind: "invite", subject: ({ code }) => code, run: endInvite }),
];

/**
 * Creates an invite, and emits that to those who manage its channel. The endpoint must have checked
 * the caller's permissions.
 *
 * @throws TooManyInvites
 */
export async function createInvite(
  ctx: Context,
  { target_user_ids: targets, ...draft }: NewInvite,
): Promise<InviteRecord> {
  const inGuild = await ctx.tx.count(invites, { index: "guild", value: draft.guild_id });
  if (inGuild >= limits.invitesPerGuild.value) throw new ApiError(TooManyInvites);
  const created_at = timestamp(ctx.now);
  const code = await freeCode(ctx);
  const invite: InviteRecord = { ...inviteDefaults, ...draft, code, created_at };
  ctx.tx.put(invites, invite);
  if (targets !== undefined) {
    ctx.tx.put(inviteTargets, { code, user_ids: [...new Set(targets)], created_at });
  }
  ctx.emit(InviteCreate, inviteScope(invite), await inviteEvent(ctx, invite));
  return invite;
}

async function freeCode(ctx: Context): Promise<string> {
  const code = alphanumeric(ctx.random, CODE_LENGTH);
  const isTaken = (await ctx.tx.get(invites, code)) !== undefined;
  return isTaken ? freeCode(ctx) : code;
}

/** Deletes an invite and emits that to those who manage its channel. */
export function endInvite(ctx: Context, invite: InviteRecord): void {
  const { code, guild_id, channel_id } = invite;
  dropInvite(ctx, code);
  ctx.emit(InviteDelete, inviteScope(invite), { code, guild_id, channel_id });
}

function dropInvite(ctx: Context, code: string): void {
  ctx.tx.delete(invites, code);
  ctx.tx.delete(inviteTargets, code);
}

/**
 * Deletes all invites to a deleted guild or channel, without events: their recipients have lost
 * access too.
 */
export async function dropInvites(
  ctx: Context,
  index: "guild" | "channel",
  id: string,
): Promise<void> {
  for (const { code } of await ctx.tx.find(invites, { index, value: id })) dropInvite(ctx, code);
}

/** The result of using an invite. */
export interface JoinResult {
  readonly invite: InviteRecord;
  /** False for a user who was already in the guild. */
  readonly isNew: boolean;
}

/**
 * Adds a user to the guild of an invite, with the invite's roles. A user who is already a member
 * does not use it up.
 *
 * @throws UnknownInvite, NotForThisUser, UserBanned, TooManyGuilds
 */
export async function acceptInvite(
  ctx: Context,
  userId: string,
  code: string,
): Promise<JoinResult> {
  const invite = await inviteOf(ctx, code);
  const { guild_id } = invite;
  await requireOpen(ctx, invite, userId);
  if ((await memberOf(ctx, guild_id, userId)) !== undefined) return { invite, isNew: false };
  await requireNotBanned(ctx, guild_id, userId);
  await requireRoomForGuild(ctx, userId);
  await joinGuild(ctx, {
    guild_id,
    user_id: userId,
    roles: await existingRoles(ctx, invite),
    source: {
      join_source_type: sourceOf(invite),
      source_invite_code: code,
      ...(invite.temporary ? { temporary: true } : {}),
    },
  });
  const used = { ...invite, uses: invite.uses + 1 };
  if (invite.isVanity === true) await countVanityUse(ctx, code);
  else if (isLive(used, ctx.now)) ctx.tx.put(invites, used);
  else endInvite(ctx, used);
  return { invite: used, isNew: true };
}

/** @throws UnknownInvite for a deleted guild, NotForThisUser when the user is not a target */
async function requireOpen(ctx: ReadContext, invite: InviteRecord, userId: string): Promise<void> {
  const guild = await ctx.tx.get(guilds, snowflakeKey(invite.guild_id));
  if (guild === undefined) throw new ApiError(UnknownInvite);
  const targets = await ctx.tx.get(inviteTargets, invite.code);
  const isMeant =
    (invite.only_user_id === undefined || invite.only_user_id === userId) &&
    (targets === undefined || targets.user_ids.includes(userId));
  if (!isMeant || areInvitesClosed(guild, ctx)) throw new ApiError(NotForThisUser);
}

/** The invite's roles that still exist. */
async function existingRoles(ctx: ReadContext, invite: InviteRecord): Promise<string[]> {
  const found = await Promise.all(
    invite.role_ids.map((id) => ctx.tx.get(roles, compoundKey(invite.guild_id, id))),
  );
  return found.flatMap((role) => (role === undefined ? [] : [role.id]));
}
