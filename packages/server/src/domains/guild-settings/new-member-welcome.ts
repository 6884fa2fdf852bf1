// A guild's guide for new members, which bots cannot change. Source: protocol: guild-settings 8.
import type { NewMemberWelcome } from "@antechamber/contract/guilds";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import { tableOf } from "../../platform/store.ts";

export type NewMemberWelcomeRecord = Static<typeof NewMemberWelcome>;

export const newMemberWelcomes = tableOf<NewMemberWelcomeRecord>()({
  name: "new_member_welcome",
  key: ({ guild_id }) => snowflakeKey(guild_id),
});
