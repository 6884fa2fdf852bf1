// A guild's own emojis. The guild's record lists them; their pictures and creators are records of
// their own. Source: requirements 9, machine specification.
import { UnknownRole } from "@antechamber/contract";
import {
  GuildEmojisUpdate,
  TooManyAnimatedEmojis,
  TooManyEmojis,
  UnknownEmoji,
  type createGuildEmoji,
  type editGuildEmoji,
  type Emoji,
  type EmojiWithUser,
} from "@antechamber/contract/guilds";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import { ApiError } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { tableOf } from "../../platform/store.ts";
import { compoundKey } from "../../platform/records/compound-keys.ts";
import { isSameJson } from "../../platform/records/same-json.ts";
import { emojiPicture, isAnimated, storePicture } from "../users/image.ts";
import { emojisAfterRemoval, emojiSlots } from "./expression-slots.ts";
import { adderFor, mayChange, requireChanging } from "./expressions.ts";
import { guilds, roles, type GuildRecord, type RoleRecord } from "./guild.ts";
import { entryFields, writeAuditLog } from "./audit-log/write.ts";
import type { PermissionContext } from "./permissions.ts";

type EmojiEntry = Static<typeof Emoji>;

/** The creator of an emoji, and the hash of its picture, which emojis of a world file may lack. */
export interface EmojiImage {
  readonly id: string;
  readonly guild_id: string;
  /** Absent if the creator was gone when a world file was written. */
  readonly user_id?: string;
  readonly image?: string;
}

export const emojiImages = tableOf<EmojiImage>()({
  name: "emoji_origin",
  key: (emoji) => snowflakeKey(emoji.id),
  indexes: { guild: (emoji) => emoji.guild_id },
});

/** The emojis of a guild; those from a world file may lack fields. */
export function emojisOf({ emojis }: GuildRecord): readonly EmojiEntry[] {
  return emojis as readonly EmojiEntry[];
}

/** @throws UnknownEmoji */
export function emojiOf(guild: GuildRecord, id: string): EmojiEntry {
  const emoji = emojisOf(guild).find((each) => each.id === id);
  if (emoji === undefined) throw new ApiError(UnknownEmoji);
  return emoji;
}

/** An emoji for a member; its creator is shown to members who may add or manage emojis. */
export async function emojiView(
  ctx: ReadContext,
  permissionContext: PermissionContext,
  emoji: EmojiEntry,
): Promise<Static<typeof EmojiWithUser>> {
  const findAdder = async () => (await ctx.tx.get(emojiImages, snowflakeKey(emoji.id)))?.user_id;
  return { ...emoji, ...(await adderFor(ctx, permissionContext, findAdder)) };
}

/**
 * An emoji that a member asks for by its id: its creator is shown to members who may change it.
 *
 * @source the reference's public page on emojis, "Get Guild Emoji"
 */
export async function singleEmojiView(
  ...[ctx, permissionContext, emoji]: Parameters<typeof emojiView>
): ReturnType<typeof emojiView> {
  const view = await emojiView(ctx, permissionContext, emoji);
  return mayChange(permissionContext, view.user?.id) ? view : emoji;
}

/** @throws TooManyEmojis, TooManyAnimatedEmojis */
function requireRoom(guild: GuildRecord, animated: boolean): void {
  const alike = emojisOf(guild).filter((each) => each.animated === animated);
  const slots = emojiSlots(guild);
  if (alike.length < slots) return;
  const message = `Maximum number of ${animated ? "animated " : ""}emojis reached (${slots})`;
  throw new ApiError(animated ? TooManyAnimatedEmojis : TooManyEmojis, { message });
}

/** @throws UnknownRole */
async function requireRoles(
  ctx: ReadContext,
  guild: GuildRecord,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    const role = await ctx.tx.get(roles, compoundKey(guild.id, id));
    if (role === undefined) throw new ApiError(UnknownRole);
  }
}

/** Adds an emoji. @throws TooManyEmojis, TooManyAnimatedEmojis, UnknownRole, InvalidForm */
export async function addEmoji(
  ctx: Context,
  { guild, member }: PermissionContext,
  draft: Static<(typeof createGuildEmoji)["body"]>,
): Promise<EmojiEntry> {
  const picture = emojiPicture(draft.image);
  const animated = isAnimated(picture);
  requireRoom(guild, animated);
  await requireRoles(ctx, guild, draft.roles ?? []);
  const id = ctx.id();
  const image = await storePicture(ctx, picture);
  ctx.tx.put(emojiImages, { id, guild_id: guild.id, user_id: member.user_id, image });
  const emoji: EmojiEntry = {
    id,
    name: draft.name,
    roles: draft.roles ?? [],
    require_colons: true,
    managed: false,
    animated,
    available: true,
  };
  storeEmojis(ctx, guild, [...emojisOf(guild), emoji]);
  writeAuditLog(ctx, "EMOJI_CREATE", { ...entryFields(member, id), after: emoji });
  return emoji;
}

/** An emoji that a member may change: their own, or any. @throws UnknownEmoji, MissingPermissions */
async function changeableEmoji(
  ctx: ReadContext,
  permissionContext: PermissionContext,
  id: string,
): Promise<EmojiEntry> {
  const emoji = emojiOf(permissionContext.guild, id);
  const origin = await ctx.tx.get(emojiImages, snowflakeKey(id));
  requireChanging(permissionContext, origin?.user_id);
  return emoji;
}

interface EmojiEdit {
  readonly id: string;
  readonly change: () => Static<(typeof editGuildEmoji)["body"]>;
}

/**
 * Renames an emoji, or sets the roles that may use it.
 *
 * @throws UnknownEmoji, MissingPermissions, UnknownRole
 */
export async function editEmoji(
  ctx: Context,
  permissionContext: PermissionContext,
  { id, change: read }: EmojiEdit,
): Promise<EmojiEntry> {
  const { guild } = permissionContext;
  const emoji = await changeableEmoji(ctx, permissionContext, id);
  const form = read();
  const forRoles = form.roles === undefined ? emoji.roles : (form.roles ?? []);
  await requireRoles(ctx, guild, form.roles ?? []);
  const changed = { ...emoji, name: form.name ?? emoji.name, roles: [...forRoles] };
  if (isSameJson(changed, emoji)) return emoji;
  storeEmojis(
    ctx,
    guild,
    emojisOf(guild).map((each) => (each.id === id ? changed : each)),
  );
  const { member } = permissionContext;
  writeAuditLog(ctx, "EMOJI_UPDATE", { ...entryFields(member, id), before: emoji, after: changed });
  return changed;
}

/** Deletes an emoji. @throws UnknownEmoji, MissingPermissions */
export async function removeEmoji(
  ctx: Context,
  permissionContext: PermissionContext,
  id: string,
): Promise<void> {
  const { guild, member } = permissionContext;
  const emoji = await changeableEmoji(ctx, permissionContext, id);
  ctx.tx.delete(emojiImages, snowflakeKey(id));
  storeEmojis(
    ctx,
    guild,
    emojisAfterRemoval(
      emojisOf(guild).filter((each) => each.id !== id),
      guild,
    ),
  );
  writeAuditLog(ctx, "EMOJI_DELETE", { ...entryFields(member, id), before: emoji });
}

/** Removes a deleted role from the emojis that are restricted to it. */
export async function removeRoleFromEmojis(
  ctx: Context,
  { guild_id, id }: Pick<RoleRecord, "guild_id" | "id">,
): Promise<void> {
  const guild = await ctx.tx.get(guilds, snowflakeKey(guild_id));
  if (guild === undefined) return;
  const emojis = emojisOf(guild);
  if (!emojis.some((emoji) => emoji.roles.includes(id))) return;
  storeEmojis(
    ctx,
    guild,
    emojis.map((emoji) => ({ ...emoji, roles: emoji.roles.filter((each) => each !== id) })),
  );
}

/** Deletes the pictures and creators of a deleted guild's emojis. */
export async function dropEmojis(ctx: Context, guildId: string): Promise<void> {
  for (const { id } of await ctx.tx.find(emojiImages, { index: "guild", value: guildId })) {
    ctx.tx.delete(emojiImages, snowflakeKey(id));
  }
}

function storeEmojis(ctx: Context, guild: GuildRecord, emojis: readonly EmojiEntry[]): void {
  ctx.tx.put(guilds, { ...guild, emojis: [...emojis] });
  const payload = { guild_id: guild.id, emojis: [...emojis] };
  ctx.emit(GuildEmojisUpdate, { kind: "guild", guild_id: guild.id }, payload);
}
