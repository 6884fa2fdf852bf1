// Connected accounts of a user on other platforms. Source: protocol: lobbies-and-sdk 9.
import { bearer, bot, signedIn } from "../../auth.ts";
import { endpoint } from "../../endpoint.ts";
import {
  Bool,
  choice,
  list,
  nullable,
  object,
  optional,
  optionalFields,
  Snowflake,
  text,
  word,
} from "../../schema/values.ts";

/** The platforms whose connections the API does not list. Source: requirements 9. */
export const legacyPlatforms = ["leagueoflegends", "riotgames"] as const;

/** The platforms of connected accounts. */
export const platforms = [
  "amazon-music",
  "battlenet",
  "bluesky",
  "bungie",
  "crunchyroll",
  "domain",
  "ebay",
  "epicgames",
  "facebook",
  "github",
  "instagram",
  "mastodon",
  "paypal",
  "playstation",
  "reddit",
  "roblox",
  "skype",
  "spotify",
  "steam",
  "tiktok",
  "twitch",
  "twitter",
  "xbox",
  "youtube",
  ...legacyPlatforms,
] as const;

const flags = {
  verified: Bool,
  friend_sync: Bool,
  show_activity: Bool,
  two_way_link: Bool,
  /** 0: visible only to the owner, 1: visible to everyone. */
  visibility: choice([0, 1]),
};

const integrations = optional(
  list(
    object({
      id: text(),
      type: text(),
      account: object({ id: text(), name: nullable(text()) }),
      guild: object({ id: Snowflake, name: text(), icon: nullable(text()) }),
    }),
  ),
);

/** A connected account. */
export const Connection = object({
  id: text(),
  name: text(),
  type: word(platforms),
  ...flags,
  revoked: optional(Bool),
  /** Omitted over OAuth2. */
  integrations,
});

/** A connection in a world file; absent fields get common defaults. */
export const WorldConnection = object({
  id: optional(text({ min: 1, max: 100 })),
  name: optional(text({ min: 1, max: 100 })),
  type: word(platforms),
  ...optionalFields(flags),
  revoked: optional(Bool),
  integrations,
});

export const listConnections = endpoint({
  id: "users.connections",
  source: "requirements 4.3, 9; protocol: lobbies-and-sdk 9",
  summary: "List the caller's connected accounts; a bearer token requires `connections`.",
  method: "GET",
  path: "/users/@me/connections",
  auth: [bot, bearer("connections"), signedIn],
  replies: { 200: list(Connection) },
  errors: [],
});
