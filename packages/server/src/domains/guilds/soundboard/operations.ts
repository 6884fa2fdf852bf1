// Adding, changing and deleting sounds of a guild. Source: protocol: expressions-and-events 2.2.
import { limits } from "@antechamber/contract";
import {
  GuildSoundboardSoundCreate,
  GuildSoundboardSoundDelete,
  GuildSoundboardSoundUpdate,
  soundIn,
  TooManySounds,
  type createGuildSound,
  type editGuildSound,
} from "@antechamber/contract/guilds";
import type { Static } from "@antechamber/contract/schema";
import { ApiError, invalidForm } from "../../../platform/api-error.ts";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { isSameJson } from "../../../platform/records/same-json.ts";
import { storePicture } from "../../users/image.ts";
import { entryFields, writeAuditLog } from "../audit-log/write.ts";
import { emojiOf } from "../emojis.ts";
import { freeSoundSlot } from "./sound-slots.ts";
import { requireChanging } from "../expressions.ts";
import type { GuildRecord } from "../guild.ts";
import type { PermissionContext } from "../permissions.ts";
import { guildSounds, soundOf, soundSlots, soundView, type SoundRecord } from "./sound.ts";
import { soundFile } from "./sound-files.ts";

type Draft = Static<(typeof createGuildSound)["body"]>;
type Change = Static<(typeof editGuildSound)["body"]>;

/** The sound file in a data URI. @throws InvalidForm if it is not a usable sound */
function fileIn(uri: string) {
  const base64 = soundIn(uri) ?? "";
  const bytes = Buffer.from(base64, "base64");
  const max = limits.soundSize.value;
  if (bytes.byteLength > max) {
    const message = `File cannot be larger than ${(max / 1024).toFixed(1)} kb.`;
    throw invalidForm({ path: ["sound"], code: "BINARY_TYPE_MAX_SIZE", message });
  }
  const file = soundFile(bytes);
  if (file === undefined) {
    throw invalidForm({ path: ["sound"], code: "SOUND_INVALID", message: "Invalid sound data" });
  }
  if (file.durationMs > limits.soundDuration.value) {
    const message = `A sound cannot be longer than ${limits.soundDuration.value / 1000} seconds.`;
    throw invalidForm({ path: ["sound"], code: "SOUND_TOO_LONG", message });
  }
  return { contentType: file.contentType, base64 };
}

type Emoji = Pick<SoundRecord, "emoji_id" | "emoji_name">;

/** A custom emoji takes precedence over a Unicode emoji. @throws UnknownEmoji */
function emojiIn(guild: GuildRecord, { emoji_id, emoji_name }: Partial<Emoji>): Emoji {
  if (emoji_id === undefined || emoji_id === null) {
    return { emoji_id: null, emoji_name: emoji_name ?? null };
  }
  return { emoji_id: emojiOf(guild, emoji_id).id, emoji_name: null };
}

/** Adds a sound. @throws InvalidForm, TooManySounds, UnknownEmoji */
export async function addSound(
  ctx: Context,
  { guild, member }: PermissionContext,
  draft: Draft,
): Promise<SoundRecord> {
  const file = fileIn(draft.sound);
  const count = await ctx.tx.count(guildSounds, { index: "guild", value: guild.id });
  if (count >= soundSlots(guild)) throw new ApiError(TooManySounds);
  const emoji = emojiIn(guild, draft);
  const sound: SoundRecord = {
    sound_id: ctx.id(),
    guild_id: guild.id,
    user_id: member.user_id,
    name: draft.name,
    volume: draft.volume ?? 1,
    ...emoji,
    available: true,
    sound: await storePicture(ctx, file),
  };
  ctx.tx.put(guildSounds, sound);
  ctx.emit(GuildSoundboardSoundCreate, scopeOf(sound), soundView(sound));
  const about = entryFields(member, sound.sound_id);
  writeAuditLog(ctx, "SOUNDBOARD_SOUND_CREATE", { ...about, after: sound });
  return sound;
}

function scopeOf({ guild_id }: SoundRecord) {
  return { kind: "guild", guild_id } as const;
}

/** A sound that a member may change: their own, or any. @throws UnknownSound, MissingPermissions */
async function changeableSound(
  ctx: ReadContext,
  permissionContext: PermissionContext,
  id: string,
): Promise<SoundRecord> {
  const sound = await soundOf(ctx, permissionContext.guild.id, id);
  requireChanging(permissionContext, sound.user_id);
  return sound;
}

/** Changes a sound; its file stays. @throws UnknownSound, MissingPermissions, UnknownEmoji */
export async function editSound(
  ctx: Context,
  permissionContext: PermissionContext,
  { id, change: read }: { readonly id: string; readonly change: () => Change },
): Promise<SoundRecord> {
  const { guild, member } = permissionContext;
  const before = await changeableSound(ctx, permissionContext, id);
  const { name = before.name, volume = before.volume, emoji_id, emoji_name } = read();
  const isOther = emoji_id !== undefined || emoji_name !== undefined;
  const after: SoundRecord = {
    ...before,
    name,
    volume: volume ?? 1,
    ...(isOther ? emojiIn(guild, { emoji_id, emoji_name } as Partial<Emoji>) : {}),
  };
  if (isSameJson(after, before)) return before;
  ctx.tx.put(guildSounds, after);
  ctx.emit(GuildSoundboardSoundUpdate, scopeOf(after), soundView(after));
  writeAuditLog(ctx, "SOUNDBOARD_SOUND_UPDATE", { ...entryFields(member, id), before, after });
  return after;
}

/** Deletes a sound. @throws UnknownSound, MissingPermissions */
export async function removeSound(
  ctx: Context,
  permissionContext: PermissionContext,
  id: string,
): Promise<void> {
  const sound = await changeableSound(ctx, permissionContext, id);
  const { sound_id, guild_id } = sound;
  ctx.tx.delete(guildSounds, guildSounds.key(sound));
  ctx.emit(GuildSoundboardSoundDelete, scopeOf(sound), { sound_id, guild_id });
  await freeSoundSlot(ctx, permissionContext.guild);
  const about = entryFields(permissionContext.member, id);
  writeAuditLog(ctx, "SOUNDBOARD_SOUND_DELETE", { ...about, before: sound });
}
