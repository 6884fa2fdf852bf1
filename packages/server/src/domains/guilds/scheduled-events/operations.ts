// Creating, finding and deleting scheduled events of a guild.
// Source: requirements 9, machine specification.
import {
  holds,
  holdsSplit,
  limits,
  UnknownChannel,
  WrongChannelType,
  type PermissionName,
} from "@antechamber/contract";
import {
  ChannelType,
  EventPlace,
  EventStatus,
  GuildScheduledEventCreate,
  GuildScheduledEventDelete,
  TooManyScheduledEvents,
  UnknownScheduledEvent,
  type ScheduledEventDraft,
} from "@antechamber/contract/guilds";
import { parseTimestamp, snowflakeKey, timestamp, type Static } from "@antechamber/contract/schema";
import { ApiError, invalidForm, missingPermission } from "../../../platform/api-error.ts";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { storeImage } from "../../users/image.ts";
import { shownRule } from "./recurrence.ts";
import { eventScope } from "../events.ts";
import { channels, type ChannelRecord } from "../guild.ts";
import { entryFields, writeAuditLog } from "../audit-log/write.ts";
import { basePermissions, channelPermissions, type PermissionContext } from "../permissions.ts";
import {
  eventSubscriptions,
  scheduledEvents,
  scheduledEventPayload,
  type ScheduledEventRecord,
} from "./scheduled-event.ts";

/** The fields of an event that its creator sets. */
export type EventDraft = Static<typeof ScheduledEventDraft>;

/** When an event, or one occurrence of it, takes place. */
type EventTimes = Pick<EventDraft, "scheduled_start_time" | "scheduled_end_time">;

/** The channel in which an event takes place. @throws UnknownChannel, WrongChannelType */
async function requestedChannel(
  ctx: ReadContext,
  guildId: string,
  draft: EventDraft,
): Promise<ChannelRecord> {
  const channel = await ctx.tx.get(channels, snowflakeKey(draft.channel_id ?? "0"));
  if (channel?.guild_id !== guildId) throw new ApiError(UnknownChannel);
  const isStage = draft.entity_type === EventPlace.STAGE_INSTANCE;
  const expected = isStage ? ChannelType.GUILD_STAGE_VOICE : ChannelType.GUILD_VOICE;
  if (channel.type !== expected) throw new ApiError(WrongChannelType);
  return channel;
}

/** A member's permissions in an event's channel; without a channel, in the guild. */
async function memberPermissions(
  ctx: ReadContext,
  permissionContext: PermissionContext,
  channelId: string | null,
): Promise<bigint> {
  const channel =
    channelId === null ? undefined : await ctx.tx.get(channels, snowflakeKey(channelId));
  return channel === undefined
    ? basePermissions(permissionContext)
    : channelPermissions(permissionContext, channel);
}

const presence: readonly PermissionName[] = ["VIEW_CHANNEL", "CONNECT"];
const moderation: readonly PermissionName[] = ["MANAGE_CHANNELS", "MUTE_MEMBERS", "MOVE_MEMBERS"];

/**
 * The permissions that are needed at an event's place, beside those to create or change events.
 *
 * @source protocol: expressions-and-events 3.5
 */
function placePermissions(place: number): readonly PermissionName[] {
  if (place === EventPlace.EXTERNAL) return [];
  return place === EventPlace.STAGE_INSTANCE ? [...presence, ...moderation] : presence;
}

async function maySee(
  ctx: ReadContext,
  permissionContext: PermissionContext,
  { channel_id }: ScheduledEventRecord,
): Promise<boolean> {
  if (channel_id === null) return true;
  return holds(await memberPermissions(ctx, permissionContext, channel_id), "VIEW_CHANNEL");
}

/** The events of a guild that a member may see, in order of creation. */
export async function scheduledEventsOf(
  ctx: ReadContext,
  permissionContext: PermissionContext,
): Promise<readonly ScheduledEventRecord[]> {
  const all = await ctx.tx.find(scheduledEvents, {
    index: "guild",
    value: permissionContext.guild.id,
  });
  const seen = await Promise.all(all.map((event) => maySee(ctx, permissionContext, event)));
  return all.filter((_, i) => seen[i] === true);
}

/** @throws UnknownScheduledEvent, also for an event that the member may not see */
export async function scheduledEventOf(
  ctx: ReadContext,
  permissionContext: PermissionContext,
  id: string,
): Promise<ScheduledEventRecord> {
  const event = await ctx.tx.get(scheduledEvents, snowflakeKey(id));
  const isHere = event?.guild_id === permissionContext.guild.id;
  if (event === undefined || !isHere || !(await maySee(ctx, permissionContext, event))) {
    throw new ApiError(UnknownScheduledEvent);
  }
  return event;
}

/**
 * The channel in which an event is to take place, if the member may create one there; undefined for
 * an external event.
 *
 * @throws UnknownChannel, WrongChannelType, MissingPermissions
 */
export async function eventChannel(
  ctx: ReadContext,
  permissionContext: PermissionContext,
  draft: EventDraft,
): Promise<ChannelRecord | undefined> {
  const isElsewhere = draft.entity_type === EventPlace.EXTERNAL;
  const channel = isElsewhere
    ? undefined
    : await requestedChannel(ctx, permissionContext.guild.id, draft);
  const may = await memberPermissions(ctx, permissionContext, channel?.id ?? null);
  const needed = placePermissions(draft.entity_type);
  if (!holds(may, ...needed) || !holdsSplit(may, "CREATE_EVENTS", ctx.now)) {
    throw missingPermission("CREATE_EVENTS", ...needed);
  }
  return channel;
}

/** @throws InvalidForm for an event that starts in the past */
export function requireStart({ now }: ReadContext, times: EventTimes): void {
  if ((parseTimestamp(times.scheduled_start_time) ?? 0) > now) return;
  const message = "Cannot schedule event in the past.";
  const code = "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST";
  throw invalidForm({ path: ["scheduled_start_time"], code, message });
}

/** @throws InvalidForm for an event that ends before it starts */
export function requireEnd(times: EventTimes): void {
  const start = parseTimestamp(times.scheduled_start_time) ?? 0;
  const end = parseTimestamp(times.scheduled_end_time ?? "");
  if (end === undefined || end > start) return;
  const message = "Cannot schedule event to end before it starts.";
  const code = "GUILD_SCHEDULED_EVENT_END_BEFORE_START";
  throw invalidForm({ path: ["scheduled_end_time"], code, message });
}

/**
 * Creates a scheduled event.
 *
 * @throws UnknownChannel, WrongChannelType, MissingPermissions, InvalidForm, TooManyScheduledEvents
 */
export async function planEvent(
  ctx: Context,
  permissionContext: PermissionContext,
  draft: EventDraft,
): Promise<ScheduledEventRecord> {
  const guild_id = permissionContext.guild.id;
  const channel = await eventChannel(ctx, permissionContext, draft);
  requireStart(ctx, draft);
  requireEnd(draft);
  const planned = await ctx.tx.count(scheduledEvents, { index: "guild", value: guild_id });
  if (planned >= limits.scheduledEvents.value) throw new ApiError(TooManyScheduledEvents);
  const { image } = draft;
  const event: ScheduledEventRecord = {
    id: ctx.id(),
    guild_id,
    channel_id: channel?.id ?? null,
    creator_id: permissionContext.member.user_id,
    ...draftFields(draft),
    image: image === undefined || image === null ? null : await storeImage(ctx, image),
    status: EventStatus.SCHEDULED,
    entity_id: null,
    privacy_level: draft.privacy_level,
    ...(isRecurring(draft) ? { recurrence_rule: shownRule(draft.recurrence_rule) } : {}),
  };
  ctx.tx.put(scheduledEvents, event);
  ctx.emit(GuildScheduledEventCreate, await eventScope(ctx, event), scheduledEventPayload(event));
  const about = entryFields(permissionContext.member, event.id);
  writeAuditLog(ctx, "GUILD_SCHEDULED_EVENT_CREATE", { ...about, after: logged(event) });
  return event;
}

/** True for an event with a recurrence rule. */
function isRecurring(draft: EventDraft): draft is EventDraft & {
  readonly recurrence_rule: NonNullable<EventDraft["recurrence_rule"]>;
} {
  return draft.recurrence_rule !== undefined && draft.recurrence_rule !== null;
}

/** The fields of an event that follow from its draft, except the picture. */
export function draftFields(draft: EventDraft) {
  const { scheduled_start_time: start, scheduled_end_time: end } = draft;
  const location = draft.entity_metadata?.location;
  return {
    name: draft.name,
    description: draft.description ?? null,
    scheduled_start_time: timestamp(parseTimestamp(start) ?? 0),
    scheduled_end_time:
      end === undefined || end === null ? null : timestamp(parseTimestamp(end) ?? 0),
    entity_type: draft.entity_type,
    entity_metadata: location === undefined ? null : { location },
  };
}

/**
 * An event that a member may change: their own, or any. @throws UnknownScheduledEvent,
 * MissingPermissions
 */
export async function changeableEvent(
  ctx: ReadContext,
  permissionContext: PermissionContext,
  id: string,
): Promise<ScheduledEventRecord> {
  const event = await scheduledEventOf(ctx, permissionContext, id);
  const may = await memberPermissions(ctx, permissionContext, event.channel_id);
  const isOwn =
    event.creator_id === permissionContext.member.user_id && holds(may, "CREATE_EVENTS");
  const needed = placePermissions(event.entity_type);
  if (!holds(may, ...needed) || (!isOwn && !holds(may, "MANAGE_EVENTS"))) {
    throw missingPermission("MANAGE_EVENTS", ...needed);
  }
  return event;
}

/** Deletes an event. @throws UnknownScheduledEvent, MissingPermissions */
export async function cancelEvent(
  ctx: Context,
  permissionContext: PermissionContext,
  id: string,
): Promise<void> {
  const event = await changeableEvent(ctx, permissionContext, id);
  await drop(ctx, event);
  const about = entryFields(permissionContext.member, event.id);
  writeAuditLog(ctx, "GUILD_SCHEDULED_EVENT_DELETE", { ...about, before: logged(event) });
}

/** An event as the audit log shows it, with its location. */
export function logged({ entity_metadata: place, ...event }: ScheduledEventRecord) {
  return { ...event, location: place?.location };
}

async function drop(ctx: Context, event: ScheduledEventRecord): Promise<void> {
  await deleteEvent(ctx, event);
  ctx.emit(GuildScheduledEventDelete, await eventScope(ctx, event), scheduledEventPayload(event));
}

/** Deletes an event and its subscriptions. */
export async function deleteEvent(ctx: Context, { id }: ScheduledEventRecord): Promise<void> {
  for (const each of await ctx.tx.find(eventSubscriptions, { index: "event", value: id })) {
    ctx.tx.delete(eventSubscriptions, eventSubscriptions.key(each));
  }
  ctx.tx.delete(scheduledEvents, snowflakeKey(id));
}

/** Deletes the events of a deleted guild, or those of a deleted channel. */
export async function dropScheduledEvents(
  ctx: Context,
  guildId: string,
  channelId?: string,
): Promise<void> {
  for (const event of await ctx.tx.find(scheduledEvents, { index: "guild", value: guildId })) {
    if (channelId === undefined) await deleteEvent(ctx, event);
    else if (event.channel_id === channelId) await drop(ctx, event);
  }
}

/** Deletes a deleted user's subscriptions; events that they created remain, without a creator. */
export async function removeCreator(ctx: Context, userId: string): Promise<void> {
  for (const each of await ctx.tx.find(eventSubscriptions, { index: "user", value: userId })) {
    ctx.tx.delete(eventSubscriptions, eventSubscriptions.key(each));
  }
  for (const event of await ctx.tx.find(scheduledEvents)) {
    if (event.creator_id === userId) ctx.tx.put(scheduledEvents, { ...event, creator_id: null });
  }
}
