// Marks a simulated user as interested in a scheduled event, or as not interested.
// Source: product.md, Simulated users.
import { MissingAccess } from "@antechamber/contract";
import { respondToEventAsUser } from "@antechamber/contract/control";
import { EventResponse } from "@antechamber/contract/guilds";
import { ApiError } from "../../platform/api-error.ts";
import { handle, noContent, type Binding } from "../../platform/handler.ts";
import { requireOccurrence } from "../../domains/guilds/scheduled-events/exceptions.ts";
import { respondToEvent } from "../../domains/guilds/scheduled-events/subscribers.ts";
import { permissionContextOf } from "../../domains/guilds/operations.ts";
import { referencedGuild } from "../../domains/guilds/references.ts";
import {
  scheduledEventOf,
  scheduledEventsOf,
} from "../../domains/guilds/scheduled-events/operations.ts";
import { actingUser } from "../../domains/users/acting-user.ts";
import { onlyCandidate } from "../../domains/users/references.ts";

export const simulatedInterestHandlers: readonly Binding[] = [
  handle(respondToEventAsUser, async (ctx, { params, body }) => {
    const user = await actingUser(ctx, params.user);
    const { guild: named, event: text, exception, interested, remove } = body();
    const guild = await referencedGuild(ctx, { text: named, path: ["guild"] });
    const permissionContext = await permissionContextOf(ctx, guild.id, user.id);
    if (permissionContext === undefined) throw new ApiError(MissingAccess);
    const planned = await scheduledEventsOf(ctx, permissionContext);
    const matching = planned.filter(({ name }) => name === text);
    const found = onlyCandidate(matching, { text, path: ["event"] }, ({ id }) => id);
    const event = await scheduledEventOf(ctx, permissionContext, found?.id ?? text);
    if (exception !== undefined) requireOccurrence(event, exception);
    const { INTERESTED, UNINTERESTED } = EventResponse;
    const flags = interested === false ? UNINTERESTED : INTERESTED;
    const place = { guild_id: guild.id, event_id: event.id, user_id: user.id };
    const whole = { ...place, ...(exception === undefined ? {} : { exception_id: exception }) };
    await respondToEvent(ctx, whole, remove === true ? undefined : flags);
    return noContent;
  }),
];
