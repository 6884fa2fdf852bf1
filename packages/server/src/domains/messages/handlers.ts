import {
  getMessage,
  holds,
  listMessages,
  MissingAccess,
  UnknownMessage,
} from "@antechamber/contract";
import { ApiError } from "../../platform/api-error.ts";
import type { Caller, ReadContext } from "../../platform/context.ts";
import { handle, reply, type Binding } from "../../platform/handler.ts";
import type { ChannelRecord } from "../guilds/guild.ts";
import { channelOf, permissionsIn } from "../guilds/operations.ts";
import { historyOf, messageIn } from "./history.ts";
import { messageView } from "./message.ts";

/** Messages in one answer when no limit is given. Source: machine specification. */
const MESSAGES_DEFAULT = 50;

/** Bots need a permission for what was said before; a person sees what their client shows them. */
async function mayReadHistory(
  ctx: ReadContext,
  caller: Caller,
  channel: ChannelRecord,
): Promise<boolean> {
  if (caller.kind !== "bot" || channel.guild_id === undefined) return true;
  const permissions = await permissionsIn(ctx, channel, caller.application_id);
  return holds(permissions, "READ_MESSAGE_HISTORY");
}

export const messageHandlers: readonly Binding[] = [
  handle(listMessages, async (ctx, { params, query }) => {
    const channel = await channelOf(ctx, ctx.caller, params.channel_id);
    // Without the permission the reference shows an empty list, not a refusal.
    if (!(await mayReadHistory(ctx, ctx.caller, channel))) return reply(200, []);
    const page = await historyOf(ctx, channel.id, { limit: MESSAGES_DEFAULT, ...query });
    return reply(200, page.map(messageView));
  }),

  handle(getMessage, async (ctx, { params }) => {
    const channel = await channelOf(ctx, ctx.caller, params.channel_id);
    if (!(await mayReadHistory(ctx, ctx.caller, channel))) throw new ApiError(MissingAccess);
    const message = await messageIn(ctx, channel.id, params.message_id);
    if (message === undefined) throw new ApiError(UnknownMessage);
    return reply(200, messageView(message));
  }),
];
