// The routes that need only a token in the path: an interaction's after its first response, or a
// channel webhook's own. Source: protocol: commands-and-interactions 6.4, webhooks-and-applications
// 1.3.
import { open } from "../../auth.ts";
import { endpoint, none, rateLimit } from "../../endpoint.ts";
import {
  EmptyMessage,
  InvalidWebhookToken,
  TooManyFollowUps,
  UnknownChannel,
  UnknownMessage,
  UnknownWebhook,
} from "../../error.ts";
import { limits } from "../../limits/limits.ts";
import { Bool, object, optional, Snowflake } from "../../schema/values.ts";
import { TagRequired, TooManyActiveThreads, UnknownTag } from "../channels/thread-errors.ts";
import { MessageBlocked } from "../guilds/auto-moderation.ts";
import { MessageChange } from "../messages/message-draft.ts";
import {
  NotATextChannel,
  PollNotEditable,
  voiceMessageErrors,
  TooManyAttachments,
  VoiceMessageNotEditable,
} from "../messages/message-errors.ts";
import { Message } from "../messages/messages.ts";
import {
  ThreadAndThreadName,
  ThreadNameOutsideForum,
  ThreadNeeded,
  WebhookDraft,
} from "../webhooks/channel-webhooks.ts";

const perWebhook = rateLimit("interaction-webhook", limits.followUps, "webhook");

/** What all of these routes share. */
const byToken = {
  source: "protocol: commands-and-interactions 6.4",
  auth: [open],
  outsideGlobalLimit: true,
  limit: perWebhook,
} as const;

const original = "/webhooks/{webhook_id}/{webhook_token}/messages/@original";
const message = "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}";

/** Parameters for channel webhooks; with an interaction's token they have no effect. */
const Query = object({ thread_id: optional(Snowflake), with_components: optional(Bool) });

const tokenErrors = [InvalidWebhookToken, UnknownWebhook] as const;
const messageErrors = [...tokenErrors, UnknownChannel, UnknownMessage] as const;
const editErrors = [
  ...messageErrors,
  EmptyMessage,
  MessageBlocked,
  PollNotEditable,
  TooManyAttachments,
  VoiceMessageNotEditable,
] as const;

export const getOriginalResponse = endpoint({
  id: "webhooks.getOriginal",
  summary: "Get the original response to an interaction.",
  method: "GET",
  path: original,
  ...byToken,
  query: Query,
  replies: { 200: Message },
  errors: messageErrors,
});

export const editOriginalResponse = endpoint({
  id: "webhooks.editOriginal",
  summary: "Update the original response to an interaction, or send it after a deferred response.",
  method: "PATCH",
  path: original,
  ...byToken,
  multipart: true,
  query: Query,
  body: MessageChange,
  replies: { 200: Message },
  errors: editErrors,
});

export const deleteOriginalResponse = endpoint({
  id: "webhooks.deleteOriginal",
  summary: "Delete the original response to an interaction.",
  method: "DELETE",
  path: original,
  ...byToken,
  query: Query,
  replies: { 204: none },
  errors: messageErrors,
});

export const createFollowUp = endpoint({
  id: "webhooks.followUp",
  summary:
    "Execute a webhook, or send a followup message to an interaction; the first after a deferred response becomes that response.",
  method: "POST",
  path: "/webhooks/{webhook_id}/{webhook_token}",
  ...byToken,
  multipart: true,
  query: object({ ...Query.properties, wait: optional(Bool) }),
  body: WebhookDraft,
  replies: { 200: Message, 204: none },
  errors: [
    ...tokenErrors,
    EmptyMessage,
    MessageBlocked,
    NotATextChannel,
    TagRequired,
    ThreadAndThreadName,
    ThreadNameOutsideForum,
    ThreadNeeded,
    TooManyActiveThreads,
    TooManyFollowUps,
    UnknownChannel,
    UnknownTag,
    ...voiceMessageErrors,
  ],
});

export const getFollowUp = endpoint({
  id: "webhooks.getMessage",
  summary: "Get a message that was sent with the token of a webhook or an interaction.",
  method: "GET",
  path: message,
  ...byToken,
  query: Query,
  replies: { 200: Message },
  errors: messageErrors,
});

export const editFollowUp = endpoint({
  id: "webhooks.editMessage",
  summary: "Update a message that was sent with the token of a webhook or an interaction.",
  method: "PATCH",
  path: message,
  ...byToken,
  multipart: true,
  query: Query,
  body: MessageChange,
  replies: { 200: Message },
  errors: editErrors,
});

export const deleteFollowUp = endpoint({
  id: "webhooks.deleteMessage",
  summary: "Delete a message that was sent with the token of a webhook or an interaction.",
  method: "DELETE",
  path: message,
  ...byToken,
  query: Query,
  replies: { 204: none },
  errors: messageErrors,
});
