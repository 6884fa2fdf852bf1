// How long people wait between two messages of one channel. Source: requirements 9 (BYPASS_SLOWMODE),
// protocol: gateway-oauth-limits 2.1.
import { holdsSplit } from "@antechamber/contract";
import { SlowmodeActive } from "@antechamber/contract/messages";
import { tooSoon } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import { isFromBeforeSetBack } from "../../platform/time/set-back.ts";
import { tableOf } from "../../platform/store.ts";
import { compoundKey } from "../../platform/compound-keys.ts";
import type { ChannelRecord } from "../guilds/guild.ts";
import type { UserRecord } from "../users/user.ts";

interface LastSending {
  readonly channel_id: string;
  readonly user_id: string;
  /** Unix milliseconds. */
  readonly at: number;
}

/** When each person last wrote to a channel that makes them wait. */
export const slowmodeTimes = tableOf<LastSending>()({
  name: "last_sending",
  key: (sending) => compoundKey(sending.channel_id, sending.user_id),
});

/** Bots never wait. @throws SlowmodeActive */
export async function awaitTurn(
  ctx: Context,
  { id: channel_id, rate_limit_per_user: seconds = 0 }: ChannelRecord,
  { user, permissions }: { readonly user: UserRecord; readonly permissions: bigint },
): Promise<void> {
  const mayHurry = user.bot === true || holdsSplit(permissions, "BYPASS_SLOWMODE", ctx.now);
  if (seconds === 0 || mayHurry) return;
  const last = await ctx.tx.get(slowmodeTimes, compoundKey(channel_id, user.id));
  const counts = last !== undefined && !isFromBeforeSetBack(last.at, ctx.now);
  const waitMs = counts ? last.at + seconds * 1000 - ctx.now : 0;
  if (waitMs > 0) throw tooSoon(SlowmodeActive, waitMs);
  ctx.tx.put(slowmodeTimes, { channel_id, user_id: user.id, at: ctx.now });
}
