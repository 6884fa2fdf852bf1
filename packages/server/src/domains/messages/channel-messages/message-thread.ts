// Threads that begin from a message, and the thread that a message shows.
// Source: machine specification; the reference's public page on threads.
import { WrongChannelType } from "@antechamber/contract";
import { ChannelType } from "@antechamber/contract/guilds";
import {
  createMessageThread,
  MessageFlag,
  MessageType,
  NotOnSystemMessages,
  ThreadAlreadyCreated,
} from "@antechamber/contract/messages";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import { ApiError } from "../../../platform/api-error.ts";
import type { Context } from "../../../platform/context.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import { handle, reply, type Binding } from "../../../platform/handler.ts";
import { channels, channelView, type ChannelRecord } from "../../guilds/guild.ts";
import { beginThread } from "../../guilds/threads/new-thread.ts";
import { userView } from "../../users/user.ts";
import { screen } from "../auto-moderation/screening.ts";
import { callerOn, messageOn, type OnMessage } from "../on-message.ts";
import { storeMessage } from "../message-store.ts";
import { shownIn, writtenTypes, type MessageRecord } from "../message.ts";
import { postSystemMessage } from "../system-message.ts";
import { emitChanged } from "../events.ts";
import { messagePermissions } from "../sender-rights.ts";
import { awaitTurn } from "../slowmode.ts";
import { requireAllOf } from "../../guilds/caller-permissions.ts";

type Draft = Static<(typeof createMessageThread)["body"]>;

/** The type of a new thread, by the type of the channel that it begins in. */
const threadTypes: Readonly<Record<number, number>> = {
  [ChannelType.GUILD_TEXT]: ChannelType.PUBLIC_THREAD,
  [ChannelType.GUILD_ANNOUNCEMENT]: ChannelType.ANNOUNCEMENT_THREAD,
};

/**
 * Begins a thread with a message.
 *
 * @throws WrongChannelType, MissingPermissions, UnknownMessage, NotOnSystemMessages,
 *   ThreadAlreadyCreated, TooManyActiveThreads, InvalidForm, TitleBlocked, SlowmodeActive
 */
async function beginThreadOn(
  ctx: Context,
  on: OnMessage,
  draft: () => Draft,
): Promise<ChannelRecord> {
  const { channel, user } = on;
  const type = threadTypes[channel.type];
  const { guild_id } = channel;
  if (type === undefined || guild_id === undefined) throw new ApiError(WrongChannelType);
  const permissions = await messagePermissions(ctx, channel, user.id);
  requireAllOf(permissions, "CREATE_PUBLIC_THREADS");
  const message = await messageOn(ctx, on);
  if (!writtenTypes.has(message.type)) throw new ApiError(NotOnSystemMessages);
  const existing = await ctx.tx.get(channels, snowflakeKey(message.id));
  if (existing !== undefined) throw new ApiError(ThreadAlreadyCreated);
  const { name, auto_archive_duration: minutes, rate_limit_per_user: slowmode } = draft();
  const parent = { ...channel, guild_id };
  const posted = await screen(ctx, { user, channel, text: name, kind: "title" });
  await awaitTurn(ctx, channel, { user, permissions, beginsThread: true });
  const plan = { id: message.id, parent, ownerId: user.id, type, name, minutes, slowmode };
  const thread = await beginThread(ctx, plan);
  const begun = { ...message, flags: message.flags | MessageFlag.HAS_THREAD };
  storeMessage(ctx.tx, begun);
  await emitChanged(ctx, begun, channel);
  await postStarterMessage(ctx, { thread, message: begun, on });
  await posted(ctx);
  return thread;
}

/** Posts the system message by which the thread shows the message that it began from. */
async function postStarterMessage(ctx: Context, { thread, message, on }: Begun): Promise<void> {
  const { id: message_id, channel_id, guild_id } = message;
  await postSystemMessage(ctx, {
    channel: thread,
    author: userView(on.user),
    type: MessageType.THREAD_STARTER_MESSAGE,
    origin: {
      message_reference: { type: 0, channel_id, message_id, ...definedFields({ guild_id }) },
      referenced_message: shownIn({}, message),
    },
  });
}

interface Begun {
  readonly thread: ChannelRecord;
  readonly message: MessageRecord;
  readonly on: OnMessage;
}

export const messageThreadHandlers: readonly Binding[] = [
  handle(createMessageThread, async (ctx, { params, body }) => {
    const on = await callerOn(ctx, params);
    return reply(201, channelView(await beginThreadOn(ctx, on, body)));
  }),
];
