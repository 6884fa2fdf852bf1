// The emojis of welcome screens and onboarding. Source: protocol: guild-settings 3, 4.1.
import { UnknownEmoji } from "@antechamber/contract/guilds";
import { isEmoji } from "@antechamber/contract/messages";
import { ApiError } from "../../platform/api-error.ts";
import { emojiOf } from "../guilds/emojis.ts";
import type { GuildRecord } from "../guilds/guild.ts";

/** A custom emoji of the guild by its id, or a Unicode emoji by its name. */
interface Named {
  readonly emoji_id?: string | null;
  readonly emoji_name?: string | null;
}

export interface SettingsEmojiRecord {
  readonly id: string | null;
  readonly name: string | null;
  readonly animated: boolean;
}

/** The emoji that a form names; without a name if it names none. @throws UnknownEmoji */
export function settingsEmoji(
  guild: GuildRecord,
  { emoji_id: id = null, emoji_name: name = null }: Named,
): SettingsEmojiRecord {
  if (id !== null) {
    const emoji = emojiOf(guild, id);
    return { id, name: emoji.name, animated: emoji.animated };
  }
  const character = name === "" ? null : name;
  if (character !== null && !isEmoji(character)) throw new ApiError(UnknownEmoji);
  return { id: null, name: character, animated: false };
}
