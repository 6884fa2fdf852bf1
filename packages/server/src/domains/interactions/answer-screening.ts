// Matches public answers of applications that only a user installed against the guild's rules, as
// if the user had written them. An answer that is blocked is shown to the user alone; a change of
// one cannot be, and is refused. Source: protocol: auto-moderation 3.
import { MessageFlag } from "@antechamber/contract/messages";
import { snowflakeKey } from "@antechamber/contract/schema";
import type { ReadContext } from "../../platform/context.ts";
import { channels } from "../guilds/guild.ts";
import { requireUnblocked, screeningResult } from "../messages/auto-moderation/screening.ts";
import type { Writing } from "../messages/auto-moderation/writing.ts";
import type { MessageRecord } from "../messages/message.ts";
import { users } from "../users/user.ts";
import type { InteractionRecord } from "./interaction.ts";

async function writingOf(
  ctx: ReadContext,
  { isUserInstallOnly, user_id, channel_id }: InteractionRecord,
  text: string,
): Promise<Writing | undefined> {
  if (!isUserInstallOnly) return undefined;
  const user = await ctx.tx.get(users, snowflakeKey(user_id));
  const channel = await ctx.tx.get(channels, snowflakeKey(channel_id));
  if (user === undefined || channel === undefined) return undefined;
  return { user, channel, text, kind: "message" };
}

/** True if a rule of the guild blocks an answer with this text. */
export async function isBlocked(
  ctx: ReadContext,
  interaction: InteractionRecord,
  text: string,
): Promise<boolean> {
  const writing = await writingOf(ctx, interaction, text);
  return writing !== undefined && (await screeningResult(ctx, writing)).blocking !== undefined;
}

/** Refuses a text for a message that others see, if a rule blocks it. @throws MessageBlocked */
export async function requireUnblockedChange(
  ctx: ReadContext,
  interaction: InteractionRecord,
  { message, text }: { readonly message: MessageRecord; readonly text: string },
): Promise<void> {
  if ((message.flags & MessageFlag.EPHEMERAL) !== 0) return;
  const writing = await writingOf(ctx, interaction, text);
  if (writing !== undefined) await requireUnblocked(ctx, writing);
}
