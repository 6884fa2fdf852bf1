// Secrets that a world file leaves out: the same ones each time, so that they can be written down in
// a test; random ones in production mode.
import type { WorldFile } from "@antechamber/contract/control";
import { digestHex } from "../../platform/crypto.ts";
import { alphanumeric, type Random } from "../../platform/random.ts";

/** What secrets are made with: in production mode they are random. */
interface SecretDeps {
  readonly production: boolean;
  readonly random: Random;
}

const USER_TOKEN_LENGTH = 70;
const CLIENT_SECRET_LENGTH = 32;
const SEED_BYTES = 32;

/**
 * A name as a part of a secret: lower case letters and digits with dashes; the id when none are
 * left.
 */
function slug(name: string, id: string): string {
  const text = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return text === "" ? id : text;
}

/** Makes a secret in the first, the second … of its forms: one that is taken steps aside. */
export type SecretForms = (nth: number) => string;

/** `user-token-<username>`; with the id, if a header cannot carry the name, or where it is taken. */
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

/** `access-token-<name of the application>-<username>`; with `.2` and so on, where it is taken. */
export function accessToken(
  deps: SecretDeps,
  names: { readonly application: string; readonly user: string },
  nth = 1,
): string {
  if (deps.production) return alphanumeric(deps.random, USER_TOKEN_LENGTH);
  const slugs = [names.application, names.user].map((name) => slug(name, "x"));
  // No name has a dot in this form, so that none has what the next of another has.
  return `${["access-token", ...slugs].join("-")}${nth === 1 ? "" : `.${nth}`}`;
}

/** The secrets of a kind that a file gives. */
export function givenTokens(world: WorldFile): Readonly<Record<TokenKind, ReadonlySet<string>>> {
  const { users = [], access_tokens: access = [] } = world;
  return { "user token": tokensIn(users), "access token": tokensIn(access) };
}

/** Kinds of secret that belong to one entity alone. */
export type TokenKind = "user token" | "access token";

interface WithToken {
  readonly token?: string | null | undefined;
}

/** Entries that could not be read are undefined. */
function tokensIn(entries: readonly (WithToken | undefined)[]): ReadonlySet<string> {
  return new Set(entries.flatMap((entry) => entry?.token ?? []));
}

const WEBHOOK_TOKEN_LENGTH = 68;

/** As long as clients expect one in the address of a webhook. */
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
