// The message that the ids of a path name, if its caller may read it.
import { MissingAccess, UnknownMessage } from "@antechamber/contract";
import { ApiError } from "../../platform/api-error.ts";
import type { WithCaller } from "../../platform/context.ts";
import { channelOf } from "../guilds/operations.ts";
import { messageIn } from "./history.ts";
import { mayReadHistory } from "./sender-rights.ts";

interface Params {
  readonly channel_id: string;
  readonly message_id: string;
}

/** @throws ApiError UnknownChannel, MissingAccess, UnknownMessage */
export async function readableMessage(ctx: WithCaller, { channel_id, message_id }: Params) {
  const channel = await channelOf(ctx, ctx.caller, channel_id);
  if (!(await mayReadHistory(ctx, ctx.caller, channel))) throw new ApiError(MissingAccess);
  const message = await messageIn(ctx, channel.id, message_id);
  if (message === undefined) throw new ApiError(UnknownMessage);
  return message;
}
