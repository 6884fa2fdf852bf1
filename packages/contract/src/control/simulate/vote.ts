// Voting as a simulated user. Source: product.md, Simulated users.
import { control } from "../../auth.ts";
import { endpoint } from "../../endpoint.ts";
import { BotsNotAllowed, UnknownGuild, UnknownUser } from "../../error.ts";
import { limits } from "../../limits/limits.ts";
import { Message } from "../../resources/messages/messages.ts";
import { voteErrors } from "../../resources/messages/poll-votes.ts";
import { list, object, optional, Snowflake } from "../../schema/values.ts";
import { Reference } from "../world-file/kinds.ts";

export const voteAsUser = endpoint({
  id: "control.vote",
  source: "product.md, Simulated users",
  summary:
    "Vote in a poll as a simulated user. The given answers replace earlier ones; the reply is the message as the user then sees it.",
  plane: "control",
  method: "POST",
  path: "/users/{user}/vote",
  auth: [control],
  developmentOnly: true,
  body: object({
    channel: Reference,
    guild: optional(Reference),
    message: Snowflake,
    /** The answers, by id or text; an empty list removes the vote. */
    answers: list(Reference, { max: limits.pollAnswers.value }),
  }),
  replies: { 200: Message },
  errors: [...voteErrors, BotsNotAllowed, UnknownGuild, UnknownUser],
});
