// Shows, changes and deletes a lobby of any application, and changes its members, through the
// control plane. Source: product.md, Control plane.
import { UnknownLobby } from "@antechamber/contract";
import {
  changeLobby as editLobby,
  type LobbyDetail,
  placeInLobby,
  readLobby,
  readLobbyMessages,
  removeLobby,
  takeFromLobby,
} from "@antechamber/contract/control";
import { snowflakeKey, timestamp, type Static } from "@antechamber/contract/schema";
import { closeLobby } from "../../domains/lobbies/closing.ts";
import { lobbyMessageView, recentMessages } from "../../domains/lobbies/lobby-message.ts";
import {
  lobbies,
  lobbyMemberView,
  type LobbyRecord,
  type LobbyWithMembers,
} from "../../domains/lobbies/lobby.ts";
import { withMembers } from "../../domains/lobbies/membership.ts";
import { changeLobby, removeMember, writeMember } from "../../domains/lobbies/operations.ts";
import { actingUser } from "../../domains/users/acting-user.ts";
import { ApiError } from "../../platform/api-error.ts";
import type { Millis } from "../../platform/clock.ts";
import type { ReadContext } from "../../platform/context.ts";
import { handle, noContent, reply, type Binding } from "../../platform/handler.ts";
import { showLobby } from "./lobby-view.ts";

/** How many messages one response contains when no limit is given. */
const MESSAGES_DEFAULT = 50;

export const lobbyBindings: readonly Binding[] = [
  handle(readLobby, async (ctx, { params }) => {
    const lobby = await anyLobby(ctx, params.lobby_id);
    return reply(200, await detailOf(ctx, await withMembers(ctx, lobby)));
  }),
  handle(editLobby, async (ctx, { params, body }) => {
    const draft = body();
    const lobby = await anyLobby(ctx, params.lobby_id);
    return reply(200, await detailOf(ctx, await changeLobby(ctx, lobby, draft)));
  }),
  handle(removeLobby, async (ctx, { params }) => {
    await closeLobby(ctx, await anyLobby(ctx, params.lobby_id));
    return noContent;
  }),
  handle(placeInLobby, async (ctx, { params, body }) => {
    const draft = body();
    const lobby = await anyLobby(ctx, params.lobby_id);
    const user = await actingUser(ctx, params.user);
    const whole = await withMembers(ctx, lobby);
    const member = await writeMember(ctx, whole, { ...draft, id: user.id });
    return reply(200, lobbyMemberView(member));
  }),
  handle(takeFromLobby, async (ctx, { params }) => {
    const lobby = await anyLobby(ctx, params.lobby_id);
    const user = await actingUser(ctx, params.user);
    await removeMember(ctx, lobby, user.id);
    return noContent;
  }),
  handle(readLobbyMessages, async (ctx, { params, query }) => {
    const { id } = await anyLobby(ctx, params.lobby_id);
    const page = await recentMessages(ctx, id, query.limit ?? MESSAGES_DEFAULT);
    return reply(200, await Promise.all(page.map((each) => lobbyMessageView(ctx, each))));
  }),
];

/** A lobby of any application. @throws UnknownLobby */
async function anyLobby(ctx: ReadContext, id: string): Promise<LobbyRecord> {
  const lobby = await ctx.tx.get(lobbies, snowflakeKey(id));
  if (lobby === undefined) throw new ApiError(UnknownLobby);
  return lobby;
}

function instant(at: Millis | null): string | null {
  return at === null ? null : timestamp(at);
}

async function detailOf(
  ctx: ReadContext,
  { lobby, members }: LobbyWithMembers,
): Promise<Static<typeof LobbyDetail>> {
  return {
    ...(await showLobby(lobby, ctx)),
    member_list: members.map((member) => ({
      ...lobbyMemberView(member),
      connected: member.connected,
    })),
    secret_expires_at: instant(lobby.secretExpiresAt),
    linked_by: lobby.linked_by,
    linked_at: instant(lobby.linked_at),
    override_event_webhooks_url: lobby.override_event_webhooks_url,
  };
}
