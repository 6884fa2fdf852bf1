// The handlers of a guild's emojis, stickers, sounds, stages and so on, on a store in memory.
import type { PermissionName } from "@antechamber/contract";
import { applications } from "../../domains/applications/application.ts";
import { channelHandlers } from "../../domains/channels/handlers.ts";
import { guildFeatureHandlers } from "../../domains/guilds/feature-handlers.ts";
import { channels, guilds, members, roles } from "../../domains/guilds/guild.ts";
import { voiceHandlers } from "../../domains/guilds/voice/handlers.ts";
import { ownUserHandlers } from "../../domains/guilds/members/own-user.ts";
import { webhookHandlers } from "../../domains/guilds/webhooks/handlers.ts";
import { users } from "../../domains/users/user.ts";
import type { Caller } from "../../platform/context.ts";
import { openHandlerCalls } from "./handler-calls.ts";
import { aChannel, aGuild, aMember, anApplication, aRole, aUser } from "../records.ts";

export const ids = {
  /** Owns the guild, and so has every permission. */
  alice: "100000000000000001",
  bob: "100000000000000002",
  /** Is in no guild. */
  carol: "100000000000000003",
  bot: "200000000000000001",
  guild: "300000000000000001",
  general: "300000000000000021",
  voice: "300000000000000022",
  stage: "300000000000000023",
  /** Visible only to the owner. */
  hidden: "300000000000000024",
  role: "300000000000000031",
  empty: "300000000000000032",
} as const;

export const asBot: Caller = { kind: "bot", application_id: ids.bot };
export const asUser = (user_id: string): Caller => ({ kind: "user", user_id });
export const inGuild = { guild_id: ids.guild } as const;

/** The first bytes of each image format. */
const beginnings = {
  png: "\x89PNG\r\n\x1a\n",
  jpeg: "\xff\xd8\xff\xe0",
  gif: "GIF89a",
  webp: "RIFF\x04\0\0\0WEBP",
  avif: "\0\0\0\x1cftypavif",
};

/** The first bytes of an image, by which its format is recognized. */
export const aPicture = (type: keyof typeof beginnings = "png") =>
  `data:image/${type};base64,${btoa(beginnings[type])}`;

/** The scene, with these permissions of @everyone. */
export async function aGuildScene(...granted: readonly PermissionName[]) {
  const handlers = [
    ...channelHandlers,
    ...guildFeatureHandlers,
    ...webhookHandlers,
    ...voiceHandlers,
    ...ownUserHandlers,
  ];
  const calls = await openHandlerCalls(handlers);
  const guild_id = ids.guild;
  await calls.seed((tx) => {
    for (const id of [ids.alice, ids.bob, ids.carol]) tx.put(users, aUser(id));
    tx.put(users, aUser(ids.bot, { bot: true }));
    tx.put(applications, anApplication(ids.bot, { owner_id: ids.alice }));
    tx.put(guilds, aGuild(guild_id, { owner_id: ids.alice }));
    tx.put(roles, aRole({ guild_id, id: guild_id }, "VIEW_CHANNEL", ...granted));
    tx.put(roles, aRole({ guild_id, id: ids.role }));
    tx.put(roles, aRole({ guild_id, id: ids.empty }));
    tx.put(members, aMember({ guild_id, user_id: ids.alice }, { roles: [ids.role] }));
    for (const user_id of [ids.bob, ids.bot]) tx.put(members, aMember({ guild_id, user_id }));
    const hidden = { id: guild_id, type: 0, allow: "0", deny: "1024" } as const;
    tx.put(channels, aChannel(ids.general, inGuild));
    tx.put(channels, aChannel(ids.voice, { ...inGuild, type: 2 }));
    tx.put(channels, aChannel(ids.stage, { ...inGuild, type: 13 }));
    tx.put(
      channels,
      aChannel(ids.hidden, { ...inGuild, type: 2, permission_overwrites: [hidden] }),
    );
  });
  return calls;
}

/** A user in a voice channel. */
export function inVoice(user_id: string, channel_id: string) {
  const quiet = { self_mute: false, self_deaf: false, self_video: false, suppress: false };
  return { ...inGuild, user_id, channel_id, session_id: "s", ...quiet };
}
