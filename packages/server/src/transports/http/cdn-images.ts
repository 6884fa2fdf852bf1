// Pictures of applications, guilds, people, members, events and emojis. Source: protocol:
// gateway-oauth-limits 1.8. Formats and sizes that are asked for are not made: a picture comes as it
// was given.
import { ageKey } from "@antechamber/contract";
import { emojiOrigins } from "../../domains/guilds/emojis.ts";
import { images, type ImageRecord } from "../../domains/users/image.ts";
import type { Work } from "../../platform/work.ts";

/** Where pictures are found; `:picture` is a hash, and an emoji's id for emojis. */
export const imagePaths = [
  "/cdn/app-icons/:application_id/:picture",
  "/cdn/icons/:guild_id/:picture",
  "/cdn/splashes/:guild_id/:picture",
  "/cdn/banners/:owner_id/:picture",
  "/cdn/avatars/:user_id/:picture",
  "/cdn/role-icons/:role_id/:picture",
  "/cdn/guilds/:guild_id/users/:user_id/avatars/:picture",
  "/cdn/guilds/:guild_id/users/:user_id/banners/:picture",
  "/cdn/guild-events/:event_id/:picture",
] as const;

export const EMOJI_PATH = "/cdn/emojis/:picture";

/** A file's name without its format. */
function stemOf(file: string): string | undefined {
  return /^(a_[0-9a-f]{32}|[0-9a-f]{1,32})\.(?:png|jpe?g|webp|gif|avif)$/.exec(file)?.[1];
}

/** The picture with a hash, or undefined. */
export async function storedImage(work: Work, file: string): Promise<ImageRecord | undefined> {
  const hash = stemOf(file);
  return hash === undefined ? undefined : work.read(({ tx }) => tx.get(images, hash));
}

/** The picture of an emoji, or undefined. */
export async function storedEmoji(work: Work, file: string): Promise<ImageRecord | undefined> {
  const id = stemOf(file);
  if (id === undefined || !/^[0-9]{1,20}$/.test(id)) return undefined;
  return work.read(async ({ tx }) => {
    const origin = await tx.get(emojiOrigins, ageKey(id));
    return origin && tx.get(images, origin.image);
  });
}
