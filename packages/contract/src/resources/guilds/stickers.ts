// Stickers of guilds, and standard stickers, which come with the service in packs. Source:
// protocol: expressions-and-events 1.
import { bot, open, signedIn } from "../../auth.ts";
import { endpoint, none } from "../../endpoint.ts";
import { MissingAccess, MissingPermissions, UnknownGuild } from "../../error.ts";
import { event } from "../../event.ts";
import { limits } from "../../limits/limits.ts";
import {
  Bool,
  choice,
  integer,
  list,
  nullable,
  object,
  optional,
  optionalFields,
  Snowflake,
  tagged,
  text,
} from "../../schema/values.ts";
import { User } from "../users/users.ts";
import {
  stickerFileErrors,
  TooManyStickers,
  UnknownSticker,
  UnknownStickerPack,
} from "./sticker-errors.ts";

/** The types of sticker. */
export const StickerType = { STANDARD: 1, GUILD: 2 } as const;

/** The formats of a sticker's file. */
export const StickerFormat = { PNG: 1, APNG: 2, LOTTIE: 3, GIF: 4 } as const;

const described = {
  id: Snowflake,
  name: text(),
  tags: text(),
  description: nullable(text()),
  format_type: choice(Object.values(StickerFormat)),
};

const ofGuild = {
  ...described,
  type: choice([StickerType.GUILD]),
  available: Bool,
  guild_id: Snowflake,
};

/** A sticker, as all members of its guild can read it. */
export const GuildSticker = object(ofGuild);

/** A sticker with its creator, for members who may create or manage stickers. */
export const GuildStickerWithUser = object({ ...ofGuild, user: optional(User) });

/** A sticker of a pack. */
export const StandardSticker = object({
  ...described,
  type: choice([StickerType.STANDARD]),
  pack_id: Snowflake,
  sort_value: integer(),
});

/** The part of a sticker that is needed to show it. */
export const StickerItem = object({
  id: Snowflake,
  name: text(),
  format_type: choice(Object.values(StickerFormat)),
});

export const StickerPack = object({
  id: Snowflake,
  sku_id: Snowflake,
  name: text(),
  description: nullable(text()),
  stickers: list(StandardSticker),
  cover_sticker_id: optional(Snowflake),
});

const shared = {
  source: "protocol: expressions-and-events 1.3",
  auth: [bot, signedIn],
} as const;
const guildErrors = [UnknownGuild, MissingAccess] as const;

export const listGuildStickers = endpoint({
  ...shared,
  id: "guilds.stickers",
  summary: "List a guild's stickers.",
  method: "GET",
  path: "/guilds/{guild_id}/stickers",
  replies: { 200: list(GuildStickerWithUser) },
  errors: guildErrors,
});

export const getGuildSticker = endpoint({
  ...shared,
  id: "guilds.sticker",
  summary: "Get one sticker of a guild.",
  method: "GET",
  path: "/guilds/{guild_id}/stickers/{sticker_id}",
  replies: { 200: GuildStickerWithUser },
  errors: [...guildErrors, UnknownSticker],
});

const fields = {
  name: text({ min: 2, max: limits.stickerName.value }),
  tags: text({ min: 1, max: limits.stickerTags.value }),
  description: optional(nullable(text({ max: limits.stickerDescription.value }))),
};

export const createGuildSticker = endpoint({
  ...shared,
  id: "guilds.createSticker",
  summary:
    "Create a sticker in a guild, from the form's `file`; requires CREATE_GUILD_EXPRESSIONS.",
  method: "POST",
  path: "/guilds/{guild_id}/stickers",
  multipart: true,
  fileFields: ["file"],
  body: object(fields),
  replies: { 201: GuildStickerWithUser },
  errors: [...guildErrors, MissingPermissions, TooManyStickers, ...stickerFileErrors],
});

export const editGuildSticker = endpoint({
  ...shared,
  id: "guilds.editSticker",
  summary:
    "Update the name, tags or description of a sticker; requires the permissions for deleting it.",
  method: "PATCH",
  path: "/guilds/{guild_id}/stickers/{sticker_id}",
  body: object(optionalFields(fields)),
  replies: { 200: GuildStickerWithUser },
  errors: [...guildErrors, MissingPermissions, UnknownSticker],
});

export const deleteGuildSticker = endpoint({
  ...shared,
  id: "guilds.deleteSticker",
  summary:
    "Delete a sticker: own ones with CREATE_GUILD_EXPRESSIONS, all with MANAGE_GUILD_EXPRESSIONS.",
  method: "DELETE",
  path: "/guilds/{guild_id}/stickers/{sticker_id}",
  replies: { 204: none },
  errors: [...guildErrors, MissingPermissions, UnknownSticker],
});

export const getSticker = endpoint({
  id: "stickers.get",
  source: "protocol: expressions-and-events 1.3",
  summary: "Get any sticker of a pack or a guild, whether or not the caller is in the guild.",
  method: "GET",
  path: "/stickers/{sticker_id}",
  auth: [bot, signedIn],
  replies: { 200: tagged({ 1: StandardSticker, 2: GuildStickerWithUser }) },
  errors: [UnknownSticker],
});

export const listStickerPacks = endpoint({
  id: "stickers.packs",
  source: "protocol: expressions-and-events 1.5",
  summary: "List the sticker packs that come with the service.",
  method: "GET",
  path: "/sticker-packs",
  auth: [open, bot, signedIn],
  replies: { 200: object({ sticker_packs: list(StickerPack) }) },
  errors: [],
});

export const getStickerPack = endpoint({
  id: "stickers.pack",
  source: "protocol: expressions-and-events 1.5",
  summary: "Get one sticker pack.",
  method: "GET",
  path: "/sticker-packs/{pack_id}",
  auth: [bot, signedIn],
  replies: { 200: StickerPack },
  errors: [UnknownStickerPack],
});

export const GuildStickersUpdate = event({
  name: "GUILD_STICKERS_UPDATE",
  source: "protocol: gateway-oauth-limits 4.16",
  summary: "A guild's stickers changed; contains the whole list.",
  scope: "guild",
  intent: { guild: "GUILD_EXPRESSIONS" },
  changesViews: false,
  payload: object({ guild_id: Snowflake, stickers: list(GuildSticker) }),
});
