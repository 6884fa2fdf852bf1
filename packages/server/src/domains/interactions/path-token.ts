// Tokens in paths, where they are the only credential: those of interactions and of webhooks.
import { snowflakeKey } from "@antechamber/contract/schema";
import type { ReadContext } from "../../platform/context.ts";
import { channelWebhooks, isTokenOf } from "../guilds/webhooks/channel-webhook.ts";
import { interactionWithToken } from "./interaction.ts";

/** A token from a path. */
export interface PathToken {
  readonly token: string;
  /** The id of the webhook, if the path names one. */
  readonly webhookId?: string;
}

/** The token in a path's parameters, or undefined. */
export function pathTokenIn(params: unknown): PathToken | undefined {
  const {
    interaction_token: ofInteraction,
    webhook_token: ofWebhook,
    webhook_id: webhookId = "",
  } = (params ?? {}) as Readonly<Record<string, string | undefined>>;
  if (ofWebhook !== undefined) return { token: ofWebhook, webhookId };
  return ofInteraction === undefined ? undefined : { token: ofInteraction };
}

/** True for a valid token of an interaction, or of the webhook that its path names. */
export async function isGoodPathToken(
  ctx: ReadContext,
  { token, webhookId }: PathToken,
): Promise<boolean> {
  const webhook =
    webhookId === undefined
      ? undefined
      : await ctx.tx.get(channelWebhooks, snowflakeKey(webhookId));
  if (webhook !== undefined) return isTokenOf(webhook, token);
  return (await interactionWithToken(ctx, token)) !== undefined;
}
