// Players of external services: identities that are linked to users, and players that the world
// lists.
// Source: protocol: lobbies-and-sdk 8.2, 8.7.
import type { IdentityProvider } from "@antechamber/contract/control";
import type { ExternalAuthType } from "@antechamber/contract/oauth";
import { snowflakeKey } from "@antechamber/contract/schema";
import type { Millis } from "../../../platform/clock.ts";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { digestHex } from "../../../platform/crypto.ts";
import { tableOf } from "../../../platform/store.ts";
import { compoundKey } from "../../../platform/records/compound-keys.ts";
import { users } from "../../users/user.ts";

/** The service that issues each type of token. */
export const providerOf: Readonly<Record<ExternalAuthType, IdentityProvider>> = {
  OIDC: "OIDC",
  EPIC_ONLINE_SERVICES_ACCESS_TOKEN: "EPIC_ONLINE_SERVICES",
  EPIC_ONLINE_SERVICES_ID_TOKEN: "EPIC_ONLINE_SERVICES",
  STEAM_SESSION_TICKET: "STEAM",
  UNITY_SERVICES_ID_TOKEN: "UNITY",
  DISCORD_BOT_ISSUED_ACCESS_TOKEN: "DISCORD_BOT",
  APPLE_ID_TOKEN: "APPLE",
  PLAYSTATION_NETWORK_ID_TOKEN: "PLAYSTATION_NETWORK",
};

/** A player as identified by an external service. */
export interface ExternalIdentity {
  readonly provider_type: IdentityProvider;
  /** The issuer for OIDC; otherwise the application's own id. */
  readonly provider_id: string;
  /** The service's id of the player. */
  readonly external_id: string;
  /** The player's preferred name. */
  readonly name?: string | undefined;
}

/** The user that a player's identity belongs to, in one application. */
export interface IdentityRecord extends Omit<ExternalIdentity, "name"> {
  readonly application_id: string;
  readonly user_id: string;
  /** The full account that was unlinked from this identity by a ban. */
  readonly bannedUserId?: string;
}

/** The key of an identity, with a hash of the external id, which may be any text of any length. */
function identityKey(
  applicationId: string,
  { provider_type, provider_id, external_id }: ExternalIdentity,
): string {
  const player = digestHex(JSON.stringify([provider_id, external_id]));
  return `${snowflakeKey(applicationId)}:${provider_type}:${player}`;
}

export const externalIdentities = tableOf<IdentityRecord>()({
  name: "external_identity",
  key: (identity) => identityKey(identity.application_id, identity),
  indexes: {
    account: (identity) => compoundKey(identity.application_id, identity.user_id),
    user: (identity) => identity.user_id,
    application: (identity) => identity.application_id,
    bannedOwner: (identity) => identity.bannedUserId,
  },
});

/** The record of an identity, or undefined when the identity is new. */
export function identityRecord(
  ctx: ReadContext,
  applicationId: string,
  identity: ExternalIdentity,
): Promise<IdentityRecord | undefined> {
  return ctx.tx.get(externalIdentities, identityKey(applicationId, identity));
}

/**
 * The full account that was unlinked from an identity by a ban, or undefined when that account is
 * not banned. While it is, the identity is linked to no other full account.
 *
 * @source protocol: lobbies-and-sdk 8.7
 */
export async function bannedOwner(
  ctx: ReadContext,
  { bannedUserId }: IdentityRecord,
): Promise<string | undefined> {
  if (bannedUserId === undefined) return undefined;
  const user = await ctx.tx.get(users, snowflakeKey(bannedUserId));
  return user?.isBanned === true ? bannedUserId : undefined;
}

/**
 * Forgets which identities a ban unlinked from a full account, as its ban is lifted: a later ban
 * restricts only what it unlinks itself.
 *
 * @source protocol: lobbies-and-sdk 8.7
 */
export async function liftRestrictions(ctx: Context, userId: string): Promise<void> {
  const restricted = { index: "bannedOwner", value: userId } as const;
  for (const { bannedUserId: _, ...free } of await ctx.tx.find(externalIdentities, restricted)) {
    ctx.tx.put(externalIdentities, free);
  }
}

/** A user's identities in an application. */
export function identitiesOf(
  ctx: ReadContext,
  applicationId: string,
  userId: string,
): Promise<readonly IdentityRecord[]> {
  const value = compoundKey(applicationId, userId);
  return ctx.tx.find(externalIdentities, { index: "account", value });
}

/** A player of an external service that the world lists, with the token that proves it. */
export interface ListedIdentity {
  readonly application_id: string;
  readonly type: ExternalAuthType;
  readonly tokenDigest: string;
  /** The position in the world's list. */
  readonly position: number;
  readonly id: string;
  readonly name?: string;
  /** For Unity: the project of the token. */
  readonly project_id?: string;
  readonly expiresAt?: Millis;
}

/** The key of a listed identity, which is unique. */
export function listedKey(
  applicationId: string,
  type: ExternalAuthType,
  tokenDigest: string,
): string {
  return `${snowflakeKey(applicationId)}:${type}:${tokenDigest}`;
}

export const listedIdentities = tableOf<ListedIdentity>()({
  name: "listed_identity",
  key: ({ application_id, type, tokenDigest }) => listedKey(application_id, type, tokenDigest),
  indexes: { application: (identity) => identity.application_id },
});
