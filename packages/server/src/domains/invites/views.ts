// Views of invites.
import { holds, type Payload } from "@antechamber/contract";
import type {
  Invite,
  InviteApplication,
  InviteCreate,
  InviteRole,
  InviteWithMetadata,
  ScheduledEvent,
} from "@antechamber/contract/guilds";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import type { ReadContext } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { applications, smallFlags, type ApplicationRecord } from "../applications/application.ts";
import { compoundKey } from "../../platform/records/compound-keys.ts";
import {
  channels,
  guilds,
  roles,
  type ChannelRecord,
  type GuildRecord,
  type RoleRecord,
} from "../guilds/guild.ts";
import { rolesOf } from "../guilds/operations.ts";
import { everyonePermissions } from "../guilds/permissions.ts";
import {
  scheduledEvents,
  scheduledEventView,
  type ScheduledEventRecord,
} from "../guilds/scheduled-events/scheduled-event.ts";
import { users, userView, type UserRecord } from "../users/user.ts";
import { expiresAt, type InviteRecord } from "./invite.ts";

function inviteGuild(guild: GuildRecord) {
  return {
    id: guild.id,
    name: guild.name,
    splash: guild.splash,
    banner: guild.banner,
    description: guild.description,
    icon: guild.icon,
    features: guild.features,
    verification_level: guild.verification_level,
    vanity_url_code: guild.vanity_url_code,
    nsfw_level: guild.nsfw_level,
    nsfw: guild.nsfw,
    premium_subscription_count: guild.premium_subscription_count,
  };
}

function inviteRole(role: RoleRecord): Static<typeof InviteRole> {
  const { id, name, position, color, colors, icon, unicode_emoji } = role;
  return { id, name, position, color, colors, icon, unicode_emoji };
}

function inviteApplication(application: ApplicationRecord): Static<typeof InviteApplication> {
  const { id, name, icon, description, flags_new, verify_key } = application;
  const flags = smallFlags(application);
  return { id, name, icon, description, type: null, flags, flags_new, verify_key };
}

async function userWith(ctx: ReadContext, id: string | undefined): Promise<UserRecord | undefined> {
  return id === undefined ? undefined : ctx.tx.get(users, snowflakeKey(id));
}

/** The inviter and target of an invite. */
async function peopleOf(ctx: ReadContext, invite: InviteRecord) {
  const [inviter, targetUser] = await Promise.all([
    userWith(ctx, invite.inviter_id),
    userWith(ctx, invite.target_user_id),
  ]);
  const application =
    invite.target_application_id === undefined
      ? undefined
      : await ctx.tx.get(applications, snowflakeKey(invite.target_application_id));
  return {
    ...(inviter === undefined ? {} : { inviter: userView(inviter) }),
    ...definedFields({ target_type: invite.target_type }),
    ...(targetUser === undefined ? {} : { target_user: userView(targetUser) }),
    ...(application === undefined ? {} : { target_application: inviteApplication(application) }),
  };
}

/** An invite as shown to everyone with its code; undefined if its guild or channel is deleted. */
export async function inviteView(
  ctx: ReadContext,
  invite: InviteRecord,
): Promise<Static<typeof Invite> | undefined> {
  const { code, guild_id, channel_id, role_ids } = invite;
  const [guild, channel, itsRoles] = await Promise.all([
    ctx.tx.get(guilds, snowflakeKey(guild_id)),
    ctx.tx.get(channels, snowflakeKey(channel_id)),
    Promise.all(role_ids.map((id) => ctx.tx.get(roles, compoundKey(guild_id, id)))),
  ]);
  if (guild === undefined || channel === undefined) return undefined;
  const grantedRoles = itsRoles.filter((role) => role !== undefined).map(inviteRole);
  return {
    type: 0,
    code,
    guild_id,
    guild: inviteGuild(guild),
    channel: { id: channel.id, type: channel.type, name: channel.name ?? null },
    ...(await peopleOf(ctx, invite)),
    expires_at: expiresAt(invite),
    ...(grantedRoles.length === 0 ? {} : { roles: grantedRoles }),
  };
}

/**
 * A scheduled event of the invite's guild; undefined when it belongs to another guild or @everyone
 * cannot view its channel, because strangers may read invites.
 */
export async function eventView(
  ctx: ReadContext,
  { guild_id }: Pick<InviteRecord, "guild_id">,
  { eventId, withCount }: { readonly eventId: string; readonly withCount: boolean },
): Promise<Static<typeof ScheduledEvent> | undefined> {
  const event = await ctx.tx.get(scheduledEvents, snowflakeKey(eventId));
  if (event?.guild_id !== guild_id) return undefined;
  return (await isOpen(ctx, event)) ? scheduledEventView(ctx, event, { withCount }) : undefined;
}

/** True when @everyone in the guild can view the channel of an event. */
async function isOpen(
  ctx: ReadContext,
  { guild_id, channel_id }: Pick<ScheduledEventRecord, "guild_id" | "channel_id">,
): Promise<boolean> {
  if (channel_id === null) return true;
  const [guild, channel, itsRoles] = await Promise.all([
    ctx.tx.get(guilds, snowflakeKey(guild_id)),
    ctx.tx.get(channels, snowflakeKey(channel_id)),
    rolesOf(ctx, guild_id),
  ]);
  if (guild === undefined || channel === undefined) return false;
  return holds(everyonePermissions({ guild, roles: itsRoles, time: ctx }, channel), "VIEW_CHANNEL");
}

/** Adds the limits and uses of an invite to its view. */
export function withMetadata(
  view: Static<typeof Invite>,
  { uses, max_uses, max_age, temporary, created_at }: InviteRecord,
): Static<typeof InviteWithMetadata> {
  return { ...view, uses, max_uses, max_age, temporary, created_at };
}

/** An invite as in gateway events. */
export async function inviteEvent(
  ctx: ReadContext,
  invite: InviteRecord,
): Promise<Payload<typeof InviteCreate>> {
  const { code, channel_id, guild_id, role_ids } = invite;
  const { uses, max_uses, max_age, temporary, created_at } = invite;
  return {
    code,
    channel_id,
    guild_id,
    created_at,
    ...(await peopleOf(ctx, invite)),
    max_age,
    max_uses,
    temporary,
    uses,
    expires_at: expiresAt(invite),
    ...(role_ids.length === 0 ? {} : { role_ids: [...role_ids] }),
  };
}

/** The scope of an invite's events: its channel. */
export function inviteScope({
  guild_id,
  channel_id,
}: Pick<ChannelRecord, "guild_id"> & { readonly channel_id: string }) {
  return {
    kind: "channel",
    channel_id,
    ...definedFields({ guild_id }),
  } as const;
}
