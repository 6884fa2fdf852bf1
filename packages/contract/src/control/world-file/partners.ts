// Players whose identity other services assert, in a world file. Source: protocol: lobbies-and-sdk
// 8.7, gateway-oauth-limits 5.7.
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
import { entries, ref } from "./kinds.ts";
import { Instant } from "../../schema/instant.ts";

/** A URL without credentials, query or fragment. */
const PlainAddress = refine(text({ min: 1, max: 2048 }), (given, report) => {
  const isPlain = /^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/i.test(given);
  if (!isPlain) report([], "URL_TYPE_INVALID_URL", "Not a well formed URL.");
});

/**
 * The OIDC provider of players' id tokens. Its keys are given here, by a URL, or through its
 * discovery document.
 */
export const WorldOidc = object({
  issuer: PlainAddress,
  client_ids: list(text({ min: 1, max: 255 }), { min: 1, max: 100, unique: true }),
  jwks_uri: optional(PlainAddress),
  jwks: optional(object({ keys: list(storable(dictionary(anything())), { min: 1, max: 100 }) })),
});

/** The types of token that are looked up in a list, not verified. */
const listedTypes = externalAuthTypes.filter(
  (type): type is Exclude<ExternalAuthType, "OIDC" | "DISCORD_BOT_ISSUED_ACCESS_TOKEN"> =>
    type !== "OIDC" && type !== "DISCORD_BOT_ISSUED_ACCESS_TOKEN",
);

const externalId = text({ min: 1, max: limits.externalUserId.value });

/** A player of another service, with the token that proves their identity. */
export const WorldExternalIdentity = object({
  type: word(listedTypes),
  token: secret(text({ min: 1, max: limits.externalToken.value, pattern: "^[!-~]+$" })),
  id: externalId,
  name: optional(text({ min: 1, max: limits.globalName.value })),
  /** For Unity. */
  project_id: optional(text({ min: 1, max: 100 })),
  expires_at: optional(Instant),
});

/** The services whose players can have accounts here. */
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

/** The account of a player of another service. */
export const WorldApplicationIdentity = object({
  user: ref("user"),
  application: ref("application"),
  type: word(identityProviders),
  id: externalId,
  /** The issuer, for OIDC; absent: the one in the application's configuration. */
  provider_id: optional(text({ min: 1, max: 2048 })),
  /**
   * The full account that was unmerged by a ban: the player cannot merge again until the ban is
   * lifted.
   */
  banned_user: optional(ref("user")),
});

/** The keys of an application that are about partners. */
export const partnerKeys = {
  oidc: optional(nullable(WorldOidc)),
  unity_project_id: optional(nullable(text({ min: 1, max: 100 }))),
  /** The application that this one is a child of. */
  parent: optional(nullable(ref("application"))),
  external_identities: entries(WorldExternalIdentity),
};
