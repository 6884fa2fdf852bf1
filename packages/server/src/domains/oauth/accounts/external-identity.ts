// Players of other services: identities linked to users, and those that the world lists.
// Source: protocol: lobbies-and-sdk 8.2, 8.7.
import type { IdentityProvider } from "@antechamber/contract/control";
import type { ExternalAuthType } from "@antechamber/contract/oauth";
import { snowflakeKey } from "@antechamber/contract/schema";
import type { Millis } from "../../../platform/clock.ts";
import type { ReadContext } from "../../../platform/context.ts";
import { digestHex } from "../../../platform/crypto.ts";
import { tableOf } from "../../../platform/store.ts";
import { compoundKey } from "../../../platform/records/compound-keys.ts";
import { users } from "../../users/user.ts";

/** Which service a type of token comes from. */
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

/** A player as another service proved them. */
export interface ExternalIdentity {
  readonly provider_type: IdentityProvider;
  /** The issuer of an OIDC token; else the application itself. */
  readonly provider_id: string;
  /** What the service calls the player. */
  readonly external_id: string;
  /** What the player wants to be called. */
  readonly name?: string | undefined;
}

/** The user that a player's identity belongs to, in one application. */
export interface IdentityRecord extends Omit<ExternalIdentity, "name"> {
  readonly application_id: string;
  readonly user_id: string;
  /** The full account that a ban took it from. */
  readonly bannedUserId?: string;
}

/** The key of an identity; what services call people is of any length and alphabet. */
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
  },
});

/** The account behind an identity, or undefined for one that is new. */
export function identityRecord(
  ctx: ReadContext,
  applicationId: string,
  identity: ExternalIdentity,
): Promise<IdentityRecord | undefined> {
  return ctx.tx.get(externalIdentities, identityKey(applicationId, identity));
}

/**
 * The full account that a ban took an identity from, as long as it is banned: no other one is given
 * the identity meanwhile.
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

/** A user's identities in an application. */
export function identitiesOf(
  ctx: ReadContext,
  applicationId: string,
  userId: string,
): Promise<readonly IdentityRecord[]> {
  const value = compoundKey(applicationId, userId);
  return ctx.tx.find(externalIdentities, { index: "account", value });
}

/** A player of another service whom the world lists, with the token that proves them. */
export interface ListedIdentity {
  readonly application_id: string;
  readonly type: ExternalAuthType;
  readonly tokenDigest: string;
  /** Its place in the list. */
  readonly position: number;
  readonly id: string;
  readonly name?: string;
  /** Of Unity: the project that the token is of. */
  readonly project_id?: string;
  readonly expiresAt?: Millis;
}

/** What only one listed identity may have. */
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
