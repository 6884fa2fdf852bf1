// Auto Moderation rules of a guild.
import { WorldAutoModerationRule } from "@antechamber/contract/control";
import { AutoModerationEvent, AutoModerationTrigger } from "@antechamber/contract/guilds";
import type { Static } from "@antechamber/contract/schema";
import { ruleFaults, triggerMetadata } from "../../../domains/guilds/auto-moderation/draft.ts";
import {
  autoModerationRules,
  type RuleAction,
} from "../../../domains/guilds/auto-moderation/rule.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import { checkEachDerived, namedBy } from "../derived-fields.ts";
import type { GuildBuilder } from "../guild-builder.ts";
import type { WorldBuilder } from "../world-builder.ts";
import { forEachEntry, type PlacedEntry } from "./placed-entries.ts";

type RuleEntry = Static<typeof WorldAutoModerationRule>;

/** Loads the rules of a guild whose channels and roles are loaded already. */
export function loadAutoModeration(
  builder: WorldBuilder,
  guild: GuildBuilder,
  entries: readonly (RuleEntry | undefined)[] | undefined,
): void {
  forEachEntry(entries, [...guild.place, "auto_moderation_rules"], (at) =>
    loadRule(builder, guild, at),
  );
}

function loadRule(
  builder: WorldBuilder,
  guild: GuildBuilder,
  { entry, place }: PlacedEntry<RuleEntry>,
): void {
  const inside = { channel: guild.channels, role: guild.roles };
  const found = builder.resolved(WorldAutoModerationRule, { entry, place }, inside);
  const { name, trigger_type, enabled = true } = entry;
  const isOfNames = trigger_type === AutoModerationTrigger.MEMBER_PROFILE;
  const fields = {
    name,
    event_type: isOfNames ? AutoModerationEvent.MEMBER_UPDATE : AutoModerationEvent.MESSAGE_SEND,
    trigger_type,
    trigger_metadata: triggerMetadata(trigger_type, entry.trigger_metadata ?? {}, {}),
    actions: (found.actions ?? []).flatMap((action): RuleAction[] => {
      if (action?.type === undefined) return [];
      const { channel_id, duration_seconds, custom_message } = action.metadata ?? {};
      const metadata = definedFields({ channel_id, duration_seconds, custom_message });
      return [{ type: action.type, metadata }];
    }),
    enabled,
    exempt_roles: (found.exempt_roles ?? []).filter((id) => id !== undefined),
    exempt_channels: (found.exempt_channels ?? []).filter((id) => id !== undefined),
  };
  for (const { path, message } of ruleFaults(fields)) builder.issue([...place, ...path], message);
  const id = builder.id("auto moderation rule", entry.id, [...place, "id"]);
  const creator = namedBy(builder, [...place, "creator_id"], {
    own: found.creator,
    shown: found.creator_id,
  });
  const { event_type } = fields;
  checkEachDerived(builder, { given: found, place }, { guild_id: guild.id, event_type });
  const ids = { id, guild_id: guild.id, creator_id: creator ?? guild.ownerId };
  builder.put(autoModerationRules, { ...ids, ...fields });
}
