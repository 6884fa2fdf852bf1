// Webhooks of a guild's channels.
import { WorldWebhook } from "@antechamber/contract/control";
import { WebhookType } from "@antechamber/contract/webhooks";
import type { Static } from "@antechamber/contract/schema";
import { definedFields } from "../../../platform/defined-fields.ts";
import { storedSecret } from "../../../platform/crypto.ts";
import {
  channelWebhooks,
  type ChannelWebhookRecord,
} from "../../../domains/guilds/webhooks/channel-webhook.ts";
import { checkEachDerived, namedBy } from "../derived-fields.ts";
import type { GuildBuilder } from "../guild-builder.ts";
import type { Place } from "../json-path.ts";
import { personId } from "../people.ts";
import { webhookToken } from "../secrets.ts";
import type { WorldBuilder } from "../world-builder.ts";
import { forEachEntry, type PlacedEntry } from "./placed-entries.ts";

type WebhookEntry = Static<typeof WorldWebhook>;

/** Loads the webhooks of a guild. */
export function loadWebhooks(
  builder: WorldBuilder,
  guild: GuildBuilder,
  entries: readonly (WebhookEntry | undefined)[],
): void {
  forEachEntry(entries, [...guild.place, "webhooks"], (at) => loadWebhook(builder, guild, at));
}

function loadWebhook(
  builder: WorldBuilder,
  guild: GuildBuilder,
  { entry, place }: PlacedEntry<WebhookEntry>,
): void {
  const inside = { channel: guild.channels };
  const found = builder.resolved(WorldWebhook, { entry, place }, inside);
  const channel_id = namedBy(builder, [...place, "channel_id"], {
    own: found.channel,
    shown: found.channel_id,
  });
  if (channel_id === undefined) return;
  const application_id = namedBy(builder, [...place, "application_id"], {
    own: found.application,
    shown: found.application_id,
  });
  const { name, avatar = null, user } = entry;
  const followed = followedBy(builder, { entry, place });
  const type = followed === undefined ? WebhookType.INCOMING : WebhookType.CHANNEL_FOLLOWER;
  checkEachDerived(builder, { given: found, place }, { guild_id: guild.id, type });
  const id = builder.id("webhook", entry.id, [...place, "id"]);
  const common = {
    id,
    guild_id: guild.id,
    channel_id,
    name,
    avatar,
    application_id: application_id ?? null,
    user_id: personId(user) ?? application_id ?? guild.ownerId,
  };
  if (followed !== undefined) builder.put(channelWebhooks, { ...common, type, followed });
  else {
    const token = tokenOf(builder, entry, { id, place });
    checkAddress(builder, { entry, place }, { id, digest: token.tokenDigest });
    builder.put(channelWebhooks, { ...common, type, ...token });
  }
}

/** The channel that a webhook follows, under the keys of world files or as the API shows it. */
function followedBy(
  builder: WorldBuilder,
  { entry, place }: PlacedEntry<WebhookEntry>,
): ChannelWebhookRecord["followed"] {
  const [guild_id, channel_id] = (["guild", "channel"] as const).map((kind) => {
    const source = [...place, `source_${kind}`, "id"];
    return namedBy(builder, source, {
      own: entry[`followed_${kind}`],
      shown: entry[`source_${kind}`]?.id,
    });
  });
  if (guild_id !== undefined && channel_id !== undefined) return { guild_id, channel_id };
  if (guild_id !== channel_id) {
    builder.issue(place, "a webhook that follows names both followed_guild and followed_channel");
  }
  return undefined;
}

/** Checks the end of a webhook's execution URL, on whatever host; its token is stored hashed. */
function checkAddress(
  builder: WorldBuilder,
  { entry: { url }, place }: PlacedEntry<WebhookEntry>,
  { id, digest }: { readonly id: string; readonly digest: string | undefined },
): void {
  if (url === undefined) return;
  const path = [...place, "url"];
  const head = `/webhooks/${id}/`;
  const at = url.indexOf(head);
  const token = at === -1 ? url : url.slice(at + head.length);
  if (storedSecret(token) === digest) builder.secrets.push({ place: path, digest });
  else
    builder.issue(path, `this follows from other fields, and must end with ${head} and the token`);
}

/** The token and its hash; for a token that is given hashed, only the hash. */
function tokenOf(
  builder: WorldBuilder,
  { token }: WebhookEntry,
  { id, place }: { readonly id: string; readonly place: Place },
) {
  let plain = token ?? undefined;
  const tokenDigest = builder.secret(token, [...place, "token"], () => {
    plain = webhookToken(builder.deps, id);
    return plain;
  });
  const isHashed = plain !== undefined && storedSecret(plain) === plain;
  return definedFields({ tokenDigest, secretToken: isHashed ? undefined : plain });
}
