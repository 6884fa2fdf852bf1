// Sending a message to a channel, by a bot or a person.
// Source: protocol: gateway-oauth-limits 2.1, 4.16.
import { holds, type UploadedFile } from "@antechamber/contract";
import { MessageFlag, type ChannelMessageForm } from "@antechamber/contract/messages";
import { parseTimestamp } from "@antechamber/contract/schema";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import { isWithinLast } from "../../../platform/time/set-back.ts";
import { withPrefix } from "../../../platform/records/compound-keys.ts";
import type { ChannelRecord } from "../../guilds/guild.ts";
import { isArchived } from "../../guilds/thread-fields.ts";
import { requireRoom } from "../../guilds/threads/archiving.ts";
import { userView, type UserRecord } from "../../users/user.ts";
import { screen } from "../auto-moderation/screening.ts";
import { screenedText } from "../auto-moderation/writing.ts";
import { newBody } from "../body.ts";
import { forwardIn, isForward } from "../forwards.ts";
import { messages, nonceKey, plainNonce, type MessageRecord } from "../message.ts";
import { createMessage } from "../operations.ts";
import { requireOwnSkus } from "../components/premium-buttons.ts";
import { replyIn } from "../replies.ts";
import { messagePermissions, requireParts, requireSending } from "../sender-rights.ts";
import { awaitTurn } from "../slowmode.ts";
import { stickersIn } from "../stickers.ts";

/** A message to be sent to a channel that its sender can see. */
export interface Sending {
  readonly user: UserRecord;
  readonly channel: ChannelRecord;
  readonly payload: () => ChannelMessageForm;
  readonly files: readonly UploadedFile[];
  /** True when the message is the first one of a forum post. */
  readonly isStarter?: true;
}

/** How long a nonce is remembered. Source: assumed: "the past few minutes", as the reference says. */
export const NONCE_LIFE_MS = 5 * 60_000;

/** How many messages of one author with the same nonce are examined. */
const SAME_NONCE_MAX = 10;

/** The message that the same sender has just sent with the same nonce, or undefined. */
async function findSentMessage(
  ctx: ReadContext,
  { user, channel }: Sending,
  nonce: string | number,
): Promise<MessageRecord | undefined> {
  const same = await ctx.tx.find(messages, {
    index: "nonce",
    value: nonceKey(user.id, nonce),
    ...withPrefix(channel.id),
    newestFirst: true,
    limit: SAME_NONCE_MAX,
  });
  return same.find(({ timestamp }) =>
    isWithinLast(NONCE_LIFE_MS, parseTimestamp(timestamp) ?? 0, ctx.now),
  );
}

/** A person's message has neither embeds nor components: clients offer no way to write them. */
export function withoutBotParts<F extends object>(payload: F): F {
  return { ...payload, embeds: undefined, components: undefined };
}

/** The theme that the message shares; a theme without a base theme is given the value 0. */
function themeIn({ shared_client_theme: theme }: ChannelMessageForm) {
  return theme === undefined ? undefined : { ...theme, base_theme: theme.base_theme ?? 0 };
}

/** Only interactions may send ephemeral messages. */
function withoutEphemeral(payload: ChannelMessageForm): ChannelMessageForm {
  return { ...payload, flags: (payload.flags ?? 0) & ~MessageFlag.EPHEMERAL };
}

/** A message in an archived thread reopens it. @throws TooManyActiveThreads */
async function requireRoomToReopen(ctx: ReadContext, channel: ChannelRecord): Promise<void> {
  const { guild_id, parent_id } = channel;
  if (guild_id === undefined || !isArchived(channel)) return;
  await requireRoom(ctx, guild_id, parent_id);
}

/**
 * Sends a message. With `enforce_nonce`, sending the same nonce again returns the first message.
 *
 * @throws NotATextChannel, MissingPermissions, CannotMessageUser, NoMutualGuilds, InvalidForm,
 *   EmptyMessage, InvalidSticker, StickerNotAllowed, ReplyWithoutHistory, SlowmodeActive,
 *   MessageBlocked, TooManyActiveThreads, and what `forwardIn` throws
 */
export async function sendMessage(ctx: Context, sending: Sending): Promise<MessageRecord> {
  const { user, channel, files } = sending;
  const permissions = await messagePermissions(ctx, channel, user.id);
  await requireSending(ctx, channel, { user, permissions, isStarter: sending.isStarter });
  await requireRoomToReopen(ctx, channel);
  const draft = withoutEphemeral(sending.payload());
  const payload = user.bot === true ? draft : withoutBotParts(draft);
  requireParts(permissions, payload, files.length);
  const stickers = await stickersIn(ctx, { user, channel, permissions }, payload.sticker_ids);
  const nonce = plainNonce(payload.nonce);
  if (nonce !== undefined && payload.enforce_nonce === true) {
    const same = await findSentMessage(ctx, sending, nonce);
    if (same !== undefined) return same;
  }
  const { type, body, origin, ...replied } = isForward(payload)
    ? await forwardIn(ctx, { user, channel, payload, fileCount: files.length })
    : {
        body: newBody(
          { ...payload, ...definedFields({ stickers, theme: themeIn(payload) }) },
          [],
          files,
        ),
        ...(await replyIn(ctx, channel, { payload, permissions })),
      };
  await requireOwnSkus(ctx, user.id, { components: body.components, at: [] });
  const writing = { user, channel, text: screenedText(body), kind: "message" } as const;
  const posted = await screen(ctx, writing);
  await awaitTurn(ctx, channel, { user, permissions });
  const everyone = holds(permissions, "MENTION_EVERYONE");
  const message = await createMessage(ctx, {
    channel,
    author: userView(user),
    type,
    body,
    rights: { allowed: payload.allowed_mentions, everyone, ...replied },
    origin: { ...origin, ...definedFields({ nonce }) },
  });
  await posted(ctx, message.id);
  return message;
}
