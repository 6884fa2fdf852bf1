// Voting in polls, and ending them. Source: machine specification; what first-party clients call is
// assumed.
import { bot, signedIn } from "../../auth.ts";
import { endpoint, none } from "../../endpoint.ts";
import { MissingAccess, UnknownChannel, UnknownMessage } from "../../error.ts";
import { event } from "../../event.ts";
import { limits } from "../../limits/limits.ts";
import { integer, list, object, optional, Snowflake } from "../../schema/values.ts";
import { error } from "../../transport-errors.ts";
import { User } from "../users/users.ts";
import { NotTheAuthor } from "./message-errors.ts";
import { Message } from "./messages.ts";

const codes = "assumed: the reference's documented code; the HTTP status is not public";

export const PollExpired = error({
  name: "PollExpired",
  status: 400,
  code: 520001,
  message: "Poll expired",
  source: codes,
});
export const NotAPoll = error({
  name: "NotAPoll",
  status: 400,
  code: 520006,
  message: "Cannot expire a non-poll message",
  source: codes,
});

const source = "machine specification";
const errors = [MissingAccess, UnknownChannel, UnknownMessage] as const;

/** The most users in one reply. Source: machine specification. */
const VOTERS_MAX = 100;

export const listAnswerVoters = endpoint({
  id: "channels.pollVoters",
  source,
  summary: "List the users who voted for an answer of a poll, in order of user id.",
  method: "GET",
  path: "/channels/{channel_id}/polls/{message_id}/answers/{answer_id}",
  auth: [bot, signedIn],
  query: object({
    after: optional(Snowflake),
    limit: optional(integer({ min: 1, max: VOTERS_MAX })),
  }),
  replies: { 200: object({ users: list(User) }) },
  errors,
});

export const expirePoll = endpoint({
  id: "channels.expirePoll",
  source,
  summary: "End one's own poll immediately; returns its message.",
  method: "POST",
  path: "/channels/{channel_id}/polls/{message_id}/expire",
  auth: [bot, signedIn],
  replies: { 200: Message },
  errors: [...errors, NotAPoll, NotTheAuthor, PollExpired],
});

export const voteErrors = [...errors, PollExpired] as const;

export const voteInPoll = endpoint({
  id: "channels.vote",
  source: "assumed: as people's clients vote, which bots cannot",
  summary: "Vote in a poll; the answers replace earlier ones, and an empty list removes the vote.",
  method: "PUT",
  path: "/channels/{channel_id}/polls/{message_id}/answers/@me",
  auth: [signedIn],
  body: object({ answer_ids: list(integer({ min: 1 }), { max: limits.pollAnswers.value }) }),
  replies: { 204: none },
  errors: voteErrors,
});

const vote = {
  source: "machine specification; protocol: gateway-oauth-limits 4.5",
  scope: "channel",
  isInside: true,
  intent: { guild: "GUILD_MESSAGE_POLLS", dm: "DIRECT_MESSAGE_POLLS" },
  payload: object({
    user_id: Snowflake,
    channel_id: Snowflake,
    message_id: Snowflake,
    guild_id: optional(Snowflake),
    answer_id: integer(),
  }),
} as const;

export const MessagePollVoteAdd = event({
  ...vote,
  name: "MESSAGE_POLL_VOTE_ADD",
  summary: "A user voted for an answer of a poll.",
});

export const MessagePollVoteRemove = event({
  ...vote,
  name: "MESSAGE_POLL_VOTE_REMOVE",
  summary: "A user removed their vote for an answer of a poll.",
});
