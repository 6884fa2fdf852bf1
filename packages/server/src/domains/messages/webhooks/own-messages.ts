// Reading, editing and deleting a webhook's messages with its token.
// Source: protocol: webhooks-and-applications 1.3.
import { UnknownMessage, type UploadedFile } from "@antechamber/contract";
import { PollNotEditable, type MessageChangeForm } from "@antechamber/contract/messages";
import { ApiError } from "../../../platform/api-error.ts";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import type { ChannelWebhookRecord } from "../../guilds/webhooks/channel-webhook.ts";
import { changedBody } from "../body.ts";
import { requireOwnSkus } from "../components/premium-buttons.ts";
import { allowedInWebhooks, changesText } from "../mentions.ts";
import type { MessageRecord } from "../message.ts";
import { editMessage, messageOf } from "../operations.ts";
import { componentsFor } from "./components.ts";
import { threadOf, type Execution } from "./executing.ts";

/** The message that a call names. */
export interface NamedMessage extends Execution {
  readonly id: string;
}

/** A message that the webhook sent. @throws UnknownMessage, UnknownChannel */
export async function messageOfWebhook(
  ctx: ReadContext,
  webhook: ChannelWebhookRecord,
  { id, threadId }: NamedMessage,
): Promise<MessageRecord> {
  const channelId =
    threadId === undefined ? webhook.channel_id : (await threadOf(ctx, webhook, threadId)).id;
  const message = await messageOf(ctx, channelId, id);
  if (message?.webhook_id !== webhook.id) throw new ApiError(UnknownMessage);
  return message;
}

/**
 * Changes a message of the webhook.
 *
 * @throws UnknownMessage, UnknownChannel, InvalidForm, EmptyMessage, PollNotEditable
 */
export async function changeMessageOfWebhook(
  ctx: Context,
  webhook: ChannelWebhookRecord,
  change: NamedMessage & {
    readonly payload: () => MessageChangeForm;
    readonly files: readonly UploadedFile[];
  },
): Promise<MessageRecord> {
  const message = await messageOfWebhook(ctx, webhook, change);
  const { components: drafts, ...rest } = change.payload();
  if (message.poll !== undefined) throw new ApiError(PollNotEditable);
  const isRequested = change.withComponents === true;
  const components = drafts === null ? null : componentsFor(webhook, drafts, isRequested);
  const payload: MessageChangeForm = { ...rest, ...definedFields({ components }) };
  const body = changedBody(message, { payload, files: change.files }, []);
  if (webhook.application_id !== null) {
    await requireOwnSkus(ctx, webhook.application_id, { components: components ?? [], at: [] });
  }
  const allowed = allowedInWebhooks(payload.allowed_mentions);
  const rights = changesText(payload, body) ? { allowed, everyone: true } : undefined;
  return editMessage(ctx, message, { body, rights, edited: true });
}
