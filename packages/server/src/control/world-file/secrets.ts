// Generates the secrets that a world file leaves out: deterministic ones in development mode, so
// that tests can contain them; random ones in production mode.
import type { WorldFile } from "@antechamber/contract/control";
import { digestHex } from "../../platform/crypto.ts";
import { alphanumeric, type Random } from "../../platform/random.ts";

/** What generating secrets needs; in production mode they are random. */
export interface SecretDeps {
  readonly production: boolean;
  readonly random: Random;
}

const USER_TOKEN_LENGTH = 70;
const CLIENT_SECRET_LENGTH = 32;
const SEED_BYTES = 32;

/**
 * A name as part of a secret: lower case letters, digits and dashes; the id if nothing else is
 * left.
 */
function slug(name: string, id: string): string {
  const text = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return text === "" ? id : text;
}

/** Generates the nth form of a secret; later forms are used when earlier ones are taken. */
export type SecretForms = (nth: number) => string;

/** `user-token-<username>`, with the id if that is taken or a header cannot contain the username. */
export function userToken(
  deps: SecretDeps,
  { username, id }: { readonly username: string; readonly id: string },
  nth = 1,
): string {
  if (deps.production) return alphanumeric(deps.random, USER_TOKEN_LENGTH);
  const parts = /^[!-~]+$/.test(username) ? [username, id] : [id];
  return `user-token-${parts[nth - 1] ?? `${id}-${nth}`}`;
}

/** `<name>-secret`. */
export function clientSecret(deps: SecretDeps, name: string, id: string): string {
  return deps.production
    ? alphanumeric(deps.random, CLIENT_SECRET_LENGTH)
    : `${slug(name, id)}-secret`;
}

/**
 * `<base64url of the application's id>.demo.<name>`: some clients read the first part.
 *
 * @source protocol: gateway-oauth-limits 5.11
 */
export function botToken(deps: SecretDeps, name: string, id: string): string {
  const head = Buffer.from(id).toString("base64url");
  if (!deps.production) return `${head}.demo.${slug(name, id)}`;
  return `${head}.${alphanumeric(deps.random, 6)}.${alphanumeric(deps.random, 38)}`;
}

/** `access-token-<name of the application>-<username>`, with `.2` and so on if that is taken. */
export function accessToken(
  deps: SecretDeps,
  names: { readonly application: string; readonly user: string },
  nth = 1,
): string {
  if (deps.production) return alphanumeric(deps.random, USER_TOKEN_LENGTH);
  const slugs = [names.application, names.user].map((name) => slug(name, "x"));
  // Slugs contain no dots, so that a numbered form never equals the first form of other names.
  return `${["access-token", ...slugs].join("-")}${nth === 1 ? "" : `.${nth}`}`;
}

/** The tokens that a file gives, by kind. */
export function givenTokens(world: WorldFile): Readonly<Record<TokenKind, ReadonlySet<string>>> {
  const { users = [], access_tokens: access = [] } = world;
  return { "user token": tokensIn(users), "access token": tokensIn(access) };
}

/** Kinds of secret that identify one entity. */
export type TokenKind = "user token" | "access token";

interface WithToken {
  readonly token?: string | null | undefined;
}

/** Entries that could not be read are undefined. */
function tokensIn(entries: readonly (WithToken | undefined)[]): ReadonlySet<string> {
  return new Set(entries.flatMap((entry) => entry?.token ?? []));
}

const WEBHOOK_TOKEN_LENGTH = 68;

/** Generates a webhook token, which in production mode has the length that clients expect. */
export function webhookToken(deps: SecretDeps, webhookId: string): string {
  if (deps.production) return alphanumeric(deps.random, WEBHOOK_TOKEN_LENGTH);
  const made = digestHex(`antechamber token of webhook ${webhookId}`);
  return `webhook-${made}`.slice(0, WEBHOOK_TOKEN_LENGTH);
}

/** The seed of the key that signs an application's deliveries, as 64 hexadecimal digits. */
export function signingSeed(deps: SecretDeps, applicationId: string): string {
  return deps.production
    ? Buffer.from(deps.random.bytes(SEED_BYTES)).toString("hex")
    : digestHex(`antechamber signing seed of application ${applicationId}`);
}
