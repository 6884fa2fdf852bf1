// The records of what guilds have planned and of who is interested, and how both are shown.
// Source: requirements 9, machine specification.
import { limits } from "@antechamber/contract";
import { EventPlace, EventStatus, type ScheduledEvent } from "@antechamber/contract/guilds";
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

/** A planned event. */
export type ScheduledEventRecord = Omit<
  Static<typeof ScheduledEvent>,
  "creator" | "user_count" | "recurrence_rule" | "guild_scheduled_event_exceptions"
> & {
  /** Absent: it takes place once. */
  readonly recurrence_rule?: Static<typeof ScheduledEvent>["recurrence_rule"];
  /** Occurrences that take place otherwise; absent for none. */
  readonly exceptions?: Static<typeof ScheduledEvent>["guild_scheduled_event_exceptions"];
  /** When the next occurrence would take place as all others; absent where it is shown so. */
  readonly usual?: { readonly start: string; readonly end: string | null };
  /** Since when nobody is in the voice channel of an event that has begun; absent while anyone is. */
  readonly quietSince?: Millis;
};

/** When the next occurrence of an event would take place as all others. */
export function usualTimesOf(event: ScheduledEventRecord) {
  return event.usual ?? { start: event.scheduled_start_time, end: event.scheduled_end_time };
}

/** When the next occurrence of an event takes place, or would. */
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

/** An event that shows when its next occurrence takes place, and keeps when it would as all others. */
export function retimed(event: ScheduledEventRecord): ScheduledEventRecord {
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

/** When an event begins, ends or is called off by itself. */
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

/** What somebody says of an event, or of one occurrence of it. */
export interface EventSubscription {
  readonly guild_id: string;
  readonly event_id: string;
  /** Absent: of the event as a whole. */
  readonly exception_id?: string | undefined;
  readonly user_id: string;
  readonly response: 0 | 1;
}

/** What is said of an event as a whole, or of one occurrence, is found under. */
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
    /** Events that have begun in voice channels. */
    inVoice: ({ guild_id, entity_type, status }) =>
      entity_type === EventPlace.VOICE && status === EventStatus.ACTIVE ? guild_id : undefined,
  },
  deadline: automationDue,
});

/** A scheduled event as gateway events show it. */
export const shown = ({
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
    ...shown(event),
    ...(creator === undefined ? {} : { creator: userView(creator) }),
    ...(withCount ? { user_count: await userCount(ctx, event.id) } : {}),
  };
}

/** How many are interested in an event. */
async function userCount(ctx: ReadContext, eventId: string): Promise<number> {
  const value = placeOf(eventId, undefined);
  const all = await ctx.tx.find(eventSubscriptions, { index: "place", value });
  return all.filter(({ response }) => response === 1).length;
}
