// The events of auto moderation rules, and of their actions. Source: protocol: auto-moderation 4.
import { event } from "../../event.ts";
import { integer, nullable, object, optional, Snowflake, text } from "../../schema/values.ts";
import { AutoModerationAction, AutoModerationRule } from "./auto-moderation.ts";

const common = {
  source: "protocol: auto-moderation 4",
  scope: "guild",
  needs: ["MANAGE_GUILD"],
  // A timeout has GUILD_MEMBER_UPDATE too.
  changesViews: false,
} as const;
const ofRules = {
  ...common,
  intent: { guild: "AUTO_MODERATION_CONFIGURATION" },
  payload: AutoModerationRule,
} as const;

export const AutoModerationRuleCreate = event({
  ...ofRules,
  name: "AUTO_MODERATION_RULE_CREATE",
  summary: "An auto moderation rule was created.",
});

export const AutoModerationRuleUpdate = event({
  ...ofRules,
  name: "AUTO_MODERATION_RULE_UPDATE",
  summary: "An auto moderation rule changed.",
});

export const AutoModerationRuleDelete = event({
  ...ofRules,
  name: "AUTO_MODERATION_RULE_DELETE",
  summary: "An auto moderation rule was deleted.",
});

export const AutoModerationActionExecution = event({
  ...common,
  name: "AUTO_MODERATION_ACTION_EXECUTION",
  summary:
    "An auto moderation rule was triggered and an action was executed; only users who may read the content receive it.",
  intent: { guild: "AUTO_MODERATION_EXECUTION" },
  payload: object({
    guild_id: Snowflake,
    action: AutoModerationAction,
    rule_id: Snowflake,
    rule_trigger_type: integer(),
    user_id: Snowflake,
    /** The channel of the message; absent for a member's profile. */
    channel_id: optional(Snowflake),
    /** Absent for a blocked message. */
    message_id: optional(Snowflake),
    /** For an alert: the message that contains it. */
    alert_system_message_id: optional(Snowflake),
    content: text(),
    matched_keyword: nullable(text()),
    matched_content: nullable(text()),
  }),
});
