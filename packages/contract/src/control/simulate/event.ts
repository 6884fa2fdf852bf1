// Subscribing to a scheduled event as a simulated user. Source: product.md, Simulated users.
import { control } from "../../auth.ts";
import { endpoint, none } from "../../endpoint.ts";
import { BotsNotAllowed, MissingAccess, UnknownGuild, UnknownUser } from "../../error.ts";
import { UnknownScheduledEvent } from "../../resources/guilds/scheduled-events.ts";
import { Bool, object, optional, Snowflake, text } from "../../schema/values.ts";
import { Reference } from "../world-file/kinds.ts";

export const respondToEventAsUser = endpoint({
  id: "control.respondToEvent",
  source: "product.md, Simulated users",
  summary:
    "Subscribe a simulated user to a scheduled event or one occurrence of it, or with `interested: false` mark them as not interested; `remove` removes either.",
  plane: "control",
  method: "POST",
  path: "/users/{user}/interest",
  auth: [control],
  developmentOnly: true,
  body: object({
    guild: Reference,
    /** The id or the name of one of the guild's scheduled events. */
    event: text({ min: 1, max: 100 }),
    /** The id of one occurrence of the event. */
    exception: optional(Snowflake),
    interested: optional(Bool),
    remove: optional(Bool),
  }),
  replies: { 204: none },
  errors: [BotsNotAllowed, MissingAccess, UnknownGuild, UnknownScheduledEvent, UnknownUser],
});
