// The handlers of a guild's settings on a store in memory, in the guild of the moderation scene.
import type { PermissionName } from "@antechamber/contract";
import { snowflakeKey } from "@antechamber/contract/schema";
import { channelHandlers } from "../../domains/channels/handlers.ts";
import { guilds, type GuildRecord } from "../../domains/guilds/guild.ts";
import { guildSettingsHandlers } from "../../domains/guild-settings/handlers.ts";
import type { OnlineMembers, ShownStatus } from "../../domains/guilds/online.ts";
import { aModerationScene, ids } from "./moderation-calls.ts";
import { aGuild } from "../records.ts";

/** The fields of a Community guild. */
export const community: Partial<GuildRecord> = {
  features: ["COMMUNITY", "NEWS"],
  rules_channel_id: ids.general,
  public_updates_channel_id: ids.general,
};

/** The scene with other fields of the guild; `granted` are the permissions of the bot's role. */
export async function aSettingsScene(
  fields: Partial<GuildRecord> = {},
  ...granted: readonly PermissionName[]
) {
  const online = new Map<string, ShownStatus>();
  const presences: OnlineMembers = {
    of: (userId) => online.get(userId),
    onlineIn: () => [...online.keys()],
  };
  const scene = await aModerationScene(granted, [
    ...guildSettingsHandlers({ presences }),
    ...channelHandlers,
  ]);
  await scene.seed((tx) => {
    tx.put(guilds, aGuild(ids.guild, { owner_id: ids.alice, ...fields }));
  });
  await scene.news();
  const stored = () => scene.store.read((tx) => tx.get(guilds, snowflakeKey(ids.guild)));
  return { ...scene, stored, online };
}
