// Reacting as a simulated user through the control plane. Source: product.md, Simulated users.
import { reactAsUser } from "@antechamber/contract/control";
import { snowflakeKey } from "@antechamber/contract/schema";
import type { ReadContext } from "../../platform/context.ts";
import { handle, reply, type Binding } from "../../platform/handler.ts";
import { emojisOf } from "../../domains/guilds/emojis.ts";
import { guilds } from "../../domains/guilds/guild.ts";
import { messageOn } from "../../domains/messages/on-message.ts";
import { react, unreact } from "../../domains/messages/reacting/operations.ts";
import { wholeViewer } from "../../domains/messages/readable.ts";
import { onlyCandidate } from "../../domains/users/references.ts";
import { userOnMessage } from "./user-on-message.ts";

/** Resolves the bare name of a guild's emoji; any other value is returned unchanged. */
async function withId(
  ctx: ReadContext,
  guildId: string | undefined,
  text: string,
): Promise<string> {
  const name = text.replaceAll(/^:|:$/g, "");
  const guild = guildId === undefined ? undefined : await ctx.tx.get(guilds, snowflakeKey(guildId));
  const named = guild === undefined ? [] : emojisOf(guild).filter((each) => each.name === name);
  const emoji = onlyCandidate(named, { text, path: ["emoji"] }, ({ id }) => `${name}:${id}`);
  return emoji === undefined ? text : `${name}:${emoji.id}`;
}

export const simulatedReactionHandlers: readonly Binding[] = [
  handle(reactAsUser, async (ctx, { params, body }) => {
    const { emoji, burst, remove, ...place } = body();
    const on = await userOnMessage(ctx, params.user, place);
    const named = await withId(ctx, on.channel.guild_id, emoji);
    if (remove === true) await unreact(ctx, on, named);
    else await react(ctx, on, { emoji: named, isBurst: burst === true });
    return reply(200, await wholeViewer(ctx, on.user.id)(await messageOn(ctx, on)));
  }),
];
