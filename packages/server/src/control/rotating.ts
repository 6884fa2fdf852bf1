// Makes a store that was used in development fit for production: replaces every secret, and revokes
// every login and every token, since anybody could have created them.
import { verifyKeyOf, secretDigest } from "../platform/crypto.ts";
import type { Random } from "../platform/random.ts";
import type { Store, Table, Writer } from "../platform/store.ts";
import { applications, type ApplicationRecord } from "../domains/applications/application.ts";
import { accessTokens } from "../domains/applications/tokens.ts";
import { listedIdentities } from "../domains/oauth/accounts/external-identity.ts";
import { browserSessions } from "../domains/oauth/browser-session.ts";
import { deviceCodes } from "../domains/oauth/device.ts";
import { authorizationCodes, refreshTokens } from "../domains/oauth/oauth.ts";
import { sessionTokens } from "../domains/users/session-tokens.ts";
import {
  channelWebhooks,
  tokenFields,
  type ChannelWebhookRecord,
} from "../domains/guilds/webhooks/channel-webhook.ts";
import { users, type UserRecord } from "../domains/users/user.ts";
import type { IssuedSecret } from "./world-file/world-builder.ts";
import {
  botToken,
  clientSecret,
  signingSeed,
  userToken,
  webhookToken,
  type SecretDeps,
} from "./world-file/secrets.ts";

/** How many records one transaction changes. */
const PAGE = 500;

/** Deletes the credentials issued in development. */
const ended: readonly ((store: Store) => Promise<void>)[] = [
  emptying(accessTokens),
  emptying(refreshTokens),
  emptying(authorizationCodes),
  emptying(deviceCodes),
  emptying(browserSessions),
  emptying(sessionTokens),
  emptying(listedIdentities),
];

export interface RotationDeps {
  readonly store: Store;
  readonly random: Random;
  /** Saves new secrets where the operator finds them, before they take effect. */
  readonly keep: (secrets: readonly IssuedSecret[]) => Promise<void>;
}

/** Replaces every secret. A rotation that was interrupted can be run again. */
export async function rotateSecrets(deps: RotationDeps): Promise<void> {
  const making: SecretDeps = { production: true, random: deps.random };
  await forEachPage(deps, users, (user) => renewedUser(user, making));
  await forEachPage(deps, applications, (application) => renewedApplication(application, making));
  await forEachPage(deps, channelWebhooks, (webhook) => renewedWebhook(webhook, making));
  await Promise.all(ended.map((end) => end(deps.store)));
}

interface Renewed<R> {
  readonly record: R;
  readonly secrets: readonly IssuedSecret[];
}

function renewedUser(user: UserRecord, making: SecretDeps): Renewed<UserRecord> | undefined {
  if (user.tokenDigest === undefined) return undefined;
  const secret = userToken(making, user);
  return {
    record: { ...user, tokenDigest: secretDigest(secret) },
    secrets: [{ place: ["users", user.username, "token"], secret }],
  };
}

function renewedWebhook(
  webhook: ChannelWebhookRecord,
  making: SecretDeps,
): Renewed<ChannelWebhookRecord> | undefined {
  if (webhook.tokenDigest === undefined) return undefined;
  const secret = webhookToken(making, webhook.id);
  return {
    record: { ...webhook, ...tokenFields(secret) },
    secrets: [{ place: ["webhooks", webhook.id, "token"], secret }],
  };
}

function renewedApplication(
  application: ApplicationRecord,
  making: SecretDeps,
): Renewed<ApplicationRecord> {
  const { id, name, botTokenDigest, clientSecretDigest } = application;
  const seed = signingSeed(making, id);
  const bot = botTokenDigest === undefined ? undefined : botToken(making, name, id);
  const client = clientSecretDigest === undefined ? undefined : clientSecret(making, name, id);
  const place = ["applications", name] as const;
  return {
    record: {
      ...application,
      signingSeed: seed,
      verify_key: verifyKeyOf(seed),
      ...(bot === undefined ? {} : { botTokenDigest: secretDigest(bot) }),
      ...(client === undefined ? {} : { clientSecretDigest: secretDigest(client) }),
    },
    secrets: [
      ...(bot === undefined ? [] : [{ place: [...place, "bot", "token"], secret: bot }]),
      ...(client === undefined ? [] : [{ place: [...place, "client_secret"], secret: client }]),
    ],
  };
}

async function forEachPage<R extends object>(
  { store, keep }: RotationDeps,
  table: Table<R>,
  renew: (record: R) => Renewed<R> | undefined,
): Promise<void> {
  let after: string | undefined;
  do {
    const search = after === undefined ? { limit: PAGE } : { limit: PAGE, after };
    const records = await store.read((tx) => tx.find(table, search));
    const renewed = records.map(renew).filter((each) => each !== undefined);
    const secrets = renewed.flatMap((each) => each.secrets);
    if (secrets.length > 0) await keep(secrets);
    await store.transaction(async (tx) => {
      for (const { record } of renewed) tx.put(table, record);
    });
    const last = records.at(-1);
    after = last === undefined ? undefined : table.key(last);
  } while (after !== undefined);
}

/** Empties a table page by page. */
function emptying<R extends object>(table: Table<R>): (store: Store) => Promise<void> {
  async function deletePage(tx: Writer): Promise<number> {
    const records = await tx.find(table, { limit: PAGE });
    for (const record of records) tx.delete(table, table.key(record));
    return records.length;
  }
  return async (store) => {
    while ((await store.transaction(deletePage)) === PAGE);
  };
}
