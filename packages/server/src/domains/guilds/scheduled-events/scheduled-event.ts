// The records of scheduled events and of their subscribers, and their views.
// Source: requirements 9, machine specification.
import { limits } from "@antechamber/contract";
import {
  EventPlace,
  EventStatus,
  type ScheduledEvent,
  EventResponse,
} from "@antechamber/contract/guilds";
import {
  parseTimestamp,
  snowflakeAt,
  snowflakeKey,
  type Static,
} from "@antechamber/contract/schema";
import type { Millis } from "../../../platform/clock.ts";
import type { ReadContext } from "../../../platform/context.ts";
import { tableOf } from "../../../platform/store.ts";
import { users, userView } from "../../users/user.ts";

/** A scheduled event. */
export type ScheduledEventRecord = Omit<
  Static<typeof ScheduledEvent>,
  "creator" | "user_count" | "recurrence_rule" | "guild_scheduled_event_exceptions"
> & {
  /** Absent: the event does not recur. */
  readonly recurrence_rule?: Static<typeof ScheduledEvent>["recurrence_rule"];
  /** The exceptions of a recurring event; absent for none. */
  readonly exceptions?: Static<typeof ScheduledEvent>["guild_scheduled_event_exceptions"];
  /** The regular times of the next occurrence, if the event shows those of an exception instead. */
  readonly usual?: { readonly start: string; readonly end: string | null };
  /** Since when the voice channel of an active event is empty; absent while anyone is in it. */
  readonly quietSince?: Millis;
};

/** The regular times of an event's next occurrence. */
export function usualTimesOf(event: ScheduledEventRecord) {
  return event.usual ?? { start: event.scheduled_start_time, end: event.scheduled_end_time };
}

/** The times of an event's next occurrence, as changed by its exception, if any. */
export function timesOf(event: ScheduledEventRecord) {
  const { start, end } = usualTimesOf(event);
  const id = snowflakeAt(parseTimestamp(start) ?? 0);
  const other = event.exceptions?.find(({ event_exception_id: each }) => each === id);
  return {
    start: other?.scheduled_start_time ?? start,
    end: other?.scheduled_end_time ?? end,
    isCanceled: other?.is_canceled === true,
  };
}

/**
 * The event with the times of its next occurrence as shown times; the regular ones are kept if
 * different.
 */
export function withShownTimesOfNext(event: ScheduledEventRecord): ScheduledEventRecord {
  const { start, end } = timesOf(event);
  const { usual: _before, ...shownAsUsual } = event;
  const usual = usualTimesOf(event);
  const isUsual = start === usual.start && end === usual.end;
  return {
    ...shownAsUsual,
    scheduled_start_time: start,
    scheduled_end_time: end,
    ...(isUsual ? {} : { usual }),
  };
}

/** When an event starts, ends or is skipped automatically. */
function automationDue(event: ScheduledEventRecord): Millis | undefined {
  const isOutside = event.entity_type === EventPlace.EXTERNAL;
  const { start, end, isCanceled } = timesOf(event);
  if (event.status === EventStatus.SCHEDULED) {
    const begins = parseTimestamp(start) ?? 0;
    return isOutside || isCanceled ? begins : begins + limits.eventLateness.value;
  }
  if (event.status !== EventStatus.ACTIVE) return undefined;
  if (isOutside) return parseTimestamp(end ?? "");
  return event.quietSince === undefined ? undefined : event.quietSince + limits.eventQuiet.value;
}

/** A user's response to an event, or to one occurrence of it. */
export interface EventSubscription {
  readonly guild_id: string;
  readonly event_id: string;
  /** Absent: the response is to the event as a whole. */
  readonly exception_id?: string | undefined;
  readonly user_id: string;
  readonly response: 0 | 1;
}

/** The index value of the responses to an event as a whole, or to one occurrence. */
export function placeOf(eventId: string, exceptionId: string | undefined): string {
  return `${eventId}:${exceptionId ?? ""}`;
}

export const eventSubscriptions = tableOf<EventSubscription>()({
  name: "event_subscription",
  key: ({ event_id, exception_id, user_id }) =>
    `${placeOf(event_id, exception_id)}:${snowflakeKey(user_id)}`,
  indexes: {
    place: ({ event_id, exception_id }) => placeOf(event_id, exception_id),
    event: ({ event_id }) => event_id,
    user: ({ user_id }) => user_id,
  },
});

export const scheduledEvents = tableOf<ScheduledEventRecord>()({
  name: "scheduled_event",
  key: (event) => snowflakeKey(event.id),
  indexes: {
    guild: (event) => event.guild_id,
    /** Active events in voice channels. */
    inVoice: ({ guild_id, entity_type, status }) =>
      entity_type === EventPlace.VOICE && status === EventStatus.ACTIVE ? guild_id : undefined,
  },
  deadline: automationDue,
});

/** A scheduled event as gateway events show it. */
export const scheduledEventPayload = ({
  recurrence_rule,
  exceptions,
  usual: _usual,
  quietSince: _since,
  ...event
}: ScheduledEventRecord) => ({
  ...event,
  recurrence_rule: recurrence_rule ?? null,
  guild_scheduled_event_exceptions: exceptions ?? [],
});

/** An event as it is shown. */
export async function scheduledEventView(
  ctx: ReadContext,
  event: ScheduledEventRecord,
  { withCount }: { readonly withCount: boolean },
): Promise<Static<typeof ScheduledEvent>> {
  const { creator_id: id } = event;
  const creator = id === null ? undefined : await ctx.tx.get(users, snowflakeKey(id));
  return {
    ...scheduledEventPayload(event),
    ...(creator === undefined ? {} : { creator: userView(creator) }),
    ...(withCount ? { user_count: await subscriberCount(ctx, event.id) } : {}),
  };
}

/** The subscriptions to an event, or to one occurrence if its id is given, in order of user id. */
export async function subscriptionsTo(
  ctx: ReadContext,
  eventId: string,
  exceptionId?: string,
): Promise<readonly EventSubscription[]> {
  const value = placeOf(eventId, exceptionId);
  const all = await ctx.tx.find(eventSubscriptions, { index: "place", value });
  return all.filter(({ response }) => response === EventResponse.INTERESTED);
}

/** The number of subscribers of an event, or of one occurrence if its id is given. */
export async function subscriberCount(
  ctx: ReadContext,
  eventId: string,
  exceptionId?: string,
): Promise<number> {
  return (await subscriptionsTo(ctx, eventId, exceptionId)).length;
}
