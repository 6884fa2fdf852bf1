// What a user sees in a channel, a direct message or a lobby: messages visible to all, and
// ephemeral ones for this user. Source: product.md, Control plane.
import { limits, MissingAccess } from "@antechamber/contract";
import { viewAsUser, type ViewedMessage } from "@antechamber/contract/control";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import { channels, roles, type ChannelRecord } from "../../domains/guilds/guild.ts";
import { canEnter } from "../../domains/guilds/operations.ts";
import { expiryOf, interactions } from "../../domains/interactions/interaction.ts";
import { lobbies, type LobbyRecord } from "../../domains/lobbies/lobby.ts";
import {
  lobbyMessageView,
  momentsOf,
  recentMessages,
} from "../../domains/lobbies/lobby-message.ts";
import { requireMember } from "../../domains/lobbies/messages.ts";
import { ephemeralFor, historyOf } from "../../domains/messages/history.ts";
import { isLoading } from "../../domains/messages/message.ts";
import { wholeViewer } from "../../domains/messages/readable.ts";
import { actingUser } from "../../domains/users/acting-user.ts";
import { isId } from "../../domains/users/references.ts";
import { users, type UserRecord } from "../../domains/users/user.ts";
import { ApiError } from "../../platform/api-error.ts";
import type { ReadContext } from "../../platform/context.ts";
import { handle, reply, type Binding } from "../../platform/handler.ts";
import { compareSnowflakes } from "../../platform/records/storage-keys.ts";
import { channelToLookAt } from "../simulate/references.ts";
import { transcriptOf, withNames, type MentionNames } from "./transcript.ts";

type Viewed = Static<typeof ViewedMessage>;

/**
 * The newest messages that a user sees in a channel, the oldest of them first.
 *
 * @throws MissingAccess
 */
async function visibleInChannel(
  ctx: ReadContext,
  { channel, user, limit }: { channel: ChannelRecord; user: UserRecord; limit: number },
): Promise<Viewed[]> {
  if (!(await canEnter(ctx, channel, user.id))) throw new ApiError(MissingAccess);
  const [everybodys, own] = await Promise.all([
    historyOf(ctx, channel.id, { limit }),
    ephemeralFor(ctx, { channelId: channel.id, userId: user.id, limit }),
  ]);
  const newest = [...everybodys, ...own]
    .toSorted((one, other) => compareSnowflakes(one.id, other.id))
    .slice(-limit);
  return Promise.all(newest.map(wholeViewer(ctx, user.id)));
}

/** The newest messages that a user sees in a lobby, the oldest first. @throws LobbyMembersOnly */
async function visibleInLobby(
  ctx: ReadContext,
  { lobby, user, limit }: { lobby: LobbyRecord; user: UserRecord; limit: number },
): Promise<Viewed[]> {
  await requireMember(ctx, lobby, user.id);
  const found = await recentMessages(ctx, lobby.id, limit);
  return Promise.all(
    found.toReversed().map(async (each) => ({
      ...(await lobbyMessageView(ctx, each)),
      ...momentsOf(each),
    })),
  );
}

/** The ids of users, roles and channels mentioned in any text of the messages. */
function idsIn(messages: readonly Viewed[]): ReadonlyMap<string, "user" | "role" | "channel"> {
  const ids = new Map<string, "user" | "role" | "channel">();
  withNames(JSON.stringify(messages), (kind, id) => {
    ids.set(id, kind);
    return undefined;
  });
  return ids;
}

/** Looks up the names of mentioned users, roles and channels. */
async function mentionNames(ctx: ReadContext, messages: readonly Viewed[]): Promise<MentionNames> {
  const names = new Map<string, string | undefined>();
  for (const [id, kind] of idsIn(messages)) names.set(`${kind} ${id}`, await nameOf(ctx, kind, id));
  return (kind, id) => names.get(`${kind} ${id}`);
}

async function nameOf(
  ctx: ReadContext,
  kind: "user" | "role" | "channel",
  id: string,
): Promise<string | undefined> {
  if (kind === "user") {
    const user = await ctx.tx.get(users, snowflakeKey(id));
    return user && `@${user.global_name ?? user.username}`;
  }
  if (kind === "channel") {
    const channel = await ctx.tx.get(channels, snowflakeKey(id));
    return channel && `#${channel.name ?? id}`;
  }
  const [role] = await ctx.tx.find(roles, { index: "id", value: id, limit: 1 });
  return role && `@${role.name.replace(/^@/, "")}`;
}

/** The ids of deferred responses whose interaction token has expired. */
async function unanswered(
  ctx: ReadContext,
  messages: readonly Viewed[],
): Promise<ReadonlySet<string>> {
  const over = new Set<string>();
  for (const message of messages.filter(isLoading)) {
    const { id = "" }: { id?: string } = message.interaction_metadata ?? {};
    const interaction = await ctx.tx.get(interactions, snowflakeKey(id));
    if (interaction === undefined || ctx.now >= expiryOf(interaction)) over.add(message.id);
  }
  return over;
}

/** The handler of the endpoint that shows what a user sees. */
export const viewHandlers: readonly Binding[] = [
  handle(viewAsUser, async (ctx, { params, query }) => {
    const user = await actingUser(ctx, params.user);
    const { channel: reference, guild, limit = limits.viewedMessages.value } = query;
    const lobby = isId(reference) ? await ctx.tx.get(lobbies, snowflakeKey(reference)) : undefined;
    const messages =
      lobby === undefined
        ? await visibleInChannel(ctx, {
            channel: await channelToLookAt(ctx, { user, channel: reference, guild }),
            user,
            limit,
          })
        : await visibleInLobby(ctx, { lobby, user, limit });
    const text = transcriptOf(messages, {
      nameOf: await mentionNames(ctx, messages),
      over: await unanswered(ctx, messages),
    });
    return reply(200, { messages, text });
  }),
];
