// The events of guilds, roles, members, channels and applications in them.
// Source: protocol: gateway-oauth-limits 4.16.
import { GuildCreate } from "@antechamber/contract/gateway";
import {
  ChannelCreate,
  ChannelDelete,
  ChannelType,
  ChannelUpdate,
  GuildDelete,
  GuildIntegrationsUpdate,
  GuildMemberAdd,
  GuildMemberRemove,
  GuildMemberUpdate,
  GuildRoleCreate,
  GuildRoleDelete,
  GuildRoleUpdate,
  GuildUpdate,
  IntegrationCreate,
  IntegrationDelete,
  IntegrationUpdate,
  ThreadCreate,
  ThreadDelete,
  ThreadUpdate,
} from "@antechamber/contract/guilds";
import { snowflakeKey } from "@antechamber/contract/schema";
import type { Context, ReadContext } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import type { GuildInstall } from "../applications/installs.ts";
import { userOf } from "../users/operations.ts";
import { userView, type UserRecord } from "../users/user.ts";
import {
  channels,
  channelView,
  guildView,
  memberView,
  roleView,
  type ChannelRecord,
  type GuildRecord,
  type MemberRecord,
  type RoleRecord,
} from "./guild.ts";
import { integrationView } from "./integrations.ts";
import { isThread, rolesOf } from "./operations.ts";
import { threadMemberIds } from "./thread-fields.ts";

const inGuild = (guild_id: string) => ({ kind: "guild", guild_id }) as const;

/**
 * The scope of an event: everyone in a guild, or, for an event in a channel, everyone who sees the
 * channel.
 */
export async function eventScope(
  ctx: ReadContext,
  { guild_id, channel_id }: { readonly guild_id: string; readonly channel_id: string | null },
) {
  if (channel_id === null) return inGuild(guild_id);
  const channel = await ctx.tx.get(channels, snowflakeKey(channel_id));
  const { type = ChannelType.GUILD_VOICE, permission_overwrites = [] } = channel ?? {};
  return { ...inGuild(guild_id), place: { id: channel_id, type, permission_overwrites } } as const;
}

/**
 * Emits a new guild. The payload has only its id, because each session of a member builds its own
 * GUILD_CREATE.
 */
export function emitGuild(ctx: Context, { id }: GuildRecord): void {
  ctx.tx.append({ name: GuildCreate.name, scope: inGuild(id), payload: { id }, at: ctx.now });
}

export async function emitGuildChange(ctx: Context, guild: GuildRecord): Promise<void> {
  ctx.emit(GuildUpdate, inGuild(guild.id), guildView(guild, await rolesOf(ctx, guild.id)));
}

export function emitGuildEnd(ctx: Context, id: string): void {
  ctx.emit(GuildDelete, inGuild(id), { id });
}

/** Emits the event of a new or changed role. */
export function emitRole(ctx: Context, role: RoleRecord, was: "new" | "known"): void {
  const payload = { guild_id: role.guild_id, role: roleView(role) };
  ctx.emit(was === "new" ? GuildRoleCreate : GuildRoleUpdate, inGuild(role.guild_id), payload);
}

export function emitRoleEnd(ctx: Context, { guild_id, id }: RoleRecord): void {
  ctx.emit(GuildRoleDelete, inGuild(guild_id), { guild_id, role_id: id });
}

/** Emits the event of a new or changed member. */
export function emitMember(
  ctx: Context,
  { member, user }: { readonly member: MemberRecord; readonly user: UserRecord },
  was: "new" | "known",
): void {
  const { guild_id } = member;
  const payload = { ...memberView(member, user), guild_id };
  ctx.emit(was === "new" ? GuildMemberAdd : GuildMemberUpdate, inGuild(guild_id), payload);
}

export function emitMemberEnd(ctx: Context, guild_id: string, user: UserRecord): void {
  ctx.emit(GuildMemberRemove, inGuild(guild_id), { guild_id, user: userView(user) });
}

/** Emits the event of a new or changed channel or thread, for everyone who sees it. */
export function emitChannel(ctx: Context, channel: ChannelRecord, was: "new" | "known"): void {
  const scope = scopeOf(channel);
  const view = channelView(channel);
  if (!isThread(channel)) {
    ctx.emit(was === "new" ? ChannelCreate : ChannelUpdate, scope, view);
  } else if (was === "new") {
    // Its parent determines who receives the event; the payload is the thread itself.
    ctx.emit(ThreadCreate, scope, { ...view, newly_created: true });
  } else {
    ctx.emit(ThreadUpdate, scope, view);
  }
}

export function emitChannelEnd(ctx: Context, channel: ChannelRecord): void {
  if (!isThread(channel)) return ctx.emit(ChannelDelete, scopeOf(channel), channelView(channel));
  const { id, guild_id, parent_id, type } = channel;
  // The thread is already deleted, so its event goes to everyone who sees its parent; for a private
  // thread, to its members.
  const scope = scopeOf({ ...channel, id: parent_id ?? id });
  const isPrivate = type === ChannelType.PRIVATE_THREAD;
  const among = isPrivate ? { thread_member_ids: threadMemberIds(channel) } : {};
  ctx.emit(
    ThreadDelete,
    { ...scope, ...among },
    {
      id,
      type,
      ...definedFields({ guild_id, parent_id }),
    },
  );
}

function scopeOf({ id, guild_id }: ChannelRecord) {
  return {
    kind: "channel",
    channel_id: id,
    ...definedFields({ guild_id }),
  } as const;
}

/** Emits the event of an application's new or changed installation in a guild. */
export async function emitInstall(
  ctx: Context,
  install: GuildInstall,
  was: "new" | "known",
): Promise<void> {
  const scope = inGuild(install.guild_id);
  const view = await integrationView(ctx, install);
  if (view === undefined) return;
  const { guild_id } = install;
  ctx.emit(was === "new" ? IntegrationCreate : IntegrationUpdate, scope, { ...view, guild_id });
  ctx.emit(GuildIntegrationsUpdate, scope, { guild_id });
}

export function emitInstallEnd(ctx: Context, { guild_id, application_id }: GuildInstall): void {
  const scope = inGuild(guild_id);
  ctx.emit(IntegrationDelete, scope, { id: application_id, guild_id, application_id });
  ctx.emit(GuildIntegrationsUpdate, scope, { guild_id });
}

/** Emits the event of a changed member, found by ids. */
export async function emitMemberChange(ctx: Context, member: MemberRecord): Promise<void> {
  emitMember(ctx, { member, user: await userOf(ctx, member.user_id) }, "known");
}
