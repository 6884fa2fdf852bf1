// How stages open and close: by their moderators, with a scheduled event, and automatically when
// nobody speaks. Source: protocol: channels-and-threads 3.
import {
  ChannelType,
  EventPlace,
  EventStatus,
  GuildScheduledEventDelete,
  GuildScheduledEventUpdate,
  StageInstanceCreate,
  StageInstanceDelete,
  StagePrivacy,
  VoiceStateUpdate,
} from "@antechamber/contract/guilds";
import { snowflakeKey } from "@antechamber/contract/schema";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { onDeadline, type Deadline } from "../../../platform/schedule/deadlines.ts";
import { eventHook, type EventHook } from "../../../platform/event-hooks.ts";
import { eventScope } from "../../guilds/events.ts";
import { channels, type GuildChannelRecord } from "../../guilds/guild.ts";
import { beginEvent, endEvent } from "../../guilds/scheduled-events/changes.ts";
import {
  scheduledEvents,
  type ScheduledEventRecord,
} from "../../guilds/scheduled-events/scheduled-event.ts";
import { voiceStates } from "../../guilds/voice/voice-state.ts";
import { stageInstances, stageOn, stagesOf, stageView, type StageRecord } from "./stage.ts";

/** The properties of a new stage. */
export interface StageDraft {
  readonly topic: string;
  readonly privacy_level?: number | null | undefined;
  /** The scheduled event that starts with it. */
  readonly event?: ScheduledEventRecord | undefined;
}

/** Opens a stage, and emits that. */
export async function openStage(
  ctx: Context,
  channel: GuildChannelRecord,
  { topic, privacy_level, event }: StageDraft,
): Promise<StageRecord> {
  const isHeld = await hasSpeakers(ctx, channel.id);
  const stage: StageRecord = {
    id: ctx.id(),
    guild_id: channel.guild_id,
    channel_id: channel.id,
    topic,
    privacy_level: privacy_level ?? StagePrivacy.GUILD_ONLY,
    discoverable_disabled: true,
    guild_scheduled_event_id: event?.id ?? null,
    ...(isHeld ? {} : { quietSince: ctx.now }),
  };
  ctx.tx.put(stageInstances, stage);
  ctx.emit(StageInstanceCreate, await eventScope(ctx, stage), stageView(stage));
  if (event !== undefined) await beginEvent(ctx, event, stage.id);
  return stage;
}

/** Closes a stage, emits that, and ends its scheduled event. */
export async function closeStage(ctx: Context, stage: StageRecord): Promise<void> {
  ctx.tx.delete(stageInstances, stageInstances.key(stage));
  ctx.emit(StageInstanceDelete, await eventScope(ctx, stage), stageView(stage));
  const { guild_scheduled_event_id: id } = stage;
  const event = id === null ? undefined : await ctx.tx.get(scheduledEvents, snowflakeKey(id));
  if (event?.status === EventStatus.ACTIVE) await endEvent(ctx, event);
}

/** Speakers are neither suppressed nor invited to speak. */
async function hasSpeakers(ctx: ReadContext, channelId: string): Promise<boolean> {
  const present = await ctx.tx.find(voiceStates, { index: "channel", value: channelId });
  return present.some(
    ({ suppress, request_to_speak_timestamp: requestedAt = null }) =>
      !suppress && requestedAt === null,
  );
}

/** Updates the stages of a guild after a voice state changed: whether anyone speaks on them. */
async function followVoice(ctx: Context, guildId: string): Promise<void> {
  for (const stage of await stagesOf(ctx, guildId)) {
    const { quietSince, ...live } = stage;
    const isHeld = await hasSpeakers(ctx, stage.channel_id);
    if (isHeld && quietSince !== undefined) ctx.tx.put(stageInstances, live);
    if (!isHeld && quietSince === undefined) {
      ctx.tx.put(stageInstances, { ...stage, quietSince: ctx.now });
    }
  }
}

/** Opens a stage when its scheduled event starts; closes it when that ends or is deleted. */
async function followEvent(ctx: Context, id: string): Promise<void> {
  const event = await ctx.tx.get(scheduledEvents, snowflakeKey(id));
  if (event?.status !== EventStatus.ACTIVE) {
    const planned = await ctx.tx.find(stageInstances, { index: "event", value: id });
    for (const stage of planned) await closeStage(ctx, stage);
    return;
  }
  if (event.entity_type !== EventPlace.STAGE_INSTANCE || event.channel_id === null) return;
  const channel = await ctx.tx.get(channels, snowflakeKey(event.channel_id));
  if (channel?.type !== ChannelType.GUILD_STAGE_VOICE) return;
  if ((await stageOn(ctx, channel.id)) !== undefined) return;
  await openStage(ctx, { ...channel, guild_id: event.guild_id }, { topic: event.name, event });
}

export const stageEventHooks: readonly EventHook[] = [
  eventHook(VoiceStateUpdate, (ctx, { guild_id }) => followVoice(ctx, guild_id)),
  eventHook(GuildScheduledEventUpdate, (ctx, { id }) => followEvent(ctx, id)),
  eventHook(GuildScheduledEventDelete, (ctx, { id }) => followEvent(ctx, id)),
];

/** Closes stages without speakers after a while. */
export const stageDeadlines: readonly Deadline[] = [
  onDeadline(stageInstances, {
    kind: "stage.quiet",
    subject: ({ channel_id }) => channel_id,
    run: closeStage,
  }),
];
