// Messages of webhooks in Slack's format. Source: protocol: webhooks-and-applications 1.4.
import { open } from "../../auth.ts";
import { endpoint } from "../../endpoint.ts";
import { EmptyMessage, InvalidWebhookToken, UnknownChannel, UnknownWebhook } from "../../error.ts";
import { limits } from "../../limits/limits.ts";
import {
  Bool,
  double,
  list,
  nullable,
  object,
  optional,
  Snowflake,
  text,
  textOf,
} from "../../schema/values.ts";
import { NotATextChannel } from "../messages/message-errors.ts";
import { PageUrl } from "../messages/message-urls.ts";
import { ServiceInForum, WebhookName } from "./channel-webhooks.ts";

const title = optional(nullable(text({ max: 256 })));
const address = optional(nullable(PageUrl));

const SlackField = object({
  /** Slack calls it `title`. */
  name: title,
  title,
  value: optional(nullable(text({ max: 1024 }))),
  /** Slack calls it `short`. */
  inline: optional(nullable(Bool)),
  short: optional(nullable(Bool)),
});

const SlackAttachment = object({
  title,
  title_link: address,
  text: optional(nullable(text({ max: 3000 }))),
  /** `#36a64f`, `good`, `warning` or `danger`. */
  color: optional(nullable(text({ max: 32 }))),
  /** In Unix seconds. */
  ts: optional(nullable(double({ min: 0, max: 8_640_000_000_000 }))),
  pretext: optional(nullable(text({ max: 1000 }))),
  footer: optional(nullable(text({ max: 2048 }))),
  footer_icon: address,
  author_name: title,
  author_link: address,
  author_icon: address,
  image_url: address,
  thumb_url: address,
  fields: optional(nullable(list(SlackField, { max: 25 }))),
});

/** A message in Slack's format. */
export const SlackDraft = object({
  text: optional(nullable(text({ max: limits.messageContent.value }))),
  username: optional(nullable(WebhookName)),
  icon_url: address,
  attachments: optional(nullable(list(SlackAttachment, { max: limits.messageEmbeds.value }))),
});

export const CompatibleQuery = object({ wait: optional(Bool), thread_id: optional(Snowflake) });

export const compatibleErrors = [
  EmptyMessage,
  InvalidWebhookToken,
  NotATextChannel,
  ServiceInForum,
  UnknownChannel,
  UnknownWebhook,
] as const;

export const executeSlackWebhook = endpoint({
  id: "webhooks.slack",
  source: "protocol: webhooks-and-applications 1.4",
  summary: "Execute a webhook with a message in Slack's format; the reply is `ok`.",
  method: "POST",
  path: "/webhooks/{webhook_id}/{webhook_token}/slack",
  auth: [open],
  outsideGlobalLimit: true,
  query: CompatibleQuery,
  multipart: true,
  payloadField: "payload",
  fileFields: [],
  body: SlackDraft,
  replies: { 200: textOf("text/html") },
  errors: compatibleErrors,
});
