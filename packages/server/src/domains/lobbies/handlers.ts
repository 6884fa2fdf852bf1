import { holds, MissingLobbyPermissions } from "@antechamber/contract";
import {
  createLobby,
  deleteLobby,
  editLobby,
  getLobby,
  addLobbyMember,
  removeLobbyMember,
  bulkLobbyMembers,
  joinLobby,
  leaveLobby,
  LobbyMemberFlag,
  linkLobby,
  unlinkChannel,
  createLobbyMessage,
  listLobbyMessages,
  moderateLobbyMessage,
  inviteMember,
  inviteSelf,
} from "@antechamber/contract/lobbies";
import { handle, noContent, reply, type Binding } from "../../platform/handler.ts";
import { ApiError, missingPermission } from "../../platform/api-error.ts";
import type { WithCaller } from "../../platform/context.ts";
import { settleInOrder } from "../../platform/async/settle-in-order.ts";
import { callerApplicationId } from "../applications/operations.ts";
import { userOf, callingUser } from "../users/operations.ts";
import { channelView } from "../guilds/guild.ts";
import { channelOf, permissionsIn } from "../guilds/operations.ts";
import { closeLobby } from "./closing.ts";
import { lobbyMemberView, lobbyView, playersLobbyView } from "./lobby.ts";
import {
  changeLobby,
  findLobby,
  lobbyOf,
  openLobby,
  removeMember,
  wholeLobbyOf,
  writeMember,
  writeMembers,
} from "./operations.ts";
import { joinBySecret, leaveLobby as leave } from "./joining.ts";
import { linkChannel, unlinkChannel as cutLink, unlinkLobby } from "./linking.ts";
import { requireMember, moderateMessage, sendLobbyMessage } from "./messages.ts";
import { recentMessages, lobbyMessageView } from "./lobby-message.ts";
import { inviteToChannel } from "./lobby-invites.ts";

const ofLobbies: readonly Binding[] = [
  handle(createLobby, async (ctx, { body }) => {
    const opened = await openLobby(ctx, callerApplicationId(ctx.caller), body());
    return reply(201, lobbyView(opened));
  }),

  handle(getLobby, async (ctx, { params }) => {
    const applicationId = callerApplicationId(ctx.caller);
    return reply(200, lobbyView(await wholeLobbyOf(ctx, applicationId, params.lobby_id)));
  }),

  handle(editLobby, async (ctx, { params, body }) => {
    const lobby = await lobbyOf(ctx, callerApplicationId(ctx.caller), params.lobby_id);
    return reply(200, lobbyView(await changeLobby(ctx, lobby, body())));
  }),

  handle(deleteLobby, async (ctx, { params }) => {
    const lobby = await findLobby(ctx, callerApplicationId(ctx.caller), params.lobby_id);
    // Deleting twice succeeds, because clients retry (requirements 4.1).
    if (lobby !== undefined) await closeLobby(ctx, lobby);
    return noContent;
  }),

  handle(addLobbyMember, async (ctx, { params, body }) => {
    const [whole, user] = await settleInOrder(
      wholeLobbyOf(ctx, callerApplicationId(ctx.caller), params.lobby_id),
      userOf(ctx, params.user_id),
    );
    return reply(200, lobbyMemberView(await writeMember(ctx, whole, { ...body(), id: user.id })));
  }),

  handle(removeLobbyMember, async (ctx, { params }) => {
    const lobby = await lobbyOf(ctx, callerApplicationId(ctx.caller), params.lobby_id);
    await removeMember(ctx, lobby, params.user_id);
    return noContent;
  }),
];

const ofPlayers: readonly Binding[] = [
  handle(joinLobby, async (ctx, { body }) => {
    const applicationId = callerApplicationId(ctx.caller);
    const { id: userId } = await callingUser(ctx, ctx.caller);
    const joined = await joinBySecret(ctx, { applicationId, userId }, body());
    const view = ctx.caller.kind === "bot" ? lobbyView : playersLobbyView;
    return reply(200, view(joined));
  }),

  handle(leaveLobby, async (ctx, { params }) => {
    const { id: userId } = await callingUser(ctx, ctx.caller);
    const lobby = await lobbyOf(ctx, callerApplicationId(ctx.caller), params.lobby_id);
    await leave(ctx, lobby, userId);
    return noContent;
  }),

  handle(bulkLobbyMembers, async (ctx, { params, body }) => {
    const lobby = await lobbyOf(ctx, callerApplicationId(ctx.caller), params.lobby_id);
    const members = await writeMembers(ctx, lobby, body());
    return reply(200, members.map(lobbyMemberView));
  }),
];

const ofLinks: readonly Binding[] = [
  handle(linkLobby, async (ctx, { params, body }) => {
    const user = await callingUser(ctx, ctx.caller);
    const lobby = await lobbyOf(ctx, callerApplicationId(ctx.caller), params.lobby_id);
    const { flags } = await requireMember(ctx, lobby, user.id);
    if ((flags & LobbyMemberFlag.CAN_LINK_LOBBY) === 0)
      throw new ApiError(MissingLobbyPermissions, { needs: { permission: ["CAN_LINK_LOBBY"] } });
    const channelId = body().channel_id ?? undefined;
    const after =
      channelId === undefined
        ? await unlinkLobby(ctx, lobby)
        : await linkChannel(ctx, lobby, { user, channelId });
    return reply(200, playersLobbyView(after));
  }),

  handle(unlinkChannel, async (ctx, { params }) => {
    const channel = await channelOf(ctx, ctx.caller, params.channel_id);
    const user = await callingUser(ctx, ctx.caller);
    // Direct channels have no permissions to manage.
    const isOfGuild = channel.guild_id !== undefined;
    if (!isOfGuild || !holds(await permissionsIn(ctx, channel, user.id), "MANAGE_CHANNELS")) {
      throw missingPermission("MANAGE_CHANNELS");
    }
    await cutLink(ctx, channel);
    const { linked_lobby: _, ...after } = channel;
    return reply(200, channelView(after));
  }),
];

/** The default number of messages in a reply. Source: protocol: lobbies-and-sdk 3. */
const MESSAGES_DEFAULT = 50;

/**
 * A lobby of the caller's application, and the caller's membership in it. Throws unless they are a
 * member.
 */
async function membershipOf(ctx: WithCaller, lobbyId: string) {
  const user = await callingUser(ctx, ctx.caller);
  const lobby = await lobbyOf(ctx, callerApplicationId(ctx.caller), lobbyId);
  return { user, lobby, member: await requireMember(ctx, lobby, user.id) };
}

const ofMessages: readonly Binding[] = [
  handle(createLobbyMessage, async (ctx, { params, body }) => {
    const membership = await membershipOf(ctx, params.lobby_id);
    const draft = body();
    const message = await sendLobbyMessage(ctx, { ...membership, draft });
    const { metadata } = draft;
    const echoed = metadata === undefined || metadata === null ? {} : { metadata };
    return reply(201, { ...(await lobbyMessageView(ctx, message)), ...echoed });
  }),

  handle(listLobbyMessages, async (ctx, { params, query }) => {
    const { lobby } = await membershipOf(ctx, params.lobby_id);
    const page = await recentMessages(ctx, lobby.id, query.limit ?? MESSAGES_DEFAULT);
    return reply(200, await Promise.all(page.map((each) => lobbyMessageView(ctx, each))));
  }),

  handle(moderateLobbyMessage, async (ctx, { params, body }) => {
    const lobby = await lobbyOf(ctx, callerApplicationId(ctx.caller), params.lobby_id);
    await moderateMessage(ctx, { lobby, messageId: params.message_id }, body);
    return noContent;
  }),
];

const ofInvites: readonly Binding[] = [
  handle(inviteSelf, async (ctx, { params }) => {
    const { id } = await callingUser(ctx, ctx.caller);
    const lobby = await lobbyOf(ctx, callerApplicationId(ctx.caller), params.lobby_id);
    return reply(200, await inviteToChannel(ctx, lobby, id));
  }),

  handle(inviteMember, async (ctx, { params }) => {
    const lobby = await lobbyOf(ctx, callerApplicationId(ctx.caller), params.lobby_id);
    const { id } = await userOf(ctx, params.user_id);
    return reply(200, await inviteToChannel(ctx, lobby, id));
  }),
];

/** Every endpoint of lobbies. */
export const lobbyHandlers: readonly Binding[] = [
  ...ofLobbies,
  ...ofPlayers,
  ...ofLinks,
  ...ofMessages,
  ...ofInvites,
];
