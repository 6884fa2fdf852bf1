// The subscribers of scheduled events. Source: protocol: expressions-and-events 3.3.
import {
  EventResponse,
  GuildScheduledEventUserAdd,
  GuildScheduledEventUserRemove,
  type ScheduledEventUser,
} from "@antechamber/contract/guilds";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import { users, userView } from "../../users/user.ts";
import { eventScope } from "../events.ts";
import { memberView } from "../guild.ts";
import { memberOf } from "../operations.ts";
import {
  eventSubscriptions,
  scheduledEvents,
  subscriptionsTo,
  type EventSubscription,
} from "./scheduled-event.ts";

/** The page and options of a list of subscribers. */
export interface SubscriberPage {
  readonly limit?: number | undefined;
  readonly with_member?: boolean | undefined;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

const PAGE = 100;

/** One page of subscribers. */
export async function subscribersOf(
  ctx: ReadContext,
  { eventId, exceptionId }: { readonly eventId: string; readonly exceptionId?: string },
  { limit = PAGE, with_member: withMember, before, after }: SubscriberPage,
): Promise<Static<typeof ScheduledEventUser>[]> {
  const all = await subscriptionsTo(ctx, eventId, exceptionId);
  const isBefore = (id: string) => snowflakeKey(id) < snowflakeKey(before ?? "");
  const isAfter = (id: string) => snowflakeKey(id) > snowflakeKey(after ?? "0");
  const page =
    before === undefined
      ? all.filter(({ user_id }) => isAfter(user_id)).slice(0, limit)
      : all.filter(({ user_id }) => isBefore(user_id)).slice(-limit);
  return Promise.all(page.map((each) => viewOf(ctx, each, withMember === true)));
}

async function viewOf(
  ctx: ReadContext,
  { event_id, exception_id, user_id, guild_id, response }: EventSubscription,
  withMember: boolean,
): Promise<Static<typeof ScheduledEventUser>> {
  const user = await ctx.tx.get(users, snowflakeKey(user_id));
  const member = withMember ? await memberOf(ctx, guild_id, user_id) : undefined;
  return {
    guild_scheduled_event_id: event_id,
    guild_scheduled_event_exception_id: exception_id ?? null,
    user_id,
    response,
    ...(user === undefined ? {} : { user: userView(user) }),
    ...(user === undefined || member === undefined ? {} : { member: memberView(member, user) }),
  };
}

/** Stores a user's response to an event; undefined removes it. */
export async function respondToEvent(
  ctx: Context,
  place: Omit<EventSubscription, "response">,
  response: EventSubscription["response"] | undefined,
): Promise<void> {
  const { event_id, exception_id, user_id, guild_id } = place;
  const key = eventSubscriptions.key({ ...place, response: EventResponse.INTERESTED });
  const before = await ctx.tx.get(eventSubscriptions, key);
  if (before?.response === response) return;
  const payload = {
    guild_scheduled_event_id: event_id,
    ...definedFields({ guild_scheduled_event_exception_id: exception_id }),
    user_id,
    guild_id,
    response: response ?? before?.response ?? EventResponse.INTERESTED,
  };
  const event = await ctx.tx.get(scheduledEvents, snowflakeKey(event_id));
  const scope = await eventScope(ctx, { guild_id, channel_id: event?.channel_id ?? null });
  if (response === undefined) {
    ctx.tx.delete(eventSubscriptions, key);
    return ctx.emit(GuildScheduledEventUserRemove, scope, payload);
  }
  ctx.tx.put(eventSubscriptions, { ...place, response });
  ctx.emit(GuildScheduledEventUserAdd, scope, payload);
}

/** Moves the subscriptions of one user to another, and emits the events of both users. */
export async function giveEventInterest(
  ctx: Context,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  for (const { response, ...place } of await ctx.tx.find(eventSubscriptions, {
    index: "user",
    value: from,
  })) {
    const taken = { ...place, user_id: to };
    const existing = await ctx.tx.get(
      eventSubscriptions,
      eventSubscriptions.key({ ...taken, response }),
    );
    await respondToEvent(ctx, place, undefined);
    if (existing === undefined) await respondToEvent(ctx, taken, response);
  }
}
