// A guild's own emojis. Source: machine specification; requirements 9 for who may add them.
import { bot, signedIn } from "../../auth.ts";
import { endpoint, none } from "../../endpoint.ts";
import { MissingAccess, MissingPermissions, UnknownGuild, UnknownRole } from "../../error.ts";
import { event } from "../../event.ts";
import { limits } from "../../limits/limits.ts";
import { error } from "../../transport-errors.ts";
import { Bool, list, nullable, object, optional, Snowflake, text } from "../../schema/values.ts";
import { ImageData } from "../users/images.ts";
import { User } from "../users/users.ts";

export const UnknownEmoji = error({
  name: "UnknownEmoji",
  status: 404,
  code: 10014,
  message: "Unknown Emoji",
  source: "assumed: the reference's documented code",
});
export const TooManyEmojis = error({
  name: "TooManyEmojis",
  status: 400,
  code: 30008,
  message: `Maximum number of emojis reached (${limits.emojis.value})`,
  source:
    "giorgi-o/SkinPeek#22: the number is that of the guild's slots; the HTTP status is assumed",
});
export const TooManyAnimatedEmojis = error({
  name: "TooManyAnimatedEmojis",
  status: 400,
  code: 30018,
  message: `Maximum number of animated emojis reached (${limits.emojis.value})`,
  source: "assumed: the reference's documented code; the HTTP status is not public",
});

const emoji = {
  id: Snowflake,
  name: text(),
  roles: list(Snowflake),
  require_colons: Bool,
  managed: Bool,
  animated: Bool,
  available: Bool,
};

/** An emoji, as all members of its guild can read it. */
export const Emoji = object(emoji);

/** An emoji with its creator, for members who may create or manage emojis. */
export const EmojiWithUser = object({ ...emoji, user: optional(User) });

const shared = {
  source: "requirements 9; machine specification",
  auth: [bot, signedIn],
} as const;
const guildErrors = [UnknownGuild, MissingAccess] as const;

export const listGuildEmojis = endpoint({
  ...shared,
  id: "guilds.emojis",
  summary: "List a guild's emojis.",
  method: "GET",
  path: "/guilds/{guild_id}/emojis",
  replies: { 200: list(EmojiWithUser) },
  errors: guildErrors,
});

export const getGuildEmoji = endpoint({
  ...shared,
  id: "guilds.emoji",
  summary: "Get one emoji of a guild.",
  method: "GET",
  path: "/guilds/{guild_id}/emojis/{emoji_id}",
  replies: { 200: EmojiWithUser },
  errors: [...guildErrors, UnknownEmoji],
});

const named = text({ min: 2, max: 32, pattern: "^[A-Za-z0-9_]+$" });
const forRoles = list(Snowflake, { max: 250, unique: true, sparse: true });

export const createGuildEmoji = endpoint({
  ...shared,
  id: "guilds.createEmoji",
  summary: "Create an emoji in a guild; requires CREATE_GUILD_EXPRESSIONS.",
  method: "POST",
  path: "/guilds/{guild_id}/emojis",
  body: object({
    name: named,
    image: ImageData,
    roles: optional(forRoles),
  }),
  replies: { 201: EmojiWithUser },
  errors: [...guildErrors, MissingPermissions, TooManyAnimatedEmojis, TooManyEmojis, UnknownRole],
});

export const editGuildEmoji = endpoint({
  ...shared,
  id: "guilds.editEmoji",
  summary: "Update the name or the roles of an emoji; requires the permissions for deleting it.",
  method: "PATCH",
  path: "/guilds/{guild_id}/emojis/{emoji_id}",
  body: object({ name: optional(named), roles: optional(nullable(forRoles)) }),
  replies: { 200: EmojiWithUser },
  errors: [...guildErrors, MissingPermissions, UnknownEmoji, UnknownRole],
});

export const deleteGuildEmoji = endpoint({
  ...shared,
  id: "guilds.deleteEmoji",
  summary:
    "Delete an emoji: own ones with CREATE_GUILD_EXPRESSIONS, all with MANAGE_GUILD_EXPRESSIONS.",
  method: "DELETE",
  path: "/guilds/{guild_id}/emojis/{emoji_id}",
  replies: { 204: none },
  errors: [...guildErrors, MissingPermissions, UnknownEmoji],
});

export const GuildEmojisUpdate = event({
  name: "GUILD_EMOJIS_UPDATE",
  source: "protocol: gateway-oauth-limits 4.16",
  summary: "A guild's emojis changed; contains the whole list.",
  scope: "guild",
  intent: { guild: "GUILD_EXPRESSIONS" },
  changesViews: false,
  payload: object({ guild_id: Snowflake, emojis: list(Emoji) }),
});
