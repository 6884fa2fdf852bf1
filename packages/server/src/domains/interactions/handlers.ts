import {
  answerInteraction,
  createFollowUp,
  createInteraction,
  deleteFollowUp,
  deleteOriginalResponse,
  editFollowUp,
  editOriginalResponse,
  getActivityInstance,
  getFollowUp,
  getOriginalResponse,
} from "@antechamber/contract/interactions";
import type { ReadContext } from "../../platform/context.ts";
import { ApiError } from "../../platform/api-error.ts";
import { handle, handleAsync, noContent, reply, type Binding } from "../../platform/handler.ts";
import { ownApplication } from "../applications/operations.ts";
import { webhookAt, type WebhookPath } from "../guilds/webhooks/operations.ts";
import type { MessageRecord } from "../messages/message.ts";
import { deleteMessage } from "../messages/operations.ts";
import { viewerOfId, wholeViewer } from "../messages/readable.ts";
import { execute } from "../messages/webhooks/executing.ts";
import { changeMessageOfWebhook, messageOfWebhook } from "../messages/webhooks/own-messages.ts";
import { activityInstance } from "./activity.ts";
import { acknowledge, callbackResponse, interactionOfToken } from "./respond.ts";
import { storeRefusal } from "./failures.ts";
import { useApplication } from "./create-interaction.ts";
import {
  answeredInteraction,
  changeOwnMessage,
  deleteOwnMessage,
  followUp,
  ORIGINAL,
  ownMessage,
} from "./webhook.ts";

/** A message as shown to its application. */
async function replyWithMessage(
  ctx: ReadContext,
  { webhook_id }: { readonly webhook_id: string },
  message: MessageRecord,
) {
  return reply(200, await (await viewerOfId(ctx, webhook_id))(message));
}

/** A message as shown to the holder of a webhook's token, who has no reactions or votes. */
function shownToWebhook(ctx: ReadContext, message: MessageRecord) {
  return wholeViewer(ctx, undefined)(message);
}

/** The interaction's id and token from the path of a callback. */
function callOf(path: { readonly interaction_id: string; readonly interaction_token: string }) {
  return { id: path.interaction_id, token: path.interaction_token };
}

/** The query options of a call to a channel's webhook. */
function webhookOptions(query: {
  readonly thread_id?: string;
  readonly with_components?: boolean;
}) {
  return { threadId: query.thread_id, withComponents: query.with_components };
}

/** @throws InvalidWebhookToken, UnknownWebhook */
async function requireToken(ctx: ReadContext, params: WebhookPath): Promise<void> {
  if ((await webhookAt(ctx, params)) === undefined) await answeredInteraction(ctx, params);
}

/** The handlers of all interaction endpoints except those of the control plane. */
export const interactionHandlers: readonly Binding[] = [
  handle(createInteraction, async (ctx, { body, files }) => {
    await useApplication(ctx, ctx.caller, { payload: body(), files });
    return noContent;
  }),

  handleAsync(
    answerInteraction,
    async ({ work }, { params, query, body, files }) => {
      const call = callOf(params);
      try {
        return await work.transaction(async (ctx) => {
          const done = await acknowledge(ctx, { ...call, payload: body, files });
          if (query.with_response !== true) return noContent;
          const view = await viewerOfId(ctx, done.interaction.application_id);
          return reply(200, await callbackResponse(done, view));
        });
      } catch (error) {
        // The transaction was rolled back, so the reason is stored in another one, for the operator
        // who simulates the user.
        const refused = error instanceof ApiError ? error : undefined;
        if (refused !== undefined) {
          await work.transaction((ctx) => storeRefusal(ctx, call.token, refused));
        }
        throw error;
      }
    },
    (ctx, params) => interactionOfToken(ctx, callOf(params)),
  ),

  handle(getActivityInstance, async (ctx, { params }) => {
    const { id } = await ownApplication(ctx, ctx.caller, params.application_id);
    return reply(200, await activityInstance(ctx, id, params.instance_id));
  }),

  handle(getOriginalResponse, async (ctx, { params }) => {
    const answered = await answeredInteraction(ctx, params);
    return replyWithMessage(ctx, params, await ownMessage(ctx, answered, ORIGINAL));
  }),

  handle(
    editOriginalResponse,
    async (ctx, { params, body, files }) => {
      const answered = await answeredInteraction(ctx, params);
      const change = { name: ORIGINAL, payload: body, files };
      return replyWithMessage(ctx, params, await changeOwnMessage(ctx, answered, change));
    },
    answeredInteraction,
  ),

  handle(deleteOriginalResponse, async (ctx, { params }) => {
    const answered = await answeredInteraction(ctx, params);
    await deleteOwnMessage(ctx, answered, ORIGINAL);
    return noContent;
  }),

  handle(
    createFollowUp,
    async (ctx, { params, query, body, files }) => {
      const webhook = await webhookAt(ctx, params);
      if (webhook === undefined) {
        const answered = await answeredInteraction(ctx, params);
        return replyWithMessage(
          ctx,
          params,
          await followUp(ctx, answered, { payload: body, files }),
        );
      }
      const sent = await execute(ctx, webhook, {
        ...webhookOptions(query),
        payload: body(),
        files,
      });
      // A message with files is returned even without `wait`.
      const isShown = query.wait === true || files.length > 0;
      return isShown ? reply(200, await shownToWebhook(ctx, sent)) : noContent;
    },
    requireToken,
  ),

  handle(getFollowUp, async (ctx, { params, query }) => {
    const webhook = await webhookAt(ctx, params);
    if (webhook === undefined) {
      const answered = await answeredInteraction(ctx, params);
      return replyWithMessage(ctx, params, await ownMessage(ctx, answered, params.message_id));
    }
    const named = { id: params.message_id, ...webhookOptions(query) };
    return reply(200, await shownToWebhook(ctx, await messageOfWebhook(ctx, webhook, named)));
  }),

  handle(
    editFollowUp,
    async (ctx, { params, query, body, files }) => {
      const change = { name: params.message_id, payload: body, files };
      const webhook = await webhookAt(ctx, params);
      if (webhook === undefined) {
        const answered = await answeredInteraction(ctx, params);
        return replyWithMessage(ctx, params, await changeOwnMessage(ctx, answered, change));
      }
      const named = { id: params.message_id, ...webhookOptions(query), ...change };
      const changed = await changeMessageOfWebhook(ctx, webhook, named);
      return reply(200, await shownToWebhook(ctx, changed));
    },
    requireToken,
  ),

  handle(deleteFollowUp, async (ctx, { params, query }) => {
    const webhook = await webhookAt(ctx, params);
    if (webhook === undefined) {
      await deleteOwnMessage(ctx, await answeredInteraction(ctx, params), params.message_id);
      return noContent;
    }
    const named = { id: params.message_id, ...webhookOptions(query) };
    await deleteMessage(ctx, await messageOfWebhook(ctx, webhook, named));
    return noContent;
  }),
];
