// Finds secrets that are public or can be derived from names and ids: those that development mode
// generates, and those of the demo world.
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
import {
  accessToken,
  botToken,
  clientSecret,
  signingSeed,
  userToken,
  webhookToken,
  type SecretDeps,
} from "./world-file/secrets.ts";

const development: SecretDeps = { production: false, random: secureRandom };

const ofDemo = new Set(
  [demo.botToken, demo.clientSecret, demo.aliceToken, demo.bobToken, demo.accessToken].map(
    secretDigest,
  ),
);

function isPublished(digest: string | undefined, ...guesses: readonly string[]): boolean {
  if (digest === undefined) return false;
  return ofDemo.has(digest) || guesses.some((guess) => digest === secretDigest(guess));
}

/** The tables that may contain published secrets. */
export const secretTables: readonly AnyTable[] = [
  users,
  applications,
  accessTokens,
  channelWebhooks,
];

/** Returns all records of one of these tables. */
export type SecretRecords = <R extends object>(table: Table<R>) => readonly R[];

/** The published or derivable secrets in use, each described briefly: `token of alice`. */
export function publishedSecrets(recordsOf: SecretRecords): readonly string[] {
  const people = recordsOf(users);
  const programs = recordsOf(applications);
  const names = {
    people: new Map(people.map((each) => [snowflakeKey(each.id), each.username])),
    applications: new Map(programs.map((each) => [snowflakeKey(each.id), each.name])),
  };
  const guessed = accessTokenGuesses(recordsOf(accessTokens), names);
  return [
    ...people.filter(hasPublishedToken).map(({ username }) => `token of ${username}`),
    ...programs.flatMap(publishedOf),
    ...recordsOf(accessTokens)
      .filter(({ digest }) => ofDemo.has(digest) || guessed.has(digest))
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

/**
 * The numbers of the token forms tried for a user: the third is generated when other users already
 * have the first two.
 */
const USER_TOKEN_FORMS = [1, 2, 3];

function hasPublishedToken({ tokenDigest, ...user }: UserRecord): boolean {
  const guesses = USER_TOKEN_FORMS.map((nth) => userToken(development, user, nth));
  return isPublished(tokenDigest, ...guesses);
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

/**
 * How many earlier access tokens of a user and application may have been deleted before one that
 * still exists.
 */
const TOKENS_GONE_MAX = 100;

/** The digests of the access tokens that development mode may have generated. */
function accessTokenGuesses(
  tokens: readonly AccessTokenRecord[],
  names: Names,
): ReadonlySet<string> {
  const pairs = Map.groupBy(tokens, (each) => `${each.application_id}:${each.user_id ?? ""}`);
  const guesses = new Set<string>();
  for (const own of pairs.values()) {
    const [{ application_id, user_id }] = own as [AccessTokenRecord];
    const application = names.applications.get(snowflakeKey(application_id)) ?? "";
    const user = user_id === undefined ? "" : (names.people.get(snowflakeKey(user_id)) ?? "");
    for (let nth = 1; nth <= own.length + TOKENS_GONE_MAX; nth += 1) {
      guesses.add(secretDigest(accessToken(development, { application, user }, nth)));
    }
  }
  return guesses;
}
