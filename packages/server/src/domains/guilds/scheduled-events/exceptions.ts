// Exceptions: occurrences of an event that take place at another time, or not at all. The id of an
// exception is a snowflake with the original time of its occurrence.
// Source: protocol: expressions-and-events 3.2.
import { limits } from "@antechamber/contract";
import {
  GuildScheduledEventExceptionCreate,
  GuildScheduledEventExceptionDelete,
  GuildScheduledEventExceptionUpdate,
  GuildScheduledEventUpdate,
  UnknownScheduledEvent,
  type createScheduledEventException,
  type ScheduledEventException,
  type ScheduledEventExceptionChange,
} from "@antechamber/contract/guilds";
import {
  parseTimestamp,
  SNOWFLAKE_MAX,
  snowflakeAt,
  snowflakeTime,
  timestamp,
  type Static,
} from "@antechamber/contract/schema";
import { ApiError, invalidForm } from "../../../platform/api-error.ts";
import type { Context } from "../../../platform/context.ts";
import { isSameJson } from "../../../platform/records/same-json.ts";
import { writeAuditLog } from "../audit-log/write.ts";
import { isOccurrence } from "./recurrence.ts";
import { eventScope } from "../events.ts";
import type { PermissionContext } from "../permissions.ts";
import { changeableEvent, requireEnd, requireStart } from "./operations.ts";
import {
  withShownTimesOfNext,
  scheduledEvents,
  scheduledEventPayload,
  type ScheduledEventRecord,
} from "./scheduled-event.ts";

export type Exception = Static<typeof ScheduledEventException>;
type Draft = Static<(typeof createScheduledEventException)["body"]>;
type Change = Static<typeof ScheduledEventExceptionChange>;

/** An exception of an event. @throws UnknownScheduledEvent */
function exceptionOf({ exceptions = [] }: ScheduledEventRecord, id: string): Exception {
  const exception = exceptions.find((each) => each.event_exception_id === id);
  if (exception === undefined) throw new ApiError(UnknownScheduledEvent);
  return exception;
}

/**
 * Requires that an id is that of an occurrence of the event, either regular or an exception.
 *
 * @throws UnknownScheduledEvent
 */
export function requireOccurrence({ recurrence_rule: rule }: ScheduledEventRecord, id: string) {
  const isOne = rule !== undefined && rule !== null && isOccurrence(rule, snowflakeTime(id));
  if (!isOne || snowflakeAt(snowflakeTime(id)) !== id) throw new ApiError(UnknownScheduledEvent);
}

function refused(code: string, message: string): ApiError {
  return invalidForm({ path: ["original_scheduled_start_time"], code, message });
}

/**
 * @throws InvalidForm for a time without an occurrence, or with an exception, or if there are too
 *   many
 */
function requireFree(event: ScheduledEventRecord, at: number): void {
  const { recurrence_rule: rule, exceptions = [] } = event;
  // Snowflakes cannot represent later times, so such occurrences have no ids.
  const hasId = BigInt(snowflakeAt(at)) <= SNOWFLAKE_MAX;
  if (rule === undefined || rule === null || !hasId || !isOccurrence(rule, at)) {
    const message = "The event does not take place then.";
    throw refused("GUILD_SCHEDULED_EVENT_NO_OCCURRENCE", message);
  }
  if (exceptions.some(({ event_exception_id: id }) => id === snowflakeAt(at))) {
    const message = "There is an exception for this occurrence already.";
    throw refused("GUILD_SCHEDULED_EVENT_EXCEPTION_EXISTS", message);
  }
  if (exceptions.length >= limits.eventExceptions.value) {
    const message = `Must be ${limits.eventExceptions.value} or fewer in length.`;
    throw refused("BASE_TYPE_MAX_LENGTH", message);
  }
}

/** An exception after a change. @throws InvalidForm for a start in the past, or an end before it */
function changedException(ctx: Context, before: Exception, change: Change): Exception {
  const timeOf = (field: "scheduled_start_time" | "scheduled_end_time") => {
    const requested = change[field];
    if (requested === undefined) return before[field];
    return requested === null ? null : timestamp(parseTimestamp(requested) ?? 0);
  };
  const after = {
    ...before,
    scheduled_start_time: timeOf("scheduled_start_time"),
    scheduled_end_time: timeOf("scheduled_end_time"),
    is_canceled:
      change.is_canceled === undefined ? before.is_canceled : change.is_canceled === true,
  };
  const usualStart = timestamp(snowflakeTime(before.event_exception_id));
  const times = { ...after, scheduled_start_time: after.scheduled_start_time ?? usualStart };
  if (typeof change.scheduled_start_time === "string") requireStart(ctx, times);
  requireEnd(times);
  return after;
}

interface Exceptional {
  readonly event: ScheduledEventRecord;
  readonly before?: Exception;
  readonly after?: Exception;
}

/** Stores a changed exception, in the order of occurrences, and writes it to the audit log. */
async function store(
  ctx: Context,
  { member }: PermissionContext,
  change: Exceptional,
): Promise<void> {
  const { event, before, after } = change;
  const id = (after ?? before)?.event_exception_id ?? "";
  const others = (event.exceptions ?? []).filter((each) => each.event_exception_id !== id);
  const exceptions = [...others, ...(after === undefined ? [] : [after])].toSorted(
    (a, b) => snowflakeTime(a.event_exception_id) - snowflakeTime(b.event_exception_id),
  );
  const excepted = { ...event, exceptions };
  // If the event shows the time of an exception, it is updated with the exceptions.
  const updated = event.usual === undefined ? excepted : withShownTimesOfNext(excepted);
  ctx.tx.put(scheduledEvents, updated);
  const { guild_id } = event;
  const action = before === undefined ? "CREATE" : after === undefined ? "DELETE" : "UPDATE";
  const exception = after ?? before;
  if (exception !== undefined)
    ctx.emit(events[action], await eventScope(ctx, event), { ...exception, guild_id });
  if (!haveSameTimes(event, updated)) {
    ctx.emit(
      GuildScheduledEventUpdate,
      await eventScope(ctx, updated),
      scheduledEventPayload(updated),
    );
  }
  writeAuditLog(ctx, `GUILD_SCHEDULED_EVENT_EXCEPTION_${action}`, {
    guild_id,
    user_id: member.user_id,
    target_id: event.id,
    options: { event_exception_id: id },
    before,
    after,
  });
}

function haveSameTimes(one: ScheduledEventRecord, other: ScheduledEventRecord): boolean {
  return (
    one.scheduled_start_time === other.scheduled_start_time &&
    one.scheduled_end_time === other.scheduled_end_time
  );
}

const events = {
  CREATE: GuildScheduledEventExceptionCreate,
  UPDATE: GuildScheduledEventExceptionUpdate,
  DELETE: GuildScheduledEventExceptionDelete,
};

/**
 * Moves or cancels one occurrence.
 *
 * @throws UnknownScheduledEvent, MissingPermissions, InvalidForm
 */
export async function addException(
  ctx: Context,
  permissionContext: PermissionContext,
  { id, draft: read }: { readonly id: string; readonly draft: () => Draft },
): Promise<Exception> {
  const event = await changeableEvent(ctx, permissionContext, id);
  const { original_scheduled_start_time: original, ...change } = read();
  const at = parseTimestamp(original) ?? 0;
  requireFree(event, at);
  const plain: Exception = {
    event_id: event.id,
    event_exception_id: snowflakeAt(at),
    scheduled_start_time: null,
    scheduled_end_time: null,
    is_canceled: false,
  };
  const after = changedException(ctx, plain, change);
  await store(ctx, permissionContext, { event, after });
  return after;
}

interface AtException {
  readonly id: string;
  readonly exceptionId: string;
}

/** Changes an exception. @throws UnknownScheduledEvent, MissingPermissions, InvalidForm */
export async function editException(
  ctx: Context,
  permissionContext: PermissionContext,
  { id, exceptionId, change: read }: AtException & { readonly change: () => Change },
): Promise<Exception> {
  const event = await changeableEvent(ctx, permissionContext, id);
  const before = exceptionOf(event, exceptionId);
  const after = changedException(ctx, before, read());
  if (isSameJson(after, before)) return before;
  await store(ctx, permissionContext, { event, before, after });
  return after;
}

/**
 * Removes an exception; its occurrence is regular again.
 *
 * @throws UnknownScheduledEvent, MissingPermissions
 */
export async function removeException(
  ctx: Context,
  permissionContext: PermissionContext,
  { id, exceptionId }: AtException,
): Promise<void> {
  const event = await changeableEvent(ctx, permissionContext, id);
  await store(ctx, permissionContext, { event, before: exceptionOf(event, exceptionId) });
}
