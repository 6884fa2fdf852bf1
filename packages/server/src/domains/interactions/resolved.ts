// Resolves the ids in an invocation to records. Source: protocol: commands-and-interactions 5.4.
import { holds } from "@antechamber/contract";
import { OptionType } from "@antechamber/contract/commands";
import { ChannelType } from "@antechamber/contract/guilds";
import type {
  InteractionChannel,
  Resolved,
  ResolvedMember,
} from "@antechamber/contract/interactions";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import type { ReadContext } from "../../platform/context.ts";
import {
  bareMemberView,
  channels,
  channelView,
  roleView,
  type ChannelRecord,
  type MemberRecord,
} from "../guilds/guild.ts";
import { memberOf, permissionsIn } from "../guilds/operations.ts";
import { permissionsAt } from "../guilds/permissions.ts";
import { messageView, type MessageRecord } from "../messages/message.ts";
import { users, userView, type UserRecord } from "../users/user.ts";
import type { CheckedValue, OptionIssue } from "./options.ts";
import type { InteractionContext } from "./interaction-context.ts";

type ResolvedView = Static<typeof Resolved>;

/** A resolved entity, under the part of `resolved` that it belongs to. */
type Found = { readonly [Part in keyof ResolvedView]?: ResolvedView[Part] };

export type Resolution =
  | { readonly ok: true; readonly resolved: ResolvedView }
  | { readonly ok: false; readonly issues: readonly OptionIssue[] };

/** Resolves the values that are ids; an id that resolves to nothing is an issue. */
export async function resolveValues(
  ctx: ReadContext,
  context: InteractionContext,
  values: readonly CheckedValue[],
): Promise<Resolution> {
  const found: Found[] = [];
  const issues: OptionIssue[] = [];
  for (const value of values) {
    const entity = await resolveValue(ctx, context, value);
    if (typeof entity === "string") issues.push(unresolved(value, entity));
    else if (entity !== undefined) found.push(entity);
  }
  return issues.length > 0 ? { ok: false, issues } : { ok: true, resolved: merged(found) };
}

/** A user command's target, with its membership in the guild. */
export async function resolveUser(
  ctx: ReadContext,
  context: InteractionContext,
  user: UserRecord,
): Promise<ResolvedView> {
  const member =
    context.inGuild === undefined
      ? undefined
      : await memberOf(ctx, context.inGuild.guild.id, user.id);
  return {
    users: { [user.id]: userView(user) },
    ...(member === undefined ? {} : { members: { [user.id]: resolvedMember(context, member) } }),
  };
}

/** A message command's target. */
export function resolveMessage(ctx: ReadContext, message: MessageRecord): ResolvedView {
  return { messages: { [message.id]: messageView(ctx, message) } };
}

function unresolved({ declared, path }: CheckedValue, message: string): OptionIssue {
  const code = "INTERACTION_APPLICATION_COMMAND_OPTION_INVALID";
  return { path, option: declared.name, code, message };
}

function merged(all: readonly Found[]): ResolvedView {
  const out: Record<string, Record<string, unknown>> = {};
  for (const found of all) {
    for (const [part, entries] of Object.entries(found)) {
      out[part] = { ...out[part], ...(entries as Record<string, unknown>) };
    }
  }
  return out;
}

/** Undefined for a value that is not an id; an error message for an id that resolves to nothing. */
async function resolveValue(
  ctx: ReadContext,
  context: InteractionContext,
  { declared, value }: CheckedValue,
): Promise<Found | string | undefined> {
  const id = String(value);
  switch (declared.type) {
    case OptionType.USER:
      return (await userWithId(ctx, context, id)) ?? "Unknown User";
    case OptionType.ROLE:
      return roleWithId(context, id) ?? "Unknown Role";
    case OptionType.MENTIONABLE:
      return (
        roleWithId(context, id) ?? (await userWithId(ctx, context, id)) ?? "Unknown Mentionable"
      );
    case OptionType.CHANNEL:
      return channelWithId(ctx, context, { id, types: declared.channel_types });
    default:
      return undefined;
  }
}

async function userWithId(
  ctx: ReadContext,
  context: InteractionContext,
  id: string,
): Promise<Found | undefined> {
  const user = await ctx.tx.get(users, snowflakeKey(id));
  return user && resolveUser(ctx, context, user);
}

function roleWithId(context: InteractionContext, id: string): Found | undefined {
  const role = context.inGuild?.roles.find((each) => each.id === id);
  return role && { roles: { [id]: roleView(role) } };
}

async function channelWithId(
  ctx: ReadContext,
  context: InteractionContext,
  reference: { readonly id: string; readonly types: readonly number[] | undefined },
): Promise<Found | string> {
  const channel = await ctx.tx.get(channels, snowflakeKey(reference.id));
  const guildId = context.inGuild?.guild.id;
  if (channel === undefined || guildId === undefined || channel.guild_id !== guildId) {
    return "Unknown Channel";
  }
  const permissions = await permissionsIn(ctx, channel, context.user.id);
  // Unlike channels, private threads are unknown to users who cannot see them. Source: the
  // reference's public page on threads.
  if (channel.type === ChannelType.PRIVATE_THREAD && !holds(permissions, "VIEW_CHANNEL")) {
    return "Unknown Channel";
  }
  const { types = [] } = reference;
  if (types.length > 0 && !types.includes(channel.type)) {
    return `Channel type must be one of {${types.join(", ")}}.`;
  }
  const ofApplication =
    context.inGuild?.botMember === undefined
      ? undefined
      : await permissionsIn(ctx, channel, context.application.id);
  return { channels: { [channel.id]: partialChannel(channel, permissions, ofApplication) } };
}

/** A channel with the user's permissions there, and the application's where it has any. */
export function partialChannel(
  channel: ChannelRecord,
  permissions: bigint,
  appPermissions?: bigint,
): Static<typeof InteractionChannel> {
  const { permission_overwrites: _, ...view } = channelView(channel);
  return {
    ...view,
    permissions: permissions.toString(),
    ...(appPermissions === undefined ? {} : { app_permissions: appPermissions.toString() }),
  };
}

function resolvedMember(
  context: InteractionContext,
  member: MemberRecord,
): Static<typeof ResolvedMember> {
  const { deaf: _deaf, mute: _mute, ...view } = bareMemberView(member);
  return {
    ...view,
    permissions: permissionsOf(context, member).toString(),
    unusual_dm_activity_until: null,
  };
}

/** Another member's permissions in the interaction's channel. */
function permissionsOf(context: InteractionContext, member: MemberRecord): bigint {
  if (context.inGuild === undefined) return 0n;
  const { guild, roles } = context.inGuild;
  const permissionContext = { guild, roles, member, time: context };
  return permissionsAt(permissionContext, context.channel, context.permissionSource);
}
