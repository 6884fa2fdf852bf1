// How large one file may be, which guilds' boosts and people's plans raise.
// Source: protocol: commands-and-interactions 5.1, attachment_size_limit; gateway-oauth-limits 1.7.
import { EntityTooLarge, limits } from "@antechamber/contract";
import { snowflakeKey } from "@antechamber/contract/schema";
import { ApiError } from "../../platform/api-error.ts";
import type { ReadContext } from "../../platform/context.ts";
import { guilds, type GuildRecord } from "../guilds/guild.ts";
import { users, type UserRecord } from "../users/user.ts";

/** By a guild's `premium_tier`. */
const ofTier: Readonly<Record<number, number>> = {
  2: limits.attachmentSizeRaised.value,
  3: limits.attachmentSizeMax.value,
};

/** By a user's `premium_type`. */
const ofPlan: Readonly<Record<number, number>> = {
  1: limits.attachmentSizeRaised.value,
  2: limits.attachmentSizeMax.value,
  3: limits.attachmentSizeRaised.value,
};

/** What a size follows from; nothing of either gives what everyone has. */
export interface Sized {
  readonly guild: Pick<GuildRecord, "premium_tier"> | undefined;
  readonly user: Pick<UserRecord, "premium_type"> | undefined;
}

/** The bytes that one file may have. */
export function fileSizeLimit({ guild, user }: Sized): number {
  const byGuild = ofTier[guild?.premium_tier ?? 0] ?? 0;
  const byUser = ofPlan[user?.premium_type ?? 0] ?? 0;
  return Math.max(limits.attachmentSize.value, byGuild, byUser);
}

interface File {
  readonly bytes: Uint8Array;
}

/** @throws EntityTooLarge for a file that is larger than one may be */
export function requireSizes(files: Iterable<File>, sized: Sized): void {
  const max = fileSizeLimit(sized);
  for (const { bytes } of files) {
    if (bytes.byteLength > max) throw new ApiError(EntityTooLarge);
  }
}

/** Where files go, and who sends them. */
export interface FileOwner {
  readonly guildId: string | undefined;
  readonly senderId: string;
}

/** The same for a place that is looked up only where it could matter. @throws EntityTooLarge */
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
