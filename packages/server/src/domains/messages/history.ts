// The message history of a channel.
import type { ReadContext } from "../../platform/context.ts";
import { compoundKey } from "../../platform/records/compound-keys.ts";
import { messages, type MessageRecord } from "./message.ts";

/** Which messages of a channel: the newest, those on one side of an id, or those around one. */
export interface HistoryPage {
  readonly before?: string;
  readonly after?: string;
  readonly around?: string;
  readonly limit: number;
}

/** True for an ephemeral message: no history includes it. */
function isEphemeral(message: MessageRecord): boolean {
  return message.visibleTo !== undefined;
}

/** A message from the channel's history, or undefined. */
export async function messageIn(
  ctx: ReadContext,
  channelId: string,
  id: string,
): Promise<MessageRecord | undefined> {
  const message = await ctx.tx.get(messages, compoundKey(channelId, id));
  return message === undefined || isEphemeral(message) ? undefined : message;
}

/**
 * Messages of a channel, newest first; ephemeral ones are not included.
 *
 * @source product.md, Simulated users
 */
export async function historyOf(
  ctx: ReadContext,
  channelId: string,
  { before, after, around, limit }: HistoryPage,
): Promise<readonly MessageRecord[]> {
  if (around !== undefined) return historyAround(ctx, channelId, { around, limit });
  if (before !== undefined || after === undefined) {
    return nearest(ctx, channelId, { from: before, newestFirst: true, limit });
  }
  const following = await nearest(ctx, channelId, { from: after, newestFirst: false, limit });
  return following.toReversed();
}

async function historyAround(
  ctx: ReadContext,
  channelId: string,
  { around, limit }: { readonly around: string; readonly limit: number },
): Promise<readonly MessageRecord[]> {
  const middle = await messageIn(ctx, channelId, around);
  const others = limit - (middle === undefined ? 0 : 1);
  const side = { from: around, limit: others };
  const older = await nearest(ctx, channelId, { ...side, newestFirst: true });
  const newer = await nearest(ctx, channelId, { ...side, newestFirst: false });
  // Half of the page from each side; if one side has fewer messages, the other fills the page.
  const newerCount = Math.max(Math.floor(others / 2), others - older.length);
  const newerPart = newer.slice(0, newerCount);
  return [
    ...newerPart.toReversed(),
    ...(middle === undefined ? [] : [middle]),
    ...older.slice(0, others - newerPart.length),
  ];
}

interface Walk {
  /** The id to start from, exclusive; absent: the end of the channel. */
  readonly from: string | undefined;
  readonly newestFirst: boolean;
  readonly limit: number;
}

/** The messages nearest to an id, on one side of it; ephemeral messages are in no history. */
function nearest(
  ctx: ReadContext,
  channelId: string,
  { from, newestFirst, limit }: Walk,
): Promise<readonly MessageRecord[]> {
  const at = from === undefined ? undefined : compoundKey(channelId, from);
  const beside = at === undefined ? {} : newestFirst ? { before: at } : { after: at };
  const search = { index: "history", value: channelId, ...beside, newestFirst, limit } as const;
  return ctx.tx.find(messages, search);
}

/** The newest ephemeral messages of a channel for one user, newest first. */
export function ephemeralFor(
  ctx: ReadContext,
  {
    channelId,
    userId,
    limit,
  }: { readonly channelId: string; readonly userId: string; readonly limit: number },
): Promise<readonly MessageRecord[]> {
  const value = compoundKey(channelId, userId);
  return ctx.tx.find(messages, { index: "ephemeral", value, newestFirst: true, limit });
}
