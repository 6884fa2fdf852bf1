// The widget of a guild. Source: protocol: guild-settings 2.2, 2.3.
import { holds } from "@antechamber/contract";
import { TooManyInvites, type Widget } from "@antechamber/contract/guilds";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import { ApiError } from "../../../platform/api-error.ts";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import { serviceAddressFor } from "../../../platform/network/service-address.ts";
import { channels, type ChannelRecord, type GuildRecord } from "../../guilds/guild.ts";
import { areInvitesClosed } from "../../guilds/incidents.ts";
import { channelsOf, memberOf, rolesOf } from "../../guilds/operations.ts";
import { everyonePermissions } from "../../guilds/permissions.ts";
import { isVoice } from "../../guilds/channel-defaults.ts";
import { voiceStatesOf, type VoiceStateRecord } from "../../guilds/voice/voice-state.ts";
import { invitesOf, inviteTargets, type InviteRecord } from "../../invites/invite.ts";
import { createInvite } from "../../invites/operations.ts";
import { users } from "../../users/user.ts";
import { widgetAvatar } from "./avatars.ts";
import type { OnlineMembers } from "../../guilds/online.ts";

type Shape = Static<typeof Widget>;
type Entry = Shape["members"][number];

/** The most members in one widget. */
const MEMBERS_MAX = 100;

/** The widget of a guild. If it needs an invite and there is none, one is created. */
export async function widgetOf(
  ctx: Context,
  guild: GuildRecord,
  { online, host }: { readonly online: OnlineMembers; readonly host: string | undefined },
): Promise<Shape> {
  const open = await openChannels(ctx, guild);
  const ids = online.onlineIn(guild.id).toSorted();
  const states = await voiceStatesOf(ctx, guild.id);
  const members: Entry[] = [];
  for (const userId of ids.slice(0, MEMBERS_MAX)) {
    const inVoice = states.find(
      (each) => each.user_id === userId && open.some(({ id }) => id === each.channel_id),
    );
    const entry = await memberEntry(ctx, guild, { userId, inVoice, online });
    if (entry !== undefined) members.push({ ...entry, id: String(members.length) });
  }
  return {
    id: guild.id,
    name: guild.name,
    instant_invite: await instantInvite(ctx, guild, host),
    channels: open.map(({ id, name, position }) => ({
      id,
      name: name ?? "",
      position: position ?? 0,
    })),
    members,
    presence_count: ids.length,
  };
}

/** The voice and stage channels that everyone can enter, in their order. */
async function openChannels(ctx: ReadContext, guild: GuildRecord): Promise<ChannelRecord[]> {
  const roles = await rolesOf(ctx, guild.id);
  const all = await channelsOf(ctx, guild.id);
  return all
    .filter(
      (channel) =>
        isVoice(channel) &&
        holds(everyonePermissions({ guild, roles, time: ctx }, channel), "VIEW_CHANNEL", "CONNECT"),
    )
    .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0));
}

interface OnlineUser {
  readonly userId: string;
  readonly inVoice: VoiceStateRecord | undefined;
  readonly online: OnlineMembers;
}

async function memberEntry(
  ctx: ReadContext,
  guild: GuildRecord,
  { userId, inVoice, online }: OnlineUser,
): Promise<Omit<Entry, "id"> | undefined> {
  const member = await memberOf(ctx, guild.id, userId);
  const user = await ctx.tx.get(users, snowflakeKey(userId));
  const presence = online.of(userId, guild.id);
  if (member === undefined || user === undefined || presence === undefined) return undefined;
  const name: unknown = presence.activities[0] && Reflect.get(presence.activities[0], "name");
  const { mute, deaf } = member;
  const voice =
    inVoice === undefined
      ? {}
      : {
          mute,
          deaf,
          self_mute: inVoice.self_mute,
          self_deaf: inVoice.self_deaf,
          suppress: inVoice.suppress,
          channel_id: inVoice.channel_id,
        };
  return {
    username: member.nick ?? user.global_name ?? user.username,
    discriminator: "0000",
    avatar: null,
    status: presence.status,
    avatar_url: widgetAvatar(ctx.settings, user),
    ...definedFields({ activity: typeof name === "string" ? { name } : undefined }),
    ...voice,
  };
}

/** The address of an invite to the widget's channel; null if the guild accepts no invites. */
async function instantInvite(
  ctx: Context,
  guild: GuildRecord,
  host: string | undefined,
): Promise<string | null> {
  const { id: guild_id, widget_channel_id: channel_id } = guild;
  if (channel_id === null || areInvitesClosed(guild, ctx)) return null;
  const channel = await ctx.tx.get(channels, snowflakeKey(channel_id));
  if (channel?.guild_id !== guild_id) return null;
  const invite = (await widgetInvite(ctx, channel_id)) ?? (await newInvite(ctx, channel));
  return invite === undefined
    ? null
    : `${serviceAddressFor(ctx.settings, host)}/invite/${invite.code}`;
}

/** An invite to the channel without an inviter, restrictions or a limit of uses. */
async function widgetInvite(
  ctx: ReadContext,
  channelId: string,
): Promise<InviteRecord | undefined> {
  for (const invite of await invitesOf(ctx, "channel", channelId)) {
    const isPlain =
      invite.inviter_id === undefined &&
      invite.max_uses === 0 &&
      !invite.temporary &&
      invite.target_type === undefined &&
      invite.role_ids.length === 0;
    if (isPlain && (await ctx.tx.get(inviteTargets, invite.code)) === undefined) return invite;
  }
  return undefined;
}

/** A new invite; undefined if the guild has the maximum number of invites. */
async function newInvite(
  ctx: Context,
  { id: channel_id, guild_id = "" }: ChannelRecord,
): Promise<InviteRecord | undefined> {
  try {
    return await createInvite(ctx, { guild_id, channel_id });
  } catch (error) {
    if (error instanceof ApiError && error.declaration === TooManyInvites) return undefined;
    throw error;
  }
}
