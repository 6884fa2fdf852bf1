// Checks that the ids, names and secrets of an entity that is added or changed are not taken in the
// store.
import { snowflakeKey, type ValidationIssue } from "@antechamber/contract/schema";
import { applicationEmojis } from "../../domains/applications/application-emojis.ts";
import { applications } from "../../domains/applications/application.ts";
import { guildInstalls, userInstalls } from "../../domains/applications/installs.ts";
import { teams } from "../../domains/applications/teams.ts";
import { accessTokens } from "../../domains/applications/tokens.ts";
import { stageInstances } from "../../domains/channels/stages/stage.ts";
import { commands } from "../../domains/commands/command.ts";
import { entitlements } from "../../domains/entitlements/entitlement.ts";
import { skus } from "../../domains/entitlements/sku.ts";
import { subscriptions } from "../../domains/entitlements/subscription.ts";
import { templates } from "../../domains/guild-settings/templates/template.ts";
import { autoModerationRules } from "../../domains/guilds/auto-moderation/rule.ts";
import { emojiImages, emojisOf } from "../../domains/guilds/emojis.ts";
import { channels, guilds, members, roles } from "../../domains/guilds/guild.ts";
import { joinRequests } from "../../domains/guilds/join-requests/join-request.ts";
import { guildIdsOf } from "../../domains/guilds/operations.ts";
import { scheduledEvents } from "../../domains/guilds/scheduled-events/scheduled-event.ts";
import { guildSounds } from "../../domains/guilds/soundboard/sound.ts";
import { stickerOrigins } from "../../domains/guilds/stickers/sticker.ts";
import { voiceStates } from "../../domains/guilds/voice/voice-state.ts";
import { channelWebhooks } from "../../domains/guilds/webhooks/channel-webhook.ts";
import { invites } from "../../domains/invites/invite.ts";
import { vanityUrls } from "../../domains/invites/vanity-url.ts";
import { refreshTokens } from "../../domains/oauth/oauth.ts";
import { users } from "../../domains/users/user.ts";
import { compoundKey } from "../../platform/records/compound-keys.ts";
import type { ReadContext } from "../../platform/context.ts";
import type { AnyTable, Table } from "../../platform/store.ts";
import type { LocalKind, WorldwideKind } from "../world-file/claim-kinds.ts";
import type { Claim } from "../world-file/world-builder.ts";

/** The record that a change replaces; it may keep its own values. */
export interface ReplacedRecord {
  readonly table: AnyTable;
  readonly key: string;
}

interface Search {
  readonly ctx: ReadContext;
  readonly replaced: readonly ReplacedRecord[];
}

/** Returns those of the values that records of the store have, except the replaced records. */
type FindClaimed = (search: Search, values: readonly string[]) => Promise<ReadonlySet<string>>;

/** An issue for each value that is taken in the store, at most one at each path. */
export async function takenIssues(
  search: Search,
  claims: readonly Claim[],
): Promise<ValidationIssue[]> {
  const issues = new Map<string, ValidationIssue>();
  for (const [kind, own] of Map.groupBy(claims, (claim) => claim.kind)) {
    const taken = await searches[kind]?.(
      search,
      own.map(({ value }) => value),
    );
    for (const { path, value, message } of own) {
      const place = path.join(".");
      if (taken?.has(value) !== true || issues.has(place)) continue;
      issues.set(place, { path, code: "ENTITY_TAKEN", message });
    }
  }
  return [...issues.values()];
}

function isReplaced(replaced: readonly ReplacedRecord[], record: ReplacedRecord): boolean {
  return replaced.some(({ table, key }) => table.name === record.table.name && key === record.key);
}

/** Returns the entity that a record is part of; by default the record itself. */
type OwnerOf<R> = (record: R) => ReplacedRecord;

/** Searches for the records that have a value. */
function searchTable<R extends object>(
  table: Table<R>,
  find: (ctx: ReadContext, value: string) => Promise<readonly (R | undefined)[]>,
  ownerOf: OwnerOf<R> = (record) => ({ table, key: table.key(record) }),
): FindClaimed {
  return async ({ ctx, replaced }, values) => {
    const taken = new Set<string>();
    for (const value of values) {
      const records = (await find(ctx, value)).filter((each) => each !== undefined);
      if (records.some((each) => !isReplaced(replaced, ownerOf(each)))) taken.add(value);
    }
    return taken;
  };
}

/** Looks up the record whose key is derived from a value. */
function searchByKey<R extends object>(
  table: Table<R>,
  keyOf: (value: string) => string,
  ownerOf?: OwnerOf<R>,
): FindClaimed {
  return searchTable(table, async ({ tx }, value) => [await tx.get(table, keyOf(value))], ownerOf);
}

/** Scans a whole table, because no index contains these ids. */
function scanTable<R extends object>(
  table: Table<R>,
  idsOf: (record: R) => readonly string[],
): FindClaimed {
  return async ({ ctx, replaced }, values) => {
    const wantedValues = new Set(values);
    for (const each of replaced) {
      if (each.table.name !== table.name) continue;
      const own = await ctx.tx.get(table, each.key);
      for (const id of own === undefined ? [] : idsOf(own)) wantedValues.delete(id);
    }
    if (wantedValues.size === 0) return wantedValues;
    const ids = (await ctx.tx.find(table)).flatMap(idsOf);
    return new Set(ids.filter((id) => wantedValues.has(id)));
  };
}

function anyOf(...finders: readonly FindClaimed[]): FindClaimed {
  return async (search, values) => {
    const takenByFinder = await Promise.all(finders.map((find) => find(search, values)));
    return new Set(takenByFinder.flatMap((each) => [...each]));
  };
}

const itself = (value: string) => value;

const guildOf = ({ guild_id }: { readonly guild_id: string }): ReplacedRecord => ({
  table: guilds,
  key: snowflakeKey(guild_id),
});

const applicationOf = ({
  application_id,
}: {
  readonly application_id: string;
}): ReplacedRecord => ({
  table: applications,
  key: snowflakeKey(application_id),
});

/** How the store is searched for each kind of value. */
const searches: Readonly<
  Record<WorldwideKind, FindClaimed> & Partial<Record<LocalKind, undefined>>
> = {
  user: searchByKey(users, snowflakeKey),
  // Bots may share a name.
  username: searchTable(users, async ({ tx }, value) =>
    (await tx.find(users, { index: "username", value })).filter(({ bot }) => bot !== true),
  ),
  "user token": searchTable(users, async ({ tx }, value) => [
    await tx.lookup(users, "token", value),
  ]),
  application: searchByKey(applications, snowflakeKey),
  "application name": searchTable(applications, ({ tx }, value) =>
    tx.find(applications, { index: "name", value }),
  ),
  "bot token": searchTable(applications, async ({ tx }, value) => [
    await tx.lookup(applications, "botToken", value),
  ]),
  "access token": searchByKey(accessTokens, itself),
  "refresh token": searchByKey(refreshTokens, itself),
  command: scanTable(commands, ({ id }) => [id]),
  SKU: searchByKey(skus, snowflakeKey),
  entitlement: searchByKey(entitlements, snowflakeKey),
  subscription: searchByKey(subscriptions, snowflakeKey),
  guild: searchByKey(guilds, snowflakeKey),
  role: searchTable(roles, ({ tx }, value) => tx.find(roles, { index: "id", value })),
  channel: searchByKey(channels, snowflakeKey),
  member: searchByKey(members, itself),
  "person in voice": searchTable(voiceStates, async (ctx, value) => {
    const user = await ctx.tx.get(users, snowflakeKey(value));
    if (user?.bot === true) return [];
    const keys = (await guildIdsOf(ctx, value)).map((id) => compoundKey(id, value));
    return Promise.all(keys.map((key) => ctx.tx.get(voiceStates, key)));
  }),
  "guild install": searchByKey(guildInstalls, itself),
  "user install": searchByKey(userInstalls, itself),
  emoji: anyOf(
    scanTable(guilds, (guild) => emojisOf(guild).map(({ id }) => id)),
    searchByKey(emojiImages, snowflakeKey, guildOf),
    searchByKey(applicationEmojis, snowflakeKey, applicationOf),
  ),
  sticker: searchByKey(stickerOrigins, snowflakeKey, guildOf),
  sound: searchByKey(guildSounds, snowflakeKey),
  webhook: searchByKey(channelWebhooks, snowflakeKey),
  stage: scanTable(stageInstances, ({ id }) => [id]),
  team: searchByKey(teams, snowflakeKey),
  "scheduled event": searchByKey(scheduledEvents, snowflakeKey),
  "auto moderation rule": scanTable(autoModerationRules, ({ id }) => [id]),
  "join request": searchTable(joinRequests, ({ tx }, value) =>
    tx.find(joinRequests, { index: "id", value }),
  ),
  invite: searchByKey(invites, itself),
  template: searchByKey(templates, itself, ({ source_guild_id }) =>
    guildOf({ guild_id: source_guild_id }),
  ),
  "vanity url": searchByKey(vanityUrls, itself, guildOf),
};
