// How large one file may be. Boosts of the guild and premium plans of the user raise the limit.
// Source: protocol: commands-and-interactions 5.1, attachment_size_limit; gateway-oauth-limits 1.7.
import { EntityTooLarge, limits } from "@antechamber/contract";
import { snowflakeKey } from "@antechamber/contract/schema";
import { ApiError } from "../../platform/api-error.ts";
import type { ReadContext } from "../../platform/context.ts";
import { guilds, type GuildRecord } from "../guilds/guild.ts";
import { users, type UserRecord } from "../users/user.ts";

/** Limits by a guild's `premium_tier`. */
const ofTier: Readonly<Record<number, number>> = {
  2: limits.attachmentSizeRaised.value,
  3: limits.attachmentSizeMax.value,
};

/** Limits by a user's `premium_type`. */
const ofPlan: Readonly<Record<number, number>> = {
  1: limits.attachmentSizeRaised.value,
  2: limits.attachmentSizeMax.value,
  3: limits.attachmentSizeRaised.value,
};

/** The guild and user that a limit depends on; without either, the default applies. */
export interface UploadLimitBasis {
  readonly guild: Pick<GuildRecord, "premium_tier"> | undefined;
  readonly user: Pick<UserRecord, "premium_type"> | undefined;
}

/** The largest size of one file, in bytes. */
export function fileSizeLimit({ guild, user }: UploadLimitBasis): number {
  const byGuild = ofTier[guild?.premium_tier ?? 0] ?? 0;
  const byUser = ofPlan[user?.premium_type ?? 0] ?? 0;
  return Math.max(limits.attachmentSize.value, byGuild, byUser);
}

interface File {
  readonly bytes: Uint8Array;
}

/** @throws EntityTooLarge for a file that exceeds the limit */
export function requireSizes(files: Iterable<File>, sized: UploadLimitBasis): void {
  const max = fileSizeLimit(sized);
  for (const { bytes } of files) {
    if (bytes.byteLength > max) throw new ApiError(EntityTooLarge);
  }
}

/** Where files are uploaded, and by whom. */
export interface FileOwner {
  readonly guildId: string | undefined;
  readonly senderId: string;
}

/**
 * Like `requireSizes`, but looks the guild and user up only if they could matter.
 *
 * @throws EntityTooLarge
 */
export async function requireSizesIn(
  ctx: ReadContext,
  files: readonly File[],
  { guildId, senderId }: FileOwner,
): Promise<void> {
  if (files.every(({ bytes }) => bytes.byteLength <= limits.attachmentSize.value)) return;
  const [guild, user] = await Promise.all([
    guildId === undefined ? undefined : ctx.tx.get(guilds, snowflakeKey(guildId)),
    ctx.tx.get(users, snowflakeKey(senderId)),
  ]);
  requireSizes(files, { guild, user });
}
