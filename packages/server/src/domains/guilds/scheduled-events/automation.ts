// Automatic changes of scheduled events: external events begin and end at their times, events in
// voice channels end once the channel is empty, and events that nobody started are canceled.
// Source: protocol: expressions-and-events 3.4.
import { EventPlace, EventStatus, VoiceStateUpdate } from "@antechamber/contract/guilds";
import type { Context } from "../../../platform/context.ts";
import { onDeadline, type Deadline } from "../../../platform/schedule/deadlines.ts";
import { eventHook, type EventHook } from "../../../platform/event-hooks.ts";
import { beginEvent, skipUnstartedEvent, endEvent, withEmptySince } from "./changes.ts";
import { scheduledEvents, timesOf, type ScheduledEventRecord } from "./scheduled-event.ts";

/** Performs the automatic change that is due for an event. */
async function automate(ctx: Context, event: ScheduledEventRecord): Promise<void> {
  if (event.status === EventStatus.ACTIVE) return endEvent(ctx, event);
  const isOutside = event.entity_type === EventPlace.EXTERNAL;
  if (!isOutside || timesOf(event).isCanceled) return skipUnstartedEvent(ctx, event);
  await beginEvent(ctx, event, null);
}

/** Updates active events after a user joined or left a voice channel of the guild. */
async function followVoice(ctx: Context, guildId: string): Promise<void> {
  const active = await ctx.tx.find(scheduledEvents, { index: "inVoice", value: guildId });
  for (const event of active) {
    const followed = await withEmptySince(ctx, event);
    if (followed.quietSince !== event.quietSince) ctx.tx.put(scheduledEvents, followed);
  }
}

export const scheduledEventHooks: readonly EventHook[] = [
  eventHook(VoiceStateUpdate, (ctx, { guild_id }) => followVoice(ctx, guild_id)),
];

export const scheduledEventDeadlines: readonly Deadline[] = [
  onDeadline(scheduledEvents, {
    kind: "scheduledEvent.automation",
    subject: ({ id }) => id,
    run: automate,
  }),
];
