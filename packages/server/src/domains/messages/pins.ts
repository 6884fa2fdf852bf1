// Pinned messages. Source: requirements 9; protocol: gateway-oauth-limits 2.2, 4.16.
import { holdsSplit, limits } from "@antechamber/contract";
import {
  ChannelPinsUpdate,
  MessageType,
  NotOnSystemMessages,
  TooManyPins,
  listPins,
  listPinsOld,
  pinMessage,
  pinMessageOld,
  unpinMessage,
  unpinMessageOld,
} from "@antechamber/contract/messages";
import { snowflakeKey, parseTimestamp, timestamp } from "@antechamber/contract/schema";
import { ApiError, missingPermission } from "../../platform/api-error.ts";
import type { Context, ReadContext, WithCaller } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { handle, noContent, reply, type Binding } from "../../platform/handler.ts";
import { compareSnowflakes } from "../../platform/records/storage-keys.ts";
import { isFromBeforeSetBack } from "../../platform/time/set-back.ts";
import { writeAuditLog } from "../guilds/audit-log/write.ts";
import { channels } from "../guilds/guild.ts";
import { requireMessages, channelOf } from "../guilds/operations.ts";
import { userView } from "../users/user.ts";
import { callerOn, messageOn, type OnMessage } from "./on-message.ts";
import { storeMessage } from "./message-store.ts";
import { messages, scopeOfMessage, writtenTypes, type MessageRecord } from "./message.ts";
import { postSystemMessage } from "./system-message.ts";
import { emitChanged } from "./events.ts";
import { messagePermissions, mayReadHistory, requireUnarchived } from "./sender-rights.ts";
import { messageViews, viewerFor } from "./readable.ts";

/** A pinned message, with the time when it was pinned. */
export type Pinned = MessageRecord & { readonly pinnedAt: string };

/** The pinned messages of a channel, most recently pinned first. */
export async function pinsOf(ctx: ReadContext, channelId: string): Promise<readonly Pinned[]> {
  const all = await ctx.tx.find(messages, { index: "pinned", value: channelId });
  return all
    .flatMap((message) =>
      message.pinnedAt === undefined ? [] : [{ ...message, pinnedAt: message.pinnedAt }],
    )
    .toSorted(
      (a, b) =>
        Number(b.pinnedAt > a.pinnedAt) - Number(b.pinnedAt < a.pinnedAt) ||
        compareSnowflakes(b.id, a.id),
    );
}

/**
 * The time at which a new pin is stored: at least a millisecond after the newest pin, even while
 * the clock stands still. Pages of pins begin at such a time, so it must be unique in the channel.
 */
function momentOfPin({ now }: ReadContext, pinned: readonly Pinned[]): string {
  const moments = pinned.map(({ pinnedAt }) => parseTimestamp(pinnedAt) ?? 0);
  const newest = moments.find((at) => !isFromBeforeSetBack(at, now)) ?? 0;
  return timestamp(Math.max(now, newest + 1));
}

/** A page of pinned messages. */
export interface PinPage {
  /** Only messages that were pinned before this time. */
  readonly before?: string;
  readonly limit: number;
}

export async function pinPage(
  ctx: ReadContext,
  channelId: string,
  { before, limit }: PinPage,
): Promise<{ readonly items: readonly Pinned[]; readonly hasMore: boolean }> {
  const end = before === undefined ? Infinity : (parseTimestamp(before) ?? Infinity);
  const all = await pinsOf(ctx, channelId);
  const earlier = all.filter(({ pinnedAt }) => (parseTimestamp(pinnedAt) ?? 0) < end);
  return { items: earlier.slice(0, limit), hasMore: earlier.length > limit };
}

/**
 * In direct messages, everyone may pin.
 *
 * @throws NotATextChannel, MissingPermissions, ThreadArchived
 */
async function requirePinning(ctx: ReadContext, { channel, user }: OnMessage): Promise<void> {
  requireMessages(channel);
  if (channel.guild_id === undefined) return;
  const permissions = await messagePermissions(ctx, channel, user.id);
  if (!holdsSplit(permissions, "PIN_MESSAGES", ctx.now)) throw missingPermission("PIN_MESSAGES");
  requireUnarchived(channel);
}

/**
 * Pins a message and posts a notice in its channel. Pinning a pinned message changes nothing.
 *
 * @throws NotATextChannel, MissingPermissions, ThreadArchived, UnknownMessage,
 *   NotOnSystemMessages, TooManyPins
 */
export async function pin(ctx: Context, on: OnMessage): Promise<void> {
  await requirePinning(ctx, on);
  const message = await messageOn(ctx, on);
  if (!writtenTypes.has(message.type)) throw new ApiError(NotOnSystemMessages);
  if (message.pinned) return;
  const pinned = await pinsOf(ctx, on.channel.id);
  if (pinned.length >= limits.pinsPerChannel.value) throw new ApiError(TooManyPins);
  const pinnedAt = momentOfPin(ctx, pinned);
  await storePinChange(ctx, { ...message, pinned: true, pinnedAt }, pinnedAt);
  await postPinNotice(ctx, on);
  logPin(ctx, "MESSAGE_PIN", { ...on, message });
}

/** Logs the pin of a message in a guild; direct messages have no audit log. */
function logPin(
  ctx: Context,
  action: "MESSAGE_PIN" | "MESSAGE_UNPIN",
  { channel, user, message }: OnMessage & { readonly message: Omit<MessageRecord, "pinnedAt"> },
): void {
  const { guild_id, id: channel_id } = channel;
  if (guild_id === undefined) return;
  const options = { channel_id, message_id: message.id };
  writeAuditLog(ctx, action, { guild_id, user_id: user.id, target_id: message.author.id, options });
}

/** Unpins a message. @throws NotATextChannel, MissingPermissions, ThreadArchived, UnknownMessage */
export async function unpin(ctx: Context, on: OnMessage): Promise<void> {
  await requirePinning(ctx, on);
  const { pinnedAt, ...message } = await messageOn(ctx, on);
  if (pinnedAt === undefined) return;
  const others = await pinsOf(ctx, on.channel.id);
  const last = others.find((each) => each.id !== message.id)?.pinnedAt ?? null;
  await storePinChange(ctx, { ...message, pinned: false }, last);
  logPin(ctx, "MESSAGE_UNPIN", { ...on, message });
}

/** Stores a changed message, and emits it and the pins of its channel. */
async function storePinChange(
  ctx: Context,
  message: MessageRecord,
  last: string | null,
): Promise<void> {
  storeMessage(ctx.tx, message);
  const { channel_id, guild_id } = message;
  const inGuild = definedFields({ guild_id });
  const channel = await ctx.tx.get(channels, snowflakeKey(channel_id));
  if (channel !== undefined) ctx.tx.put(channels, { ...channel, last_pin_timestamp: last });
  await emitChanged(ctx, message, channel);
  const payload = { channel_id, ...inGuild, last_pin_timestamp: last };
  ctx.emit(ChannelPinsUpdate, scopeOfMessage(message), payload);
}

/** Posts the system message that a message was pinned. */
async function postPinNotice(ctx: Context, { channel, user, messageId }: OnMessage): Promise<void> {
  const inGuild = definedFields({ guild_id: channel.guild_id });
  await postSystemMessage(ctx, {
    channel,
    author: userView(user),
    type: MessageType.CHANNEL_PINNED_MESSAGE,
    origin: {
      message_reference: { type: 0, channel_id: channel.id, message_id: messageId, ...inGuild },
    },
  });
}

/** The default number of pinned messages in one reply. Source: machine specification. */
const PINS_PER_PAGE = 50;

const nothing = { items: [], hasMore: false } as const;

/** A page of a channel's pins; empty without READ_MESSAGE_HISTORY. */
async function shownPage(ctx: WithCaller, channelId: string, page: Partial<PinPage> = {}) {
  const channel = await channelOf(ctx, ctx.caller, channelId);
  if (!(await mayReadHistory(ctx, ctx.caller, channel))) return nothing;
  return pinPage(ctx, channel.id, { limit: PINS_PER_PAGE, ...page });
}

interface Params {
  readonly channel_id: string;
  readonly message_id: string;
}

const withMessage =
  (act: typeof pin) =>
  async (ctx: WithCaller<Context>, { params }: { readonly params: Params }) => {
    await act(ctx, await callerOn(ctx, params));
    return noContent;
  };

export const pinHandlers: readonly Binding[] = [
  handle(listPins, async (ctx, { params, query }) => {
    const { items, hasMore } = await shownPage(ctx, params.channel_id, query);
    const view = await viewerFor(ctx, ctx.caller);
    const pinViews = await Promise.all(
      items.map(async (message) => ({
        pinned_at: message.pinnedAt,
        message: await view(message),
      })),
    );
    return reply(200, { items: pinViews, has_more: hasMore });
  }),

  handle(listPinsOld, async (ctx, { params }) => {
    const { items } = await shownPage(ctx, params.channel_id);
    return reply(200, await messageViews(ctx, ctx.caller, items));
  }),

  handle(pinMessage, withMessage(pin)),
  handle(pinMessageOld, withMessage(pin)),
  handle(unpinMessage, withMessage(unpin)),
  handle(unpinMessageOld, withMessage(unpin)),
];
