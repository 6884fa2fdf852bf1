// The two records of a link: the lobby stores its channel's id, and the channel stores a view of
// the link.
import type { LinkedLobby } from "@antechamber/contract/guilds";
import { LobbyFlag } from "@antechamber/contract/lobbies";
import { snowflakeKey, timestamp, type Static } from "@antechamber/contract/schema";
import type { Context, ReadContext } from "../../platform/context.ts";
import { emitChannel } from "../guilds/events.ts";
import { channels, type ChannelRecord } from "../guilds/guild.ts";
import type { LobbyRecord } from "./lobby.ts";

/** A linked lobby. */
export type LinkedLobbyRecord = LobbyRecord & {
  readonly linked_channel_id: string;
  readonly linked_by: string;
  readonly linked_at: number;
};

/** True for a lobby that is linked to a channel. */
export function isLinked(lobby: LobbyRecord): lobby is LinkedLobbyRecord {
  return lobby.linked_channel_id !== null;
}

/** A lobby without its link. */
export function withoutLink(lobby: LobbyRecord): LobbyRecord {
  return { ...lobby, linked_channel_id: null, linked_by: null, linked_at: null };
}

/** The channel that a lobby is linked to, or undefined. */
export async function linkedChannelOf(
  ctx: ReadContext,
  { linked_channel_id: id }: LobbyRecord,
): Promise<ChannelRecord | undefined> {
  return id === null ? undefined : ctx.tx.get(channels, snowflakeKey(id));
}

/** The link as shown on its channel. Source: protocol: lobbies-and-sdk 2.5. */
export function linkView(lobby: LinkedLobbyRecord): Static<typeof LinkedLobby> {
  const isRestricted = (lobby.flags & LobbyFlag.REQUIRE_APPLICATION_AUTHORIZATION) !== 0;
  return {
    application_id: lobby.application_id,
    lobby_id: lobby.id,
    linked_by: lobby.linked_by,
    linked_at: timestamp(lobby.linked_at),
    require_application_authorization: isRestricted,
  };
}

/** Updates the link that is stored on a lobby's channel, and emits the channel's change. */
export async function showOnChannel(ctx: Context, lobby: LobbyRecord): Promise<void> {
  const channel = await linkedChannelOf(ctx, lobby);
  if (channel === undefined || !isLinked(lobby)) return;
  const linked = { ...channel, linked_lobby: linkView(lobby) };
  ctx.tx.put(channels, linked);
  emitChannel(ctx, linked, "known");
}

/** Removes the link from a lobby's channel, if it has one, and emits the channel's change. */
export async function clearChannel(ctx: Context, lobby: LobbyRecord): Promise<void> {
  const channel = await linkedChannelOf(ctx, lobby);
  if (channel?.linked_lobby?.lobby_id !== lobby.id) return;
  const { linked_lobby: _, ...cleared } = channel;
  ctx.tx.put(channels, cleared);
  emitChannel(ctx, cleared, "known");
}
