// The emoji that a path names: a Unicode emoji, or `name:id` for a custom emoji.
import { isEmoji, type ReactionEmoji, UnknownReactionEmoji } from "@antechamber/contract/messages";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import { ApiError } from "../../../platform/api-error.ts";
import type { ReadContext } from "../../../platform/context.ts";
import { applicationEmojis } from "../../applications/application-emojis.ts";
import { members, guilds } from "../../guilds/guild.ts";
import { emojisOf } from "../../guilds/emojis.ts";
import { requireAllOf } from "../../guilds/caller-permissions.ts";

/** An emoji as a path names it: a custom emoji is identified by its id alone. */
export type NamedEmoji = Pick<Static<typeof ReactionEmoji>, "id" | "name">;

/** Libraries write `a:` before the name of an animated emoji, and people put brackets around it. */
const CUSTOM = /^(?:a?:)?([A-Za-z0-9_]{1,32}):([0-9]{1,19})$/;

/** @throws UnknownReactionEmoji for text that names no emoji */
export function namedEmoji(text: string): NamedEmoji {
  const [, name, id] = CUSTOM.exec(text.replaceAll(/^<|>$/g, "")) ?? [];
  if (name !== undefined && id !== undefined) return { id: BigInt(id).toString(), name };
  if (!isEmoji(text)) throw new ApiError(UnknownReactionEmoji);
  return { id: null, name: text };
}

/** The user who wants to use an emoji, and where. */
export interface EmojiUse {
  readonly userId: string;
  readonly guildId: string | undefined;
  readonly permissions: bigint;
}

/**
 * The complete emoji, if its user may use it: a Unicode emoji, one of their own application, or one
 * of a guild that they are in. Emojis of other guilds need USE_EXTERNAL_EMOJIS.
 *
 * @throws UnknownReactionEmoji, MissingPermissions
 */
export async function usableEmoji(
  ctx: ReadContext,
  named: NamedEmoji,
  { userId, guildId, permissions }: EmojiUse,
): Promise<Static<typeof ReactionEmoji>> {
  if (named.id === null) return named;
  const applicationEmoji = await ctx.tx.get(applicationEmojis, snowflakeKey(named.id));
  // A bot's user has its application's id.
  if (applicationEmoji?.application_id === userId) return shown(applicationEmoji);
  const own = await ctx.tx.find(members, { index: "user", value: userId });
  // The guild itself comes first: most emojis in use are its own.
  const here = own.filter(({ guild_id }) => guild_id === guildId);
  const elsewhere = own.filter(({ guild_id }) => guild_id !== guildId);
  for (const { guild_id, roles } of [...here, ...elsewhere]) {
    const guild = await ctx.tx.get(guilds, snowflakeKey(guild_id));
    const emoji = guild && emojisOf(guild).find(({ id }) => id === named.id);
    if (emoji === undefined) continue;
    const isForThem = emoji.roles.length === 0 || emoji.roles.some((id) => roles.includes(id));
    if (!isForThem || !emoji.available) break;
    if (guild_id !== guildId) requireAllOf(permissions, "USE_EXTERNAL_EMOJIS");
    return shown(emoji);
  }
  throw new ApiError(UnknownReactionEmoji);
}

function shown({ id, name, animated }: { id: string; name: string; animated: boolean }) {
  return { id, name, ...(animated ? { animated } : {}) };
}
