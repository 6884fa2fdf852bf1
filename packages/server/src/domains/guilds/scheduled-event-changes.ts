// What becomes of a planned event: other words, another place or time, its beginning and its end.
// Source: machine specification; requirements 9 for who may change one.
import {
  EventPlace,
  EventStatus,
  FinishedScheduledEvent,
  GuildScheduledEventUpdate,
  requireEventPlace,
  type ScheduledEventChange,
} from "@antechamber/contract/guilds";
import { snowflakeKey, type ValidationIssue, type Static } from "@antechamber/contract/schema";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import { keepImage } from "../users/image.ts";
import { writeAuditLog } from "./audit-log/write.ts";
import type { PermissionContext } from "./permissions.ts";
import {
  changeableEvent,
  logged,
  loggedBy,
  requireTimes,
  scheduledEvents,
  shown,
  stageFor,
  written,
  type EventDraft,
  type ScheduledEventRecord,
} from "./scheduled-events.ts";

type Change = Static<typeof ScheduledEventChange>;

/** What may come after each; an event that is over stays over. Source: assumed. */
const nextStatuses: Readonly<Record<number, readonly number[]>> = {
  [EventStatus.SCHEDULED]: [EventStatus.ACTIVE, EventStatus.CANCELED],
  [EventStatus.ACTIVE]: [EventStatus.COMPLETED],
};

/**
 * Changes an event and emits that. One that is over is deleted after its last update was emitted.
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
  const change = read();
  const following = nextStatuses[event.status];
  if (following === undefined) throw new ApiError(FinishedScheduledEvent);
  const status = nextStatus(event, change, following);
  const draft = draftOf(event, change);
  requirePlace(draft);
  const isMoved = draft.channel_id !== event.channel_id || draft.entity_type !== event.entity_type;
  if (isMoved) await stageFor(ctx, permissionContext, draft);
  const times = [change.scheduled_start_time, change.scheduled_end_time ?? undefined];
  if (times.some((time) => time !== undefined)) requireTimes(ctx, draft);
  const { image } = change;
  const changed: ScheduledEventRecord = {
    ...event,
    ...written(draft),
    ...(image === undefined ? {} : { image: image && (await keepImage(ctx, image)) }),
    channel_id: draft.channel_id ?? null,
    status,
  };
  settle(ctx, changed);
  const [before, after] = [logged(event), logged(changed)];
  const about = loggedBy(permissionContext, event);
  writeAuditLog(ctx, "GUILD_SCHEDULED_EVENT_UPDATE", { ...about, before, after });
  return changed;
}

/** @throws InvalidForm for a status that cannot follow */
function nextStatus(
  event: ScheduledEventRecord,
  change: Change,
  following: readonly number[],
): number {
  const status = change.status ?? event.status;
  if (status === event.status || following.includes(status)) return status;
  const message = "The event cannot come to this status from the one that it has.";
  const code = "GUILD_SCHEDULED_EVENT_INVALID_STATUS";
  throw invalidForm({ path: ["status"], code, message });
}

/** The event as its planner would have written it. */
function draftOf(event: ScheduledEventRecord, change: Change): EventDraft {
  const { status: _status, image: _image, ...words } = change;
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

/** An event begins with what it takes place as. */
export function beginEvent(ctx: Context, event: ScheduledEventRecord, entityId: string): void {
  settle(ctx, { ...event, status: EventStatus.ACTIVE, entity_id: entityId });
}

/** What an event took place as is over, and the event with it. */
export function endEvent(ctx: Context, event: ScheduledEventRecord): void {
  settle(ctx, { ...event, status: EventStatus.COMPLETED, entity_id: null });
}

function settle(ctx: Context, event: ScheduledEventRecord): void {
  if (nextStatuses[event.status] === undefined)
    ctx.tx.delete(scheduledEvents, snowflakeKey(event.id));
  else ctx.tx.put(scheduledEvents, event);
  const scope = { kind: "guild", guild_id: event.guild_id } as const;
  ctx.emit(GuildScheduledEventUpdate, scope, shown(event));
}
