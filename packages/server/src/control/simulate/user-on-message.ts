// Resolves a simulated user together with a message in a channel that the user sees.
import { MissingAccess } from "@antechamber/contract";
import { ApiError } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import { canEnter } from "../../domains/guilds/operations.ts";
import type { OnMessage } from "../../domains/messages/on-message.ts";
import { actingUser } from "../../domains/users/acting-user.ts";
import { referencedChannel } from "./references.ts";

/** The form's fields that identify the message. */
export interface MessagePlace {
  readonly channel: string;
  readonly guild?: string;
  readonly message: string;
}

/**
 * Resolves the user and the message.
 *
 * @throws UnknownUser, BotsNotAllowed, Unauthorized, MissingAccess, and what resolving the channel
 *   throws
 */
export async function userOnMessage(
  ctx: Context,
  named: string,
  { channel: reference, guild, message }: MessagePlace,
): Promise<OnMessage> {
  const user = await actingUser(ctx, named);
  ctx.origin?.actFor(user.id, undefined);
  const channel = await referencedChannel(ctx, { user, channel: reference, guild });
  if (!(await canEnter(ctx, channel, user.id))) throw new ApiError(MissingAccess);
  return { user, channel, messageId: message };
}
