// Invites from a lobby to the guild of its linked channel.
// Source: protocol: lobbies-and-sdk 2.4, 3, 4.
import { limits } from "@antechamber/contract";
import { InviteTargetType } from "@antechamber/contract/guilds";
import { AlreadyInGuild, LobbyNotLinked } from "@antechamber/contract/lobbies";
import { ApiError } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import { memberOf } from "../guilds/operations.ts";
import { createInvite } from "../invites/operations.ts";
import { linkedChannelOf } from "./link.ts";
import type { LobbyRecord } from "./lobby.ts";
import { requireMember } from "./messages.ts";

const LIFE_SECONDS = limits.lobbyInviteLife.value / 1000;

/**
 * Creates an invite to a lobby's linked channel, which only one member can use, once and within an
 * hour.
 *
 * @throws LobbyMembersOnly, LobbyNotLinked, AlreadyInGuild, TooManyInvites
 */
export async function inviteToChannel(
  ctx: Context,
  lobby: LobbyRecord,
  userId: string,
): Promise<{ code: string }> {
  await requireMember(ctx, lobby, userId);
  const channel = await linkedChannelOf(ctx, lobby);
  if (channel?.guild_id === undefined) throw new ApiError(LobbyNotLinked);
  if ((await memberOf(ctx, channel.guild_id, userId)) !== undefined) {
    throw new ApiError(AlreadyInGuild);
  }
  const { code } = await createInvite(ctx, {
    guild_id: channel.guild_id,
    channel_id: channel.id,
    max_age: LIFE_SECONDS,
    max_uses: 1,
    target_type: InviteTargetType.LOBBY,
    only_user_id: userId,
    hidden: true,
  });
  return { code };
}
