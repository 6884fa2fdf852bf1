import {
  listPins,
  listPinsOld,
  pinMessage,
  pinMessageOld,
  unpinMessage,
  unpinMessageOld,
} from "@antechamber/contract";
import type { Caller, Context, ReadContext } from "../../platform/context.ts";
import { handle, noContent, reply, type Binding } from "../../platform/handler.ts";
import { channelOf } from "../guilds/operations.ts";
import { callingUser } from "../users/operations.ts";
import { pin, pinPage, unpin, type PinPage } from "./pins.ts";
import { viewerFor } from "./readable.ts";
import { mayReadHistory } from "./sender-rights.ts";

/** Pinned messages in one answer. Source: machine specification. */
const PINS_PER_PAGE = 50;

const nothing = { items: [], hasMore: false } as const;

type Acting<C> = C & { readonly caller: Caller };

/** A page of a channel's pins; without READ_MESSAGE_HISTORY there is nothing to see. */
async function shownPage(ctx: Acting<ReadContext>, channelId: string, page: Partial<PinPage> = {}) {
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
  async (ctx: Acting<Context>, { params }: { readonly params: Params }) => {
    const channel = await channelOf(ctx, ctx.caller, params.channel_id);
    const user = await callingUser(ctx, ctx.caller);
    await act(ctx, { channel, user, messageId: params.message_id });
    return noContent;
  };

export const pinHandlers: readonly Binding[] = [
  handle(listPins, async (ctx, { params, query }) => {
    const { items, hasMore } = await shownPage(ctx, params.channel_id, query);
    const view = await viewerFor(ctx, ctx.caller);
    const shown = items.map((message) => ({
      pinned_at: message.pinnedAt,
      message: view(message),
    }));
    return reply(200, { items: shown, has_more: hasMore });
  }),

  handle(listPinsOld, async (ctx, { params }) => {
    const { items } = await shownPage(ctx, params.channel_id);
    return reply(200, items.map(await viewerFor(ctx, ctx.caller)));
  }),

  handle(pinMessage, withMessage(pin)),
  handle(pinMessageOld, withMessage(pin)),
  handle(unpinMessage, withMessage(unpin)),
  handle(unpinMessageOld, withMessage(unpin)),
];
