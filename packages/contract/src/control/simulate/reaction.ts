// Reacting to a message as a simulated user. Source: product.md, Simulated users.
import { control } from "../../auth.ts";
import { endpoint } from "../../endpoint.ts";
import { BotsNotAllowed, UnknownGuild, UnknownUser } from "../../error.ts";
import { Message } from "../../resources/messages/messages.ts";
import { reactErrors } from "../../resources/messages/reactions.ts";
import { Bool, object, optional, Snowflake, text } from "../../schema/values.ts";
import { Reference } from "../world-file/kinds.ts";

export const reactAsUser = endpoint({
  id: "control.react",
  source: "product.md, Simulated users",
  summary:
    "Add a reaction to a message as a simulated user, or with `remove` remove it; the reply is the message as the user then sees it.",
  plane: "control",
  method: "POST",
  path: "/users/{user}/react",
  auth: [control],
  developmentOnly: true,
  body: object({
    channel: Reference,
    guild: optional(Reference),
    message: Snowflake,
    /** A Unicode emoji, `name:id`, or the name of an emoji of the channel's guild. */
    emoji: text({ min: 1, max: 100 }),
    /** Makes it a super reaction. */
    burst: optional(Bool),
    remove: optional(Bool),
  }),
  replies: { 200: Message },
  errors: [...reactErrors, BotsNotAllowed, UnknownGuild, UnknownUser],
});
