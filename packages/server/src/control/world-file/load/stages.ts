// Live stages of a guild.
import { WorldStage, type WorldGuild } from "@antechamber/contract/control";
import { ChannelType, StagePrivacy } from "@antechamber/contract/guilds";
import { parseTimestamp, type Static } from "@antechamber/contract/schema";
import { stageInstances } from "../../../domains/channels/stages/stage.ts";
import { channels } from "../../../domains/guilds/guild.ts";
import { scheduledEvents } from "../../../domains/guilds/scheduled-events/scheduled-event.ts";
import { voiceStates } from "../../../domains/guilds/voice/voice-state.ts";
import { checkEachDerived, namedBy } from "../derived-fields.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import type { GuildBuilder } from "../guild-builder.ts";
import { forEachEntry } from "./placed-entries.ts";
import type { WorldBuilder } from "../world-builder.ts";

/** Loads the stages of a guild, once voice states are loaded. */
export function loadStages(
  builder: WorldBuilder,
  guild: GuildBuilder,
  { stage_instances: entries }: Static<typeof WorldGuild>,
): void {
  forEachEntry(entries, [...guild.place, "stage_instances"], ({ entry, place }) => {
    const inside = { channel: guild.channels };
    const found = builder.resolved(WorldStage, { entry, place }, inside);
    const channel_id = namedBy(builder, [...place, "channel_id"], {
      own: found.channel,
      shown: found.channel_id,
    });
    if (channel_id === undefined) return;
    const path = [...place, entry.channel === undefined ? "channel_id" : "channel"];
    const channel = builder.all(channels).find(({ id }) => id === channel_id);
    if (channel?.type !== ChannelType.GUILD_STAGE_VOICE) {
      builder.issue(path, "this is not a stage channel");
      return;
    }
    builder.once("live stage", channel_id, { path, message: "this stage is live already" });
    const { topic, privacy_level = StagePrivacy.GUILD_ONLY } = entry;
    const event_id = namedBy(builder, [...place, "guild_scheduled_event_id"], {
      own: entry.scheduled_event,
      shown: entry.guild_scheduled_event_id,
    });
    const derived = { guild_id: guild.id, discoverable_disabled: true };
    checkEachDerived(builder, { given: found, place }, derived);
    const id = builder.id("stage", entry.id, [...place, "id"]);
    const quietSince = parseTimestamp(entry.quiet_since ?? "") ?? quietNow(builder, channel_id);
    builder.put(stageInstances, {
      id,
      ...derived,
      channel_id,
      topic,
      privacy_level,
      guild_scheduled_event_id: event_id ?? null,
      ...definedFields({ quietSince }),
    });
    const event = builder.all(scheduledEvents).find((each) => each.id === event_id);
    if (event !== undefined) builder.replace(scheduledEvents, { ...event, entity_id: id });
  });
}

/** The current instant if nobody in the stage speaks, otherwise undefined. */
function quietNow(builder: WorldBuilder, channelId: string): number | undefined {
  const speaks = builder
    .all(voiceStates)
    .some(({ channel_id, suppress }) => channel_id === channelId && !suppress);
  return speaks ? undefined : builder.now;
}
