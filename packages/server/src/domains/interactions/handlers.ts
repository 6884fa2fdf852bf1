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
} from "@antechamber/contract";
import { handle, noContent, reply, type Binding } from "../../platform/handler.ts";
import { ownApplication } from "../applications/operations.ts";
import { messageView } from "../messages/message.ts";
import { activityInstance } from "./activity.ts";
import { acknowledge, callbackResponse } from "./answers.ts";
import { useApplication } from "./user-calls.ts";
import {
  answeredInteraction,
  changeOwnMessage,
  deleteOwnMessage,
  followUp,
  ORIGINAL,
  ownMessage,
} from "./webhook.ts";

/** Handlers of everything about interactions but the control plane's. */
export const interactionHandlers: readonly Binding[] = [
  handle(createInteraction, async (ctx, { body, files }) => {
    await useApplication(ctx, ctx.caller, { form: body(), files });
    return noContent;
  }),

  handle(answerInteraction, async (ctx, { params, query, body, files }) => {
    const done = await acknowledge(ctx, {
      id: params.interaction_id,
      token: params.interaction_token,
      form: body,
      files,
    });
    return query.with_response === true ? reply(200, callbackResponse(done)) : noContent;
  }),

  handle(getActivityInstance, async (ctx, { params }) => {
    const { id } = await ownApplication(ctx, ctx.caller, params.application_id);
    return reply(200, await activityInstance(ctx, id, params.instance_id));
  }),

  handle(getOriginalResponse, async (ctx, { params }) => {
    const answered = await answeredInteraction(ctx, params);
    return reply(200, messageView(await ownMessage(ctx, answered, ORIGINAL)));
  }),

  handle(editOriginalResponse, async (ctx, { params, body, files }) => {
    const answered = await answeredInteraction(ctx, params);
    const change = { name: ORIGINAL, form: body, files };
    return reply(200, messageView(await changeOwnMessage(ctx, answered, change)));
  }),

  handle(deleteOriginalResponse, async (ctx, { params }) => {
    const answered = await answeredInteraction(ctx, params);
    await deleteOwnMessage(ctx, answered, ORIGINAL);
    return noContent;
  }),

  handle(createFollowUp, async (ctx, { params, body, files }) => {
    const answered = await answeredInteraction(ctx, params);
    return reply(200, messageView(await followUp(ctx, answered, { form: body, files })));
  }),

  handle(getFollowUp, async (ctx, { params }) => {
    const answered = await answeredInteraction(ctx, params);
    return reply(200, messageView(await ownMessage(ctx, answered, params.message_id)));
  }),

  handle(editFollowUp, async (ctx, { params, body, files }) => {
    const answered = await answeredInteraction(ctx, params);
    const change = { name: params.message_id, form: body, files };
    return reply(200, messageView(await changeOwnMessage(ctx, answered, change)));
  }),

  handle(deleteFollowUp, async (ctx, { params }) => {
    const answered = await answeredInteraction(ctx, params);
    await deleteOwnMessage(ctx, answered, params.message_id);
    return noContent;
  }),
];
