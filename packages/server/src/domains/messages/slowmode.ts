// Slowmode: how long users wait between two messages in one channel, and between two threads that
// they begin there. Source: requirements 9 (BYPASS_SLOWMODE), protocol: gateway-oauth-limits 2.1;
// the reference's public page on channels for threads.
import { holdsSplit } from "@antechamber/contract";
import { SlowmodeActive } from "@antechamber/contract/messages";
import { tooManyRequests } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import { isFromBeforeSetBack } from "../../platform/time/set-back.ts";
import { tableOf } from "../../platform/store.ts";
import { compoundKey } from "../../platform/records/compound-keys.ts";
import type { ChannelRecord } from "../guilds/guild.ts";
import type { UserRecord } from "../users/user.ts";

interface LastSending {
  readonly channel_id: string;
  readonly user_id: string;
  /** Set for the user's last new thread, which has an interval separate from that of messages. */
  readonly beginsThread?: true;
  /** Unix milliseconds. */
  readonly at: number;
}

/** When each user last sent a message or began a thread in a channel with slowmode. */
export const slowmodeTimes = tableOf<LastSending>()({
  name: "last_sending",
  key: ({ channel_id, user_id, beginsThread }) =>
    compoundKey(channel_id, user_id) + (beginsThread === true ? ":thread" : ""),
});

/** The user who wants to send a message or begin a thread. */
interface Turn {
  readonly user: UserRecord;
  readonly permissions: bigint;
  readonly beginsThread?: true;
}

/**
 * Requires that a user's interval in a channel has passed, and starts the next. Bots never wait.
 *
 * @throws SlowmodeActive
 */
export async function awaitTurn(
  ctx: Context,
  { id: channel_id, rate_limit_per_user: seconds = 0 }: ChannelRecord,
  { user, permissions, ...what }: Turn,
): Promise<void> {
  const mayHurry = user.bot === true || holdsSplit(permissions, "BYPASS_SLOWMODE", ctx.now);
  if (seconds === 0 || mayHurry) return;
  const turn = { channel_id, user_id: user.id, ...what, at: ctx.now };
  const last = await ctx.tx.get(slowmodeTimes, slowmodeTimes.key(turn));
  const counts = last !== undefined && !isFromBeforeSetBack(last.at, ctx.now);
  const waitMs = counts ? last.at + seconds * 1000 - ctx.now : 0;
  if (waitMs > 0) throw tooManyRequests(SlowmodeActive, waitMs);
  ctx.tx.put(slowmodeTimes, turn);
}
