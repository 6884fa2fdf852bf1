import { ChannelDraft } from "@antechamber/contract/channels";
import {
  AutoModerationRuleChange,
  GuildChange,
  MemberChange,
  RoleDraft,
  ScheduledEventChange,
} from "@antechamber/contract/guilds";
import { expect, test } from "vitest";
import { changesOf } from "./changes.ts";

/** Fields that entries of another action report, or that entries report under another name. */
const reportedElsewhere: Readonly<Record<string, readonly string[]>> = {
  MEMBER_UPDATE: ["roles", "channel_id"],
  GUILD_SCHEDULED_EVENT_UPDATE: ["entity_metadata"],
};

test.each([
  ["CHANNEL_UPDATE", ChannelDraft],
  ["ROLE_UPDATE", RoleDraft],
  ["GUILD_UPDATE", GuildChange],
  ["MEMBER_UPDATE", MemberChange],
  ["GUILD_SCHEDULED_EVENT_UPDATE", ScheduledEventChange],
  ["AUTO_MODERATION_RULE_UPDATE", AutoModerationRuleChange],
] as const)("an entry %s reports every field that a form sets", (action, { properties }) => {
  const silent = Object.keys(properties).filter(
    (field) => changesOf(action, { after: { [field]: "new" } }).length === 0,
  );
  expect(silent, "name the field in `fieldsByKind` of changes.ts").toEqual(
    reportedElsewhere[action] ?? [],
  );
});
