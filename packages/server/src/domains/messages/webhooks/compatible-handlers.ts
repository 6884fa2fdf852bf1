// Webhook messages in the formats of other services.
// Source: protocol: webhooks-and-applications 1.4, 1.5.
import { Embeds } from "@antechamber/contract/messages";
import { object, optional, parserOf } from "@antechamber/contract/schema";
import {
  executeGithubWebhook,
  executeSlackWebhook,
  ServiceInForum,
} from "@antechamber/contract/webhooks";
import { ApiError, parsedValue } from "../../../platform/api-error.ts";
import type { ReadContext } from "../../../platform/context.ts";
import { handle, noContent, reply, type Binding } from "../../../platform/handler.ts";
import { webhookOfToken } from "../../guilds/webhooks/operations.ts";
import { holdsPosts } from "../../guilds/channel-defaults.ts";
import { channelOfWebhook, execute } from "./executing.ts";
import { githubEmbed } from "./github.ts";
import { fromSlack } from "./slack.ts";

/** Embeds that were converted from another format must satisfy the same rules as native ones. */
const readEmbeds = parserOf(object({ embeds: optional(Embeds) }));

/**
 * A webhook that accepts other formats: not that of a forum, even if the call names a post.
 *
 * @throws UnknownWebhook, InvalidWebhookToken, ServiceInForum
 */
async function serviceWebhook(ctx: ReadContext, params: Parameters<typeof webhookOfToken>[1]) {
  const webhook = await webhookOfToken(ctx, params);
  if (holdsPosts(await channelOfWebhook(ctx, webhook))) throw new ApiError(ServiceInForum);
  return webhook;
}

export const compatibleWebhookHandlers: readonly Binding[] = [
  handle(
    executeSlackWebhook,
    async (ctx, { params, query, body }) => {
      const webhook = await serviceWebhook(ctx, params);
      const payload = fromSlack(body());
      const read = parsedValue(readEmbeds({ embeds: payload.embeds }));
      const executed = { payload: { ...payload, ...read }, files: [], threadId: query.thread_id };
      await execute(ctx, webhook, executed);
      return reply(200, "ok");
    },
    webhookOfToken,
  ),

  handle(
    executeGithubWebhook,
    async (ctx, { params, query, body, githubEvent = "" }) => {
      const webhook = await serviceWebhook(ctx, params);
      const embed = githubEmbed(githubEvent, body());
      if (embed === undefined) return noContent;
      const payload = { username: "GitHub", embeds: [embed] };
      await execute(ctx, webhook, { payload, files: [], threadId: query.thread_id });
      return noContent;
    },
    webhookOfToken,
  ),
];
