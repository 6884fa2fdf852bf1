// Players whom other services know, in a world file. Source: protocol: lobbies-and-sdk 8.7,
// gateway-oauth-limits 5.7.
import { limits } from "../../limits/limits.ts";
import { externalAuthTypes, type ExternalAuthType } from "../../resources/oauth/partner-sdk.ts";
import { storable } from "../../schema/storable.ts";
import {
  anything,
  dictionary,
  list,
  nullable,
  object,
  optional,
  refine,
  secret,
  text,
  word,
} from "../../schema/values.ts";
import { entries, ref } from "./world-kinds.ts";
import { Instant } from "../../schema/instant.ts";

/** An address without credentials, question or fragment. */
const PlainAddress = refine(text({ min: 1, max: 2048 }), (given, report) => {
  const isPlain = /^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/i.test(given);
  if (!isPlain) report([], "URL_TYPE_INVALID_URL", "Not a well formed URL.");
});

/**
 * The provider of players' id tokens. Its keys stand here, or at an address, or where its discovery
 * document says.
 */
export const WorldOidc = object({
  issuer: PlainAddress,
  client_ids: list(text({ min: 1, max: 255 }), { min: 1, max: 100, unique: true }),
  jwks_uri: optional(PlainAddress),
  jwks: optional(object({ keys: list(storable(dictionary(anything())), { min: 1, max: 100 }) })),
});

/** Types of token that are looked up here, and not verified. */
const listedTypes = externalAuthTypes.filter(
  (type): type is Exclude<ExternalAuthType, "OIDC" | "DISCORD_BOT_ISSUED_ACCESS_TOKEN"> =>
    type !== "OIDC" && type !== "DISCORD_BOT_ISSUED_ACCESS_TOKEN",
);

const externalId = text({ min: 1, max: limits.externalUserId.value });

/** A player of another service, with the token that proves them. */
export const WorldExternalIdentity = object({
  type: word(listedTypes),
  token: secret(text({ min: 1, max: limits.externalToken.value, pattern: "^[!-~]+$" })),
  id: externalId,
  name: optional(text({ min: 1, max: limits.globalName.value })),
  /** Of Unity. */
  project_id: optional(text({ min: 1, max: 100 })),
  expires_at: optional(Instant),
});

/** The services whose players have accounts here. */
export const identityProviders = [
  "OIDC",
  "EPIC_ONLINE_SERVICES",
  "STEAM",
  "UNITY",
  "DISCORD_BOT",
  "APPLE",
  "PLAYSTATION_NETWORK",
] as const;

export type IdentityProvider = (typeof identityProviders)[number];

/** Whose account a player of another service has. */
export const WorldApplicationIdentity = object({
  user: ref("user"),
  application: ref("application"),
  type: word(identityProviders),
  id: externalId,
  /** The issuer of OIDC; left out: as the application is configured. */
  provider_id: optional(text({ min: 1, max: 2048 })),
  /** The full account that a ban took it from: until that is lifted, it cannot be merged. */
  banned_user: optional(ref("user")),
});

/** What an application has of partners, among its other keys. */
export const partnerKeys = {
  oidc: optional(nullable(WorldOidc)),
  unity_project_id: optional(nullable(text({ min: 1, max: 100 }))),
  /** The application that this one is a child of. */
  parent: optional(nullable(ref("application"))),
  external_identities: entries(WorldExternalIdentity),
};
