// Auto moderation rules of a guild, in a world file. Source: product.md, World file.
import { limits } from "../../limits/limits.ts";
import {
  AutoModerationActionType,
  AutoModerationEvent,
  AutoModerationTrigger,
  AutoModerationTriggerMetadata,
} from "../../resources/guilds/auto-moderation.ts";
import { Bool, choice, integer, list, object, optional, text } from "../../schema/values.ts";
import { ownId, ref, refOrPast } from "./kinds.ts";

/** An action of a rule; its type determines which metadata applies. */
const Action = object({
  type: choice(Object.values(AutoModerationActionType)),
  metadata: optional(
    object({
      channel_id: optional(ref("channel")),
      duration_seconds: optional(integer({ min: 0, max: limits.autoModerationTimeout.value })),
      custom_message: optional(text({ max: limits.autoModerationMessage.value })),
    }),
  ),
});

export const WorldAutoModerationRule = object({
  id: optional(ownId("auto moderation rule")),
  name: text({ min: 1, max: limits.autoModerationName.value }),
  /** Default: the guild's owner. */
  creator: optional(ref("user")),
  /** The creator's id in the API's form; the user may have been deleted. */
  creator_id: optional(refOrPast("user")),
  trigger_type: choice(Object.values(AutoModerationTrigger)),
  trigger_metadata: optional(AutoModerationTriggerMetadata),
  actions: optional(list(Action, { max: limits.autoModerationActions.value })),
  /** Default: true. */
  enabled: optional(Bool),
  exempt_roles: optional(list(ref("role"), { max: limits.autoModerationExemptRoles.value })),
  exempt_channels: optional(
    list(ref("channel"), { max: limits.autoModerationExemptChannels.value }),
  ),
  /** Derived fields may be given as the API shows them, with their derived values. */
  guild_id: optional(ref("guild")),
  event_type: optional(choice(Object.values(AutoModerationEvent))),
});
