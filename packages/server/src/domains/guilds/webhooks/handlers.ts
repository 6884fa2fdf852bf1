// Handlers that manage the webhooks of channels.
import {
  createWebhook,
  deleteWebhook,
  deleteWebhookByToken,
  editWebhook,
  editWebhookByToken,
  getWebhook,
  getWebhookByToken,
  listChannelWebhooks,
  listGuildWebhooks,
} from "@antechamber/contract/webhooks";
import type { WithCaller } from "../../../platform/context.ts";
import { handle, noContent, reply, type Binding } from "../../../platform/handler.ts";
import { callerUserId } from "../../users/operations.ts";
import { webhookView, type ChannelWebhookRecord } from "./channel-webhook.ts";
import {
  changeWebhook,
  createIncoming,
  deleteWebhookRecord,
  managedChannel,
  managedWebhook,
  requireMovable,
  webhookOfToken,
  webhooksOfChannel,
  webhooksOfGuild,
} from "./operations.ts";

function shown(ctx: WithCaller, all: readonly ChannelWebhookRecord[]) {
  const viewer = { userId: callerUserId(ctx.caller) };
  return Promise.all(all.map((webhook) => webhookView(ctx, webhook, viewer)));
}

async function shownOne(ctx: WithCaller, webhook: ChannelWebhookRecord) {
  return reply(200, await webhookView(ctx, webhook, { userId: callerUserId(ctx.caller) }));
}

export const webhookHandlers: readonly Binding[] = [
  handle(createWebhook, async (ctx, { params, body }) => {
    const channel = await managedChannel(ctx, ctx.caller, params.channel_id);
    return shownOne(ctx, await createIncoming(ctx, channel, body()));
  }),

  handle(listChannelWebhooks, async (ctx, { params }) => {
    const channel = await managedChannel(ctx, ctx.caller, params.channel_id);
    return reply(200, await shown(ctx, await webhooksOfChannel(ctx, channel.id)));
  }),

  handle(listGuildWebhooks, async (ctx, { params }) =>
    reply(200, await shown(ctx, await webhooksOfGuild(ctx, params.guild_id))),
  ),

  handle(getWebhook, async (ctx, { params }) =>
    shownOne(ctx, await managedWebhook(ctx, ctx.caller, { id: params.webhook_id, ownerMay: true })),
  ),

  handle(editWebhook, async (ctx, { params, body }) => {
    const webhook = await managedWebhook(ctx, ctx.caller, { id: params.webhook_id });
    const change = body();
    await requireMovable(ctx, webhook, change.channel_id);
    return shownOne(
      ctx,
      await changeWebhook(ctx, webhook, { change, userId: callerUserId(ctx.caller) }),
    );
  }),

  handle(deleteWebhook, async (ctx, { params }) => {
    const webhook = await managedWebhook(ctx, ctx.caller, { id: params.webhook_id });
    deleteWebhookRecord(ctx, webhook, callerUserId(ctx.caller));
    return noContent;
  }),

  handle(getWebhookByToken, async (ctx, { params }) => {
    const webhook = await webhookOfToken(ctx, params);
    return reply(200, await webhookView(ctx, webhook, { hasToken: true }));
  }),

  handle(
    editWebhookByToken,
    async (ctx, { params, body }) => {
      const webhook = await webhookOfToken(ctx, params);
      const changed = await changeWebhook(ctx, webhook, { change: body() });
      return reply(200, await webhookView(ctx, changed, { hasToken: true }));
    },
    webhookOfToken,
  ),

  handle(deleteWebhookByToken, async (ctx, { params }) => {
    deleteWebhookRecord(ctx, await webhookOfToken(ctx, params));
    return noContent;
  }),
];
