// The webhook that a consent to `webhook.incoming` creates. Source: protocol: gateway-oauth-limits
// 5.2, 5.4; webhooks-and-applications 1.6.
import { holds } from "@antechamber/contract";
import { snowflakeKey } from "@antechamber/contract/schema";
import { WebhookType } from "@antechamber/contract/webhooks";
import { invalidForm } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import type { ApplicationRecord } from "../applications/application.ts";
import { WEBHOOK_SCOPE } from "../applications/scopes.ts";
import { channels, type ChannelRecord, type GuildRecord } from "../guilds/guild.ts";
import { channelsOf, guildsOf, permissionsIn } from "../guilds/operations.ts";
import { channelWebhooks, tokenFields, webhookView } from "../guilds/webhooks/channel-webhook.ts";
import {
  addWebhook,
  holdsWebhooks,
  managedChannel,
  newWebhookToken,
} from "../guilds/webhooks/operations.ts";
import type { UserRecord } from "../users/user.ts";

/** A channel that a person may add a webhook to. */
export interface ChannelChoice {
  readonly channel: ChannelRecord;
  readonly guild: GuildRecord;
}

/** The channels that a person may add webhooks to, grouped by guild. */
export async function channelChoices(
  ctx: ReadContext,
  person: UserRecord,
): Promise<readonly ChannelChoice[]> {
  const choices: ChannelChoice[] = [];
  for (const { guild } of await guildsOf(ctx, person.id)) {
    for (const channel of await channelsOf(ctx, guild.id)) {
      if (!holdsWebhooks(channel)) continue;
      const permissions = await permissionsIn(ctx, channel, person.id);
      if (holds(permissions, "VIEW_CHANNEL", "MANAGE_WEBHOOKS")) choices.push({ channel, guild });
    }
  }
  return choices;
}

interface Agreed {
  readonly application: ApplicationRecord;
  readonly scopes: readonly string[];
  /** The channel that the person chose or that the request names. */
  readonly channelId: string | undefined;
}

/**
 * Creates the application's webhook, if the person agreed to one.
 *
 * @returns the webhook's id
 * @throws InvalidForm without a channel, UnknownChannel, MissingAccess, MissingPermissions,
 *   WrongChannelType, TooManyWebhooks, TooManyGuildWebhooks
 */
export async function giveWebhook(
  ctx: Context,
  person: UserRecord,
  { application, scopes, channelId }: Agreed,
): Promise<string | undefined> {
  if (!scopes.includes(WEBHOOK_SCOPE)) return undefined;
  if (channelId === undefined) {
    const message = "This field is required";
    throw invalidForm({ path: ["webhook_channel_id"], code: "BASE_TYPE_REQUIRED", message });
  }
  const channel = await managedChannel(ctx, { kind: "user", user_id: person.id }, channelId);
  const webhook = await addWebhook(ctx, channel, {
    type: WebhookType.INCOMING,
    name: application.name,
    avatar: application.icon,
    application_id: application.id,
    user_id: person.id,
    ...tokenFields(newWebhookToken(ctx)),
  });
  return webhook.id;
}

/** The webhook in a token response; nothing when it has been deleted. */
export async function webhookPart(
  ctx: ReadContext,
  { webhook_id: id }: { readonly webhook_id?: string },
) {
  const webhook =
    id === undefined ? undefined : await ctx.tx.get(channelWebhooks, snowflakeKey(id));
  const channel = webhook && (await ctx.tx.get(channels, snowflakeKey(webhook.channel_id)));
  if (webhook === undefined || channel === undefined) return {};
  return { webhook: await webhookView(ctx, webhook, { hasToken: true }) };
}
