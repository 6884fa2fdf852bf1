import { bearer, bearerElseUnauthorized, bot, signedIn } from "../../auth.ts";
import { InvalidForm, UnknownUser } from "../../error.ts";
import { endpoint } from "../../endpoint.ts";
import {
  anything,
  Bool,
  integer,
  list,
  nullable,
  object,
  optional,
  refine,
  Snowflake,
  text,
  type Report,
} from "../../schema/values.ts";
import { ImageData } from "./images.ts";

const publicFields = {
  id: Snowflake,
  username: text(),
  discriminator: text(),
  global_name: nullable(text()),
  avatar: nullable(text()),
  bot: optional(Bool),
  system: optional(Bool),
  banner: nullable(text()),
  accent_color: nullable(integer()),
  public_flags: integer(),
  flags: integer({ width: "int53" }),
  avatar_decoration_data: nullable(anything<object>()),
  collectibles: nullable(anything<object>()),
  primary_guild: nullable(anything<object>()),
};

/**
 * A user, as everyone can read them. Source: protocol: commands-and-interactions 5, machine
 * specification.
 */
export const User = object(publicFields);

/**
 * A user, as they can read themselves. `email` and `verified` are present for callers that may read
 * them.
 */
export const OwnUser = object({
  ...publicFields,
  mfa_enabled: Bool,
  locale: text(),
  premium_type: integer(),
  email: optional(nullable(text())),
  verified: optional(Bool),
});

export const getCurrentUser = endpoint({
  id: "users.me",
  source: "protocol: gateway-oauth-limits 5.10, lobbies-and-sdk 1.1",
  summary:
    "Get the caller's user; a bearer token requires `identify`, and `email` for the address.",
  method: "GET",
  path: "/users/@me",
  auth: [bot, bearerElseUnauthorized("identify"), signedIn],
  replies: { 200: OwnUser },
  errors: [],
});

/** Texts that a username must not contain, and reserved names. */
const forbidden = ["discord", "@", "#", ":", "```"];
const reserved = ["everyone", "here"];

/** Reports a name that would read as a mention. Source: MinnDevelopment/discord-webhooks#100. */
export function reportReserved(name: string, report: Report): void {
  if (!reserved.includes(name.trim().toLowerCase())) return;
  report([], "USERNAME_INVALID", `Username cannot be "${name.trim()}"`);
}

/** A new username. Source: protocol: webhooks-and-applications 4.1. */
const Username = refine(text({ min: 2, max: 32 }), (name, report) => {
  for (const word of forbidden) {
    if (!name.toLowerCase().includes(word)) continue;
    report([], "USERNAME_INVALID_CONTAINS", `Username cannot contain "${word}"`);
  }
  reportReserved(name, report);
});

export const editCurrentUser = endpoint({
  id: "users.editMe",
  source: "protocol: webhooks-and-applications 4.1",
  summary: "Update the caller's username, avatar or banner; null removes a picture.",
  method: "PATCH",
  path: "/users/@me",
  auth: [bot, signedIn],
  body: object({
    username: optional(Username),
    avatar: optional(nullable(ImageData)),
    banner: optional(nullable(ImageData)),
  }),
  replies: { 200: OwnUser },
  errors: [InvalidForm],
});

export const getUser = endpoint({
  id: "users.get",
  source: "protocol: gateway-oauth-limits 5.10",
  summary: "Get a user by id.",
  method: "GET",
  path: "/users/{user_id}",
  auth: [bot, signedIn],
  replies: { 200: User },
  errors: [UnknownUser],
});

/** A guild in the list of the user's own guilds. */
export const OwnGuild = object({
  id: Snowflake,
  name: text(),
  icon: nullable(text()),
  banner: nullable(text()),
  owner: Bool,
  permissions: text(),
  permissions_new: text(),
  features: list(text()),
  approximate_member_count: optional(integer()),
  approximate_presence_count: optional(integer()),
});

export const listCurrentUserGuilds = endpoint({
  id: "users.guilds",
  source: "protocol: gateway-oauth-limits 5.12",
  summary: "List the caller's guilds in order of id, at most 200 per page.",
  method: "GET",
  path: "/users/@me/guilds",
  auth: [bot, bearer("guilds"), signedIn],
  query: object({
    before: optional(Snowflake),
    after: optional(Snowflake),
    limit: optional(integer({ min: 1, max: 200 })),
    with_counts: optional(Bool),
    /**
     * Only the guilds of this shard; the number of shards is the one that `/gateway/bot`
     * recommends.
     */
    shard: optional(integer({ min: 0 })),
  }),
  replies: { 200: list(OwnGuild) },
  errors: [],
});
