// Handlers of scheduled events, their exceptions and their subscribers.
import {
  countScheduledEventUsers,
  createScheduledEvent,
  createScheduledEventException,
  deleteScheduledEvent,
  deleteScheduledEventException,
  editScheduledEvent,
  editScheduledEventException,
  getScheduledEvent,
  listScheduledEventExceptionUsers,
  listScheduledEvents,
  listScheduledEventUsers,
} from "@antechamber/contract/guilds";
import { handle, noContent, reply, type Binding } from "../../../platform/handler.ts";
import { addException, editException, removeException, requireOccurrence } from "./exceptions.ts";
import { subscribersOf } from "./subscribers.ts";
import { changeEvent } from "./changes.ts";
import { cancelEvent, planEvent, scheduledEventOf, scheduledEventsOf } from "./operations.ts";
import { scheduledEventView, subscriberCount } from "./scheduled-event.ts";
import { permissionContextIn } from "../caller-permissions.ts";

export const scheduledEventHandlers: readonly Binding[] = [
  handle(listScheduledEvents, async (ctx, { params, query }) => {
    const all = await scheduledEventsOf(ctx, await permissionContextIn(ctx, params.guild_id));
    const withCount = query.with_user_count === true;
    const views = all.map((event) => scheduledEventView(ctx, event, { withCount }));
    return reply(200, await Promise.all(views));
  }),

  handle(getScheduledEvent, async (ctx, { params, query }) => {
    const permissionContext = await permissionContextIn(ctx, params.guild_id);
    const event = await scheduledEventOf(ctx, permissionContext, params.event_id);
    const withCount = query.with_user_count === true;
    return reply(200, await scheduledEventView(ctx, event, { withCount }));
  }),

  handle(createScheduledEvent, async (ctx, { params, body }) => {
    const permissionContext = await permissionContextIn(ctx, params.guild_id);
    const event = await planEvent(ctx, permissionContext, body());
    return reply(200, await scheduledEventView(ctx, event, { withCount: false }));
  }),

  handle(editScheduledEvent, async (ctx, { params, body }) => {
    const permissionContext = await permissionContextIn(ctx, params.guild_id);
    const event = await changeEvent(ctx, permissionContext, { id: params.event_id, change: body });
    return reply(200, await scheduledEventView(ctx, event, { withCount: false }));
  }),

  handle(listScheduledEventUsers, async (ctx, { params, query }) => {
    const permissionContext = await permissionContextIn(ctx, params.guild_id);
    const { id: eventId } = await scheduledEventOf(ctx, permissionContext, params.event_id);
    return reply(200, await subscribersOf(ctx, { eventId }, query));
  }),

  handle(listScheduledEventExceptionUsers, async (ctx, { params, query }) => {
    const permissionContext = await permissionContextIn(ctx, params.guild_id);
    const event = await scheduledEventOf(ctx, permissionContext, params.event_id);
    requireOccurrence(event, params.exception_id);
    const place = { eventId: event.id, exceptionId: params.exception_id };
    return reply(200, await subscribersOf(ctx, place, query));
  }),

  handle(countScheduledEventUsers, async (ctx, { params, query }) => {
    const permissionContext = await permissionContextIn(ctx, params.guild_id);
    const { id } = await scheduledEventOf(ctx, permissionContext, params.event_id);
    const counted: Record<string, number> = {};
    for (const exceptionId of query.guild_scheduled_event_exception_ids ?? []) {
      counted[exceptionId] = await subscriberCount(ctx, id, exceptionId);
    }
    return reply(200, {
      guild_scheduled_event_count: await subscriberCount(ctx, id),
      guild_scheduled_event_exception_counts: counted,
    });
  }),

  handle(createScheduledEventException, async (ctx, { params, body }) => {
    const permissionContext = await permissionContextIn(ctx, params.guild_id);
    const change = { id: params.event_id, draft: body };
    return reply(200, await addException(ctx, permissionContext, change));
  }),

  handle(editScheduledEventException, async (ctx, { params, body }) => {
    const permissionContext = await permissionContextIn(ctx, params.guild_id);
    const at = { id: params.event_id, exceptionId: params.exception_id };
    return reply(200, await editException(ctx, permissionContext, { ...at, change: body }));
  }),

  handle(deleteScheduledEventException, async (ctx, { params }) => {
    const at = { id: params.event_id, exceptionId: params.exception_id };
    await removeException(ctx, await permissionContextIn(ctx, params.guild_id), at);
    return noContent;
  }),

  handle(deleteScheduledEvent, async (ctx, { params }) => {
    await cancelEvent(ctx, await permissionContextIn(ctx, params.guild_id), params.event_id);
    return noContent;
  }),
];
