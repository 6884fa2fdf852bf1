// Reacting as a simulated user through the control plane. Source: product.md, Simulated users.
import { MissingAccess } from "@antechamber/contract";
import { reactAsUser } from "@antechamber/contract/control";
import { snowflakeKey } from "@antechamber/contract/schema";
import { ApiError } from "../../platform/api-error.ts";
import type { ReadContext } from "../../platform/context.ts";
import { handle, reply, type Binding } from "../../platform/handler.ts";
import { emojisOf } from "../../domains/guilds/emojis.ts";
import { guilds } from "../../domains/guilds/guild.ts";
import { canSee } from "../../domains/guilds/operations.ts";
import { messageOn } from "../../domains/messages/changing.ts";
import { react, unreact } from "../../domains/messages/reactions/operations.ts";
import { wholeViewer } from "../../domains/messages/readable.ts";
import { actingUser } from "../../domains/users/acting-user.ts";
import { theOnlyOne } from "../../domains/users/references.ts";
import { referencedChannel } from "./references.ts";

/** An emoji of a guild by its bare name; anything else as it is. */
async function withId(
  ctx: ReadContext,
  guildId: string | undefined,
  text: string,
): Promise<string> {
  const name = text.replaceAll(/^:|:$/g, "");
  const guild = guildId === undefined ? undefined : await ctx.tx.get(guilds, snowflakeKey(guildId));
  const named = guild === undefined ? [] : emojisOf(guild).filter((each) => each.name === name);
  const emoji = theOnlyOne(named, { text, path: ["emoji"] }, ({ id }) => `${name}:${id}`);
  return emoji === undefined ? text : `${name}:${emoji.id}`;
}

export const simulatedReactionHandlers: readonly Binding[] = [
  handle(reactAsUser, async (ctx, { params, body }) => {
    const user = await actingUser(ctx, params.user);
    const { channel: reference, guild, message: messageId, emoji, burst, remove } = body();
    const channel = await referencedChannel(ctx, { user, channel: reference, guild });
    if (!(await canSee(ctx, channel, user.id))) throw new ApiError(MissingAccess);
    const on = { user, channel, messageId };
    const named = await withId(ctx, channel.guild_id, emoji);
    if (remove === true) await unreact(ctx, on, named);
    else await react(ctx, on, { emoji: named, burst: burst === true });
    return reply(200, await wholeViewer(ctx, user.id)(await messageOn(ctx, on)));
  }),
];
