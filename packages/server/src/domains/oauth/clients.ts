// Authenticates OAuth clients. Source: protocol: gateway-oauth-limits 5.4.
import type { BasicCredential } from "@antechamber/contract";
import { InvalidClient, InvalidOauthRequest } from "@antechamber/contract/oauth";
import { snowflakeKey } from "@antechamber/contract/schema";
import { ApiError } from "../../platform/api-error.ts";
import type { ReadContext } from "../../platform/context.ts";
import { isSecretOf } from "../../platform/crypto.ts";
import { applications, hasFlag, type ApplicationRecord } from "../applications/application.ts";
import { isId } from "../users/references.ts";

/** A client's credentials, from HTTP Basic or the form. */
export interface ClientClaim {
  readonly basic?: BasicCredential | undefined;
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
}

/** Whether an endpoint lets a public client omit its secret. */
export type SecretRule = "secret" | "secretUnlessPublic";

/**
 * Authenticates a client.
 *
 * @throws InvalidClient for an unknown client, with a wrong secret, or without a required one;
 *   InvalidOauthRequest for secrets in both the header and the form. Source: RFC 6749 2.3
 */
export async function provenClient(
  ctx: ReadContext,
  claim: ClientClaim,
  rule: SecretRule,
): Promise<ApplicationRecord> {
  if (claim.basic !== undefined && (claim.client_secret ?? "") !== "") {
    throw new ApiError(InvalidOauthRequest, { message: "More than one client credential." });
  }
  const { id, secret } = claimedClient(claim);
  const application = await clientNamed(ctx, id);
  if (application === undefined || !isProven(application, secret, rule)) {
    throw new ApiError(InvalidClient);
  }
  return application;
}

/**
 * Authenticates a client for a sign-in. Child applications are refused: they rely on sign-ins to
 * their parent.
 *
 * @throws InvalidClient
 * @source protocol: lobbies-and-sdk 8.7
 */
export async function signInClient(
  ctx: ReadContext,
  claim: ClientClaim,
  rule: SecretRule,
): Promise<ApplicationRecord> {
  const application = await provenClient(ctx, claim, rule);
  if (application.parent_id !== undefined) throw new ApiError(InvalidClient);
  return application;
}

/** The application with a client id, or undefined; the id may be any text. */
export async function clientNamed(
  ctx: ReadContext,
  id: string | undefined,
): Promise<ApplicationRecord | undefined> {
  if (id === undefined || !isId(id)) return undefined;
  return ctx.tx.get(applications, snowflakeKey(id));
}

interface Claimed {
  readonly id: string | undefined;
  readonly secret: string | undefined;
}

/**
 * The claimed id and secret. There is no id when form and header name different clients; an empty
 * secret counts as none.
 */
function claimedClient({ basic, client_id, client_secret }: ClientClaim): Claimed {
  const id = basic?.id ?? client_id;
  const isTwofold = client_id !== undefined && client_id !== id;
  const secret = basic?.secret ?? client_secret;
  return { id: isTwofold ? undefined : id, secret: secret === "" ? undefined : secret };
}

/** True for a client that cannot keep a secret. */
export function isPublicClient(application: ApplicationRecord): boolean {
  return hasFlag(application, "PUBLIC_OAUTH2_CLIENT");
}

/** Whether a client proves with its secret who it is. */
export function isProven(
  application: ApplicationRecord,
  secret: string | undefined,
  rule: SecretRule,
): boolean {
  if (secret === undefined) return rule === "secretUnlessPublic" && isPublicClient(application);
  return isSecretOf(application.clientSecretDigest, secret);
}
