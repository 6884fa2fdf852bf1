import { ApplicationFlag } from "@antechamber/contract/applications";
import { bitNames, type WorldApplication, type WorldBot } from "@antechamber/contract/control";
import { privilegedIntents } from "@antechamber/contract/gateway";
import type { Static } from "@antechamber/contract/schema";
import type { ReadContext } from "../../../platform/context.ts";
import { nextTurn } from "../../../platform/async/event-loop.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import {
  applications,
  flagBits,
  hasFlag,
  webhooksStatusOf,
  type ApplicationRecord,
} from "../../../domains/applications/application.ts";
import { emojisOfApplication } from "../../../domains/applications/application-emojis.ts";
import { roleConnections } from "../../../domains/guilds/linked-roles/linked-role.ts";
import { userDefaults, type UserRecord } from "../../../domains/users/user.ts";
import { commandEntries, permissionEntries } from "./commands.ts";
import { salesEntries } from "./sales.ts";
import { applicationDefaults } from "../load/applications.ts";
import { playerEntries } from "./partners.ts";
import { paged } from "./paged.ts";
import { omitDefaults } from "../omit-defaults.ts";

/** Every application as a world file has it, without the key that signs its deliveries. */
export async function applicationEntries(
  ctx: ReadContext,
  bots: ReadonlyMap<string, UserRecord>,
): Promise<Static<typeof WorldApplication>[]> {
  const entries: Static<typeof WorldApplication>[] = [];
  for await (const application of paged(ctx, applications)) {
    entries.push(await applicationWithCommands(ctx, application, bots.get(application.id)));
    await nextTurn();
  }
  return entries;
}

/** An application with its commands as a world file has it. */
export async function applicationWithCommands(
  ctx: ReadContext,
  application: ApplicationRecord,
  bot: UserRecord | undefined,
): Promise<Static<typeof WorldApplication>> {
  const entry = applicationEntry(application, bot);
  const commands = await commandEntries(ctx, application);
  const permissions = await permissionEntries(ctx, application);
  const players = await playerEntries(ctx, application);
  const connections = await connectionEntries(ctx, application.id);
  const emojis = (await emojisOfApplication(ctx, application.id)).map(
    ({ application_id: _own, ...emoji }) => emoji,
  );
  return {
    ...entry,
    ...(players.length === 0 ? {} : { external_identities: players }),
    // An empty list is written for an Activity, which would otherwise get a launch command when
    // loaded.
    ...(commands.length === 0 && !hasFlag(application, "EMBEDDED") ? {} : { commands }),
    ...(emojis.length === 0 ? {} : { emojis }),
    ...(connections.length === 0 ? {} : { role_connections: connections }),
    ...(permissions.length === 0 ? {} : { command_permissions: permissions }),
    ...(await salesEntries(ctx, application.id)),
  };
}

/** The users' role connections with an application. */
async function connectionEntries(ctx: ReadContext, applicationId: string) {
  const of = { index: "application", value: applicationId } as const;
  const all = await ctx.tx.find(roleConnections, of);
  return all.map(({ user_id: user, application_id: _own, metadata, ...names }) => ({
    user,
    ...names,
    metadata: { ...metadata },
  }));
}

/** An application without its commands as a world file has it. */
export function applicationEntry(
  application: ApplicationRecord,
  bot: UserRecord | undefined,
): Static<typeof WorldApplication> {
  const {
    id,
    name,
    owner_id,
    clientSecretDigest,
    botTokenDigest: _token,
    hasBot,
    flags_new,
    requestsPerSecond,
    event_webhooks_url,
    event_webhooks_status: _status,
    event_webhooks_types,
    verify_key: _key,
    signingSeed: _seed,
    parent_id,
    team_id,
    ...fields
  } = application;
  const webhooks = omitDefaults(
    { url: event_webhooks_url, ...statusEntry(application), types: event_webhooks_types },
    { url: null, types: [] },
  );
  const isPublicClient = (BigInt(flags_new) & publicClient) !== 0n;
  return {
    id,
    name,
    owner: owner_id,
    client_secret: clientSecretDigest ?? null,
    ...(isPublicClient ? { public_client: true } : {}),
    ...flagsEntry(BigInt(flags_new)),
    ...omitDefaults(fields, applicationDefaults),
    ...definedFields({ parent: parent_id, team: team_id }),
    ...(Object.keys(webhooks).length === 0 ? {} : { event_webhooks: webhooks }),
    ...(requestsPerSecond === applicationDefaults.requestsPerSecond
      ? {}
      : { requests_per_second: requestsPerSecond }),
    bot: hasBot && bot !== undefined ? botEntry(application, bot) : null,
  };
}

/** The webhook status, if it differs from the one that follows from the URL. */
function statusEntry({
  event_webhooks_url: url,
  event_webhooks_status: status,
}: ApplicationRecord): { status?: 1 | 2 | 3 } {
  const bySilence = webhooksStatusOf({ event_webhooks_url: url });
  return status === undefined || status === bySilence ? {} : { status };
}

const commandBadge = flagBits(["APPLICATION_COMMAND_BADGE"]);
const publicClient = flagBits(["PUBLIC_OAUTH2_CLIENT"]);
const intentFlags = Object.values(privilegedIntents).reduce(
  (bits, { limitedFlag }) => bits | BigInt(limitedFlag),
  0n,
);

/** The flags except those that follow from other keys. */
function flagsEntry(flags: bigint): { flags?: string[] } {
  const named = bitNames(flags & ~publicClient & ~intentFlags & ~commandBadge, ApplicationFlag);
  return named.length === 0 ? {} : { flags: named };
}

function botEntry(application: ApplicationRecord, bot: UserRecord): Static<typeof WorldBot> {
  const {
    id: _id,
    bot: _bot,
    isBanned: _banned,
    email: _email,
    premium_type: _premium,
    connections: _connections,
    tokenDigest: _token,
    ...fields
  } = bot;
  const flags = BigInt(application.flags_new);
  const intents = Object.entries(privilegedIntents)
    .filter(([, { limitedFlag }]) => (flags & BigInt(limitedFlag)) !== 0n)
    .map(([name]) => name);
  return {
    token: application.botTokenDigest ?? null,
    ...(intents.length === 0 ? {} : { intents }),
    ...omitDefaults(fields, { ...userDefaults, username: application.name }),
  };
}
