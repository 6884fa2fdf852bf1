// Secrets that everyone knows, or can work out from names and ids: those that development gives, and
// those of the demo world.
import { snowflakeKey } from "@antechamber/contract/schema";
import { secretDigest } from "../platform/crypto.ts";
import { secureRandom } from "../platform/random.ts";
import type { AnyTable, Table } from "../platform/store.ts";
import { applications, type ApplicationRecord } from "../domains/applications/application.ts";
import { accessTokens, type AccessTokenRecord } from "../domains/applications/tokens.ts";
import {
  channelWebhooks,
  type ChannelWebhookRecord,
} from "../domains/guilds/webhooks/channel-webhook.ts";
import { users, type UserRecord } from "../domains/users/user.ts";
import { demo } from "./world-file/demo-world.ts";
import type { LoadDeps } from "./world-file/world-builder.ts";
import {
  accessToken,
  botToken,
  clientSecret,
  signingSeed,
  userToken,
  webhookToken,
} from "./world-file/secrets.ts";

const development: LoadDeps = { production: false, systemNow: 0, random: secureRandom };

const ofDemo = new Set(
  [demo.botToken, demo.clientSecret, demo.aliceToken, demo.bobToken, demo.accessToken].map(
    secretDigest,
  ),
);

function isPublished(digest: string | undefined, guess: string): boolean {
  return digest !== undefined && (ofDemo.has(digest) || digest === secretDigest(guess));
}

/** Where published secrets may stand. */
export const secretTables: readonly AnyTable[] = [
  users,
  applications,
  accessTokens,
  channelWebhooks,
];

/** The records of one of them. */
export type SecretRecords = <R extends object>(table: Table<R>) => readonly R[];

/** Secrets that are published or can be derived, each described briefly: `token of alice`. */
export function publishedSecrets(recordsOf: SecretRecords): readonly string[] {
  const people = recordsOf(users);
  const applied = recordsOf(applications);
  const names = {
    people: new Map(people.map((each) => [snowflakeKey(each.id), each.username])),
    applications: new Map(applied.map((each) => [snowflakeKey(each.id), each.name])),
  };
  return [
    ...people.filter(hasPublishedToken).map(({ username }) => `token of ${username}`),
    ...applied.flatMap(publishedOf),
    ...recordsOf(accessTokens)
      .filter((token) => isPublished(token.digest, guessOf(token, names)))
      .map(
        (token) => `access token of ${names.applications.get(snowflakeKey(token.application_id))}`,
      ),
    ...recordsOf(channelWebhooks)
      .filter(isPublishedWebhook)
      .map(({ name }) => `token of the webhook ${name}`),
  ];
}

function isPublishedWebhook({ id, tokenDigest }: ChannelWebhookRecord): boolean {
  return isPublished(tokenDigest, webhookToken(development, id));
}

function hasPublishedToken({ id, username, tokenDigest }: UserRecord): boolean {
  return isPublished(tokenDigest, userToken(development, username, id));
}

function publishedOf(application: ApplicationRecord): readonly string[] {
  const { id, name, botTokenDigest, clientSecretDigest } = application;
  const checks: readonly (readonly [string, boolean])[] = [
    ["bot token", isPublished(botTokenDigest, botToken(development, name, id))],
    ["client secret", isPublished(clientSecretDigest, clientSecret(development, name, id))],
    ["signing key", application.signingSeed === signingSeed(development, id)],
  ];
  return checks.filter(([, is]) => is).map(([what]) => `${what} of ${name}`);
}

interface Names {
  readonly people: ReadonlyMap<string, string>;
  readonly applications: ReadonlyMap<string, string>;
}

function guessOf({ application_id, user_id }: AccessTokenRecord, names: Names): string {
  const application = names.applications.get(snowflakeKey(application_id)) ?? "";
  const user = user_id === undefined ? "" : (names.people.get(snowflakeKey(user_id)) ?? "");
  return accessToken(development, application, user);
}
