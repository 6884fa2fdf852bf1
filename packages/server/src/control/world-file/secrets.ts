// Secrets that a world file leaves out: the same ones each time, so that they can be written down in
// a test; random ones in production mode.
import { digestHex } from "../../platform/crypto.ts";
import { alphanumeric } from "../../platform/random.ts";
import type { LoadDeps } from "./world-builder.ts";

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

/** `user-token-<username>`; with the id, if a header cannot carry the name. */
export function userToken(means: LoadDeps, username: string, id: string): string {
  if (means.production) return alphanumeric(means.random, USER_TOKEN_LENGTH);
  return `user-token-${/^[!-~]+$/.test(username) ? username : id}`;
}

/** `<name>-secret`. */
export function clientSecret(means: LoadDeps, name: string, id: string): string {
  return means.production
    ? alphanumeric(means.random, CLIENT_SECRET_LENGTH)
    : `${slug(name, id)}-secret`;
}

/**
 * `<base64url of the application's id>.demo.<name>`: some clients read the first part.
 *
 * @source protocol: gateway-oauth-limits 5.11
 */
export function botToken(means: LoadDeps, name: string, id: string): string {
  const head = Buffer.from(id).toString("base64url");
  if (!means.production) return `${head}.demo.${slug(name, id)}`;
  return `${head}.${alphanumeric(means.random, 6)}.${alphanumeric(means.random, 38)}`;
}

/** `access-token-<name of the application>-<username>`. */
export function accessToken(means: LoadDeps, ...names: readonly string[]): string {
  if (means.production) return alphanumeric(means.random, USER_TOKEN_LENGTH);
  return ["access-token", ...names.map((name) => slug(name, "x"))].join("-");
}

const WEBHOOK_TOKEN_LENGTH = 68;

/** As long as clients expect one in the address of a webhook. */
export function webhookToken(means: LoadDeps, webhookId: string): string {
  if (means.production) return alphanumeric(means.random, WEBHOOK_TOKEN_LENGTH);
  const made = digestHex(`antechamber token of webhook ${webhookId}`);
  return `webhook-${made}`.slice(0, WEBHOOK_TOKEN_LENGTH);
}

/** The seed of the key that signs an application's deliveries, as 64 hexadecimal digits. */
export function signingSeed(means: LoadDeps, applicationId: string): string {
  return means.production
    ? Buffer.from(means.random.bytes(SEED_BYTES)).toString("hex")
    : digestHex(`antechamber signing seed of application ${applicationId}`);
}
