// Changes of scheduled events: their descriptions, places, times and statuses.
// Source: machine specification; requirements 9 for who may change one.
import {
  EventPlace,
  EventStatus,
  FinishedScheduledEvent,
  GuildScheduledEventExceptionsDelete,
  GuildScheduledEventUpdate,
  requireEventPlace,
  type ScheduledEventChange,
} from "@antechamber/contract/guilds";
import {
  parseTimestamp,
  snowflakeAt,
  timestamp,
  type ValidationIssue,
  type Static,
} from "@antechamber/contract/schema";
import { ApiError, invalidForm } from "../../../platform/api-error.ts";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { isSameJson } from "../../../platform/records/same-json.ts";
import { storeImage } from "../../users/image.ts";
import { entryFields, writeAuditLog } from "../audit-log/write.ts";
import { nextOccurrence, shownRule } from "./recurrence.ts";
import { eventScope } from "../events.ts";
import type { PermissionContext } from "../permissions.ts";
import {
  changeableEvent,
  logged,
  deleteEvent,
  requireEnd,
  requireStart,
  eventChannel,
  draftFields,
  type EventDraft,
} from "./operations.ts";
import {
  withShownTimesOfNext,
  scheduledEvents,
  scheduledEventPayload,
  usualTimesOf,
  type ScheduledEventRecord,
} from "./scheduled-event.ts";
import { voiceStates } from "../voice/voice-state.ts";

type Change = Static<typeof ScheduledEventChange>;

/** The statuses that may follow each; an event that is over keeps its status. Source: assumed. */
const nextStatuses: Readonly<Record<number, readonly number[]>> = {
  [EventStatus.SCHEDULED]: [EventStatus.ACTIVE, EventStatus.CANCELED],
  [EventStatus.ACTIVE]: [EventStatus.COMPLETED],
};

/**
 * Changes an event and emits what is different. An event that is over is deleted after its last
 * update was emitted.
 *
 * @throws UnknownScheduledEvent, MissingPermissions, FinishedScheduledEvent, UnknownChannel,
 *   WrongChannelType, InvalidForm
 */
export async function changeEvent(
  ctx: Context,
  permissionContext: PermissionContext,
  { id, change: read }: { readonly id: string; readonly change: () => Change },
): Promise<ScheduledEventRecord> {
  const event = await changeableEvent(ctx, permissionContext, id);
  const change = withoutSameRule(event, read());
  const status = nextStatus(event, change);
  const draft = draftOf(event, change);
  requirePlace(draft);
  const isMoved = draft.channel_id !== event.channel_id || draft.entity_type !== event.entity_type;
  if (isMoved) await eventChannel(ctx, permissionContext, draft);
  requireTimes(ctx, change, draft);
  const { image, recurrence_rule: rule } = change;
  const changed: ScheduledEventRecord = {
    ...withShownTimes(event, change),
    ...draftFields(draft),
    ...(image === undefined ? {} : { image: image && (await storeImage(ctx, image)) }),
    channel_id: draft.channel_id ?? null,
    status,
    ...(rule === undefined ? {} : { recurrence_rule: rule && shownRule(rule) }),
  };
  if (isSameJson(changed, event)) return event;
  const updated = rule === undefined ? changed : await withoutExceptions(ctx, changed);
  const settled = await storeChange(ctx, updated);
  const [before, after] = [logged(event), logged(updated)];
  const about = entryFields(permissionContext.member, event.id);
  writeAuditLog(ctx, "GUILD_SCHEDULED_EVENT_UPDATE", { ...about, before, after });
  return settled;
}

/**
 * An event that has begun may be prolonged: its start is past, and is only checked if it changes.
 *
 * @throws InvalidForm for a new start in the past, or an end before the start
 */
function requireTimes(ctx: ReadContext, change: Change, draft: EventDraft): void {
  const { scheduled_start_time: start, scheduled_end_time: end } = change;
  if (start !== undefined) requireStart(ctx, draft);
  if (start !== undefined || end !== undefined) requireEnd(draft);
}

/** The change without its recurrence rule, if the rule stays the same. */
function withoutSameRule(
  { recurrence_rule: stored = null }: ScheduledEventRecord,
  { recurrence_rule: rule, ...change }: Change,
): Change {
  if (rule === undefined) return change;
  const isSame = isSameJson(rule && shownRule(rule), stored);
  return isSame ? change : { ...change, recurrence_rule: rule };
}

/** After a change of times or recurrence, the event's shown times are its regular times. */
function withShownTimes(event: ScheduledEventRecord, change: Change): ScheduledEventRecord {
  const { scheduled_start_time, scheduled_end_time, recurrence_rule } = change;
  const times = [scheduled_start_time, scheduled_end_time, recurrence_rule];
  if (times.every((each) => each === undefined)) return event;
  const { usual: _usual, ...shownSo } = event;
  return shownSo;
}

/** An event with a new recurrence rule loses its exceptions. */
async function withoutExceptions(
  ctx: Context,
  { exceptions, ...event }: ScheduledEventRecord,
): Promise<ScheduledEventRecord> {
  if (exceptions === undefined || exceptions.length === 0) return event;
  const { guild_id, id: event_id } = event;
  const scope = await eventScope(ctx, event);
  ctx.emit(GuildScheduledEventExceptionsDelete, scope, { guild_id, event_id });
  return event;
}

/** @throws FinishedScheduledEvent, InvalidForm for a status that may not follow the current one */
function nextStatus(event: ScheduledEventRecord, change: Change): number {
  const following = nextStatuses[event.status];
  if (following === undefined) throw new ApiError(FinishedScheduledEvent);
  const status = change.status ?? event.status;
  if (status === event.status || following.includes(status)) return status;
  const message = "The event cannot come to this status from the one that it has.";
  const code = "GUILD_SCHEDULED_EVENT_INVALID_STATUS";
  throw invalidForm({ path: ["status"], code, message });
}

/** The event after the change, as a draft. */
function draftOf(event: ScheduledEventRecord, change: Change): EventDraft {
  const { status: _status, image: _image, recurrence_rule: _rule, ...words } = change;
  const { entity_type = event.entity_type } = change;
  const isElsewhere = entity_type === EventPlace.EXTERNAL;
  return {
    name: event.name,
    description: event.description,
    scheduled_start_time: event.scheduled_start_time,
    scheduled_end_time: event.scheduled_end_time,
    privacy_level: 2,
    ...words,
    entity_type: isElsewhere ? EventPlace.EXTERNAL : placeInside(entity_type),
    channel_id: isElsewhere ? null : (change.channel_id ?? event.channel_id),
    entity_metadata: isElsewhere ? (change.entity_metadata ?? event.entity_metadata) : null,
  };
}

function placeInside(type: number) {
  return type === EventPlace.STAGE_INSTANCE ? EventPlace.STAGE_INSTANCE : EventPlace.VOICE;
}

/** @throws InvalidForm for an event without a place */
function requirePlace(draft: EventDraft): void {
  const issues: ValidationIssue[] = [];
  requireEventPlace(
    draft,
    (path, code, message) => issues.push({ path, code, message }),
    () => false,
  );
  if (issues.length > 0) throw invalidForm(...issues);
}

/** Starts an event; the entity id is that of its stage instance, if any. */
export async function beginEvent(
  ctx: Context,
  event: ScheduledEventRecord,
  entityId: string | null,
): Promise<void> {
  await storeChange(ctx, { ...event, status: EventStatus.ACTIVE, entity_id: entityId });
}

/** Completes an event, and clears the id of its stage instance. */
export async function endEvent(ctx: Context, event: ScheduledEventRecord): Promise<void> {
  await storeChange(ctx, { ...event, status: EventStatus.COMPLETED, entity_id: null });
}

/** Skips an event that nobody started: it moves to its next occurrence, or is canceled. */
export async function skipUnstartedEvent(ctx: Context, event: ScheduledEventRecord): Promise<void> {
  const next = atNextOccurrence(ctx, event);
  await storeChange(ctx, next === event ? { ...event, status: EventStatus.CANCELED } : next);
}

/** The event with the time since when its voice channel is empty, if it is active in one. */
export async function withEmptySince(
  ctx: ReadContext,
  event: ScheduledEventRecord,
): Promise<ScheduledEventRecord> {
  const { quietSince = ctx.now, ...rest } = event;
  if (event.entity_type !== EventPlace.VOICE || event.status !== EventStatus.ACTIVE) return rest;
  const value = event.channel_id ?? "";
  const [somebody] = await ctx.tx.find(voiceStates, { index: "channel", value, limit: 1 });
  return somebody === undefined ? { ...rest, quietSince } : rest;
}

/** Stores a changed event. An event that is over moves to its next occurrence, or is deleted. */
async function storeChange(
  ctx: Context,
  changed: ScheduledEventRecord,
): Promise<ScheduledEventRecord> {
  const event = await withEmptySince(ctx, changed);
  const isOver = nextStatuses[event.status] === undefined;
  const settled = event.status === EventStatus.COMPLETED ? atNextOccurrence(ctx, event) : event;
  if (isOver && settled === event) await deleteEvent(ctx, event);
  else ctx.tx.put(scheduledEvents, settled);
  ctx.emit(
    GuildScheduledEventUpdate,
    await eventScope(ctx, settled),
    scheduledEventPayload(settled),
  );
  return settled;
}

/** A recurring event, moved to its next occurrence; any other event unchanged. */
function atNextOccurrence(ctx: Context, event: ScheduledEventRecord): ScheduledEventRecord {
  const { recurrence_rule: rule, exceptions = [] } = event;
  if (rule === undefined || rule === null) return event;
  const usual = usualTimesOf(event);
  const begun = parseTimestamp(usual.start) ?? 0;
  const exceptionAt = (at: number) =>
    exceptions.find(({ event_exception_id: id }) => id === snowflakeAt(at));
  /** True for an occurrence that was canceled, or moved to a time that has passed. */
  const isGone = (moment: number) => {
    const other = exceptionAt(moment);
    const begins = parseTimestamp(other?.scheduled_start_time ?? "") ?? moment;
    return other?.is_canceled === true || begins <= ctx.now;
  };
  const at = nextOccurrence(rule, Math.max(begun, ctx.now), isGone);
  if (at === undefined) return event;
  const ended = parseTimestamp(usual.end ?? "");
  const start = timestamp(at);
  const end = ended === undefined ? null : timestamp(at + ended - begun);
  return withShownTimesOfNext({
    ...event,
    status: EventStatus.SCHEDULED,
    entity_id: null,
    usual: { start, end },
  });
}
