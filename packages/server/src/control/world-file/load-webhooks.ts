// The webhooks of a guild's channels.
import { WorldWebhook } from "@antechamber/contract/control";
import { WebhookType } from "@antechamber/contract/webhooks";
import type { Static } from "@antechamber/contract/schema";
import { definedFields } from "../../platform/defined-fields.ts";
import { keptSecret } from "../../platform/crypto.ts";
import { channelWebhooks } from "../../domains/guilds/webhooks/channel-webhook.ts";
import type { GuildBuilder } from "./guild-builder.ts";
import type { Place } from "./json-path.ts";
import { webhookToken } from "./secrets.ts";
import type { WorldBuilder } from "./world-builder.ts";

type WebhookEntry = Static<typeof WorldWebhook>;

/** Loads the webhooks of a guild. */
export function loadWebhooks(
  builder: WorldBuilder,
  guild: GuildBuilder,
  entries: readonly (WebhookEntry | undefined)[],
): void {
  for (const [i, entry] of entries.entries()) {
    const place = [...guild.place, "webhooks", i];
    if (entry !== undefined) loadWebhook(builder, guild, { entry, place });
  }
}

function loadWebhook(
  builder: WorldBuilder,
  guild: GuildBuilder,
  { entry, place }: { readonly entry: WebhookEntry; readonly place: Place },
): void {
  const inside = { channel: guild.channels };
  const found = builder.resolved(WorldWebhook, { entry, place }, inside);
  if (found.channel === undefined) return;
  const { name, avatar = null, user, followed_guild, followed_channel } = entry;
  if ((followed_guild === undefined) !== (followed_channel === undefined)) {
    builder.issue(place, "a webhook that follows names both followed_guild and followed_channel");
  }
  const id = builder.id("webhook", entry.id, [...place, "id"]);
  const common = {
    id,
    guild_id: guild.id,
    channel_id: found.channel,
    name,
    avatar,
    application_id: found.application ?? null,
    user_id: user ?? found.application ?? guild.ownerId,
  };
  if (followed_guild !== undefined && followed_channel !== undefined) {
    const followed = { guild_id: followed_guild, channel_id: followed_channel };
    return builder.put(channelWebhooks, {
      ...common,
      type: WebhookType.CHANNEL_FOLLOWER,
      followed,
    });
  }
  builder.put(channelWebhooks, {
    ...common,
    type: WebhookType.INCOMING,
    ...tokenOf(builder, entry, { id, place }),
  });
}

/** The token and its hash; of a token that is given hashed, the hash alone. */
function tokenOf(
  builder: WorldBuilder,
  { token }: WebhookEntry,
  { id, place }: { readonly id: string; readonly place: Place },
) {
  let plain = token ?? undefined;
  const tokenDigest = builder.secret(token, [...place, "token"], () => {
    plain = webhookToken(builder.means, id);
    return plain;
  });
  const isHashed = plain !== undefined && keptSecret(plain) === plain;
  return definedFields({ tokenDigest, secretToken: isHashed ? undefined : plain });
}
