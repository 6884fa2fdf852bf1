import {
  addThreadMember,
  createThread,
  getThreadMember,
  joinThread,
  leaveThread,
  listActiveThreads,
  listJoinedArchivedThreads,
  listPrivateArchivedThreads,
  listPublicArchivedThreads,
  listThreadMembers,
  removeThreadMember,
  searchThreads,
} from "@antechamber/contract/threads";
import { snowflakeKey } from "@antechamber/contract/schema";
import type { WithCaller } from "../../../platform/context.ts";
import { handle, noContent, reply, type Binding } from "../../../platform/handler.ts";
import { channels, channelView } from "../../guilds/guild.ts";
import { requireMembersIntent } from "../../guilds/members/members-intent.ts";
import { channelOf } from "../../guilds/operations.ts";
import { permissionContextIn } from "../../guilds/caller-permissions.ts";
import { threadMemberOf } from "../../guilds/thread-fields.ts";
import { addToThread, removeFromThread } from "../../guilds/threads/membership.ts";
import { messageIn } from "../../messages/history.ts";
import { messageViews } from "../../messages/readable.ts";
import { callingUser } from "../../users/operations.ts";
import { begin } from "./beginning.ts";
import { activeThreads, archivedThreads, foundThreads, joinedArchivedThreads } from "./lists.ts";
import {
  addMember,
  asThread,
  removeMember,
  requireActive,
  shownMember,
  shownMembers,
} from "./members.ts";

/** A channel that the caller can see, and the caller's user. */
async function callerIn(ctx: WithCaller, { channel_id: id }: { readonly channel_id: string }) {
  const channel = await channelOf(ctx, ctx.caller, id);
  return { channel, user: await callingUser(ctx, ctx.caller) };
}

/** A thread that the caller can see, and the caller's user. @throws WrongChannelType */
async function callerInThread(ctx: WithCaller, params: { readonly channel_id: string }) {
  const { channel, user } = await callerIn(ctx, params);
  return { thread: asThread(channel), user };
}

const listHandlers: readonly Binding[] = [
  handle(listActiveThreads, async (ctx, { params }) =>
    reply(200, await activeThreads(ctx, await permissionContextIn(ctx, params.guild_id))),
  ),

  handle(listPublicArchivedThreads, async (ctx, { params, query }) => {
    const { channel: parent, user } = await callerIn(ctx, params);
    const listing = { parent, userId: user.id, ...query, isPrivate: false };
    return reply(200, await archivedThreads(ctx, listing));
  }),

  handle(listPrivateArchivedThreads, async (ctx, { params, query }) => {
    const { channel: parent, user } = await callerIn(ctx, params);
    const listing = { parent, userId: user.id, ...query, isPrivate: true };
    return reply(200, await archivedThreads(ctx, listing));
  }),

  handle(listJoinedArchivedThreads, async (ctx, { params, query }) => {
    const { channel: parent, user } = await callerIn(ctx, params);
    return reply(200, await joinedArchivedThreads(ctx, { parent, userId: user.id, ...query }));
  }),

  handle(searchThreads, async (ctx, { params, query }) => {
    const { channel: parent, user } = await callerIn(ctx, params);
    const { page, ...found } = await foundThreads(ctx, { parent, userId: user.id }, query);
    const first = await Promise.all(page.map(({ id }) => messageIn(ctx, id, id)));
    const starters = first.filter((message) => message !== undefined);
    return reply(200, { ...found, first_messages: await messageViews(ctx, ctx.caller, starters) });
  }),
];

const memberHandlers: readonly Binding[] = [
  handle(listThreadMembers, async (ctx, { params, query }) => {
    const { thread } = await callerInThread(ctx, params);
    await requireMembersIntent(ctx, ctx.caller);
    return reply(200, await shownMembers(ctx, thread, query));
  }),

  handle(getThreadMember, async (ctx, { params, query }) => {
    const { thread } = await callerInThread(ctx, params);
    const request = { userId: params.user_id, withMember: query.with_member === true };
    return reply(200, await shownMember(ctx, thread, request));
  }),

  handle(joinThread, async (ctx, { params }) => {
    const { thread, user } = await callerInThread(ctx, params);
    await addToThread(ctx, requireActive(thread), user.id);
    return noContent;
  }),

  handle(leaveThread, async (ctx, { params }) => {
    const { thread, user } = await callerInThread(ctx, params);
    removeFromThread(ctx, requireActive(thread), user.id);
    return noContent;
  }),

  handle(addThreadMember, async (ctx, { params }) => {
    const { thread, user: by } = await callerInThread(ctx, params);
    await addMember(ctx, thread, { by, userId: params.user_id });
    return noContent;
  }),

  handle(removeThreadMember, async (ctx, { params }) => {
    const { thread, user: by } = await callerInThread(ctx, params);
    await removeMember(ctx, thread, { by, userId: params.user_id });
    return noContent;
  }),
];

export const threadHandlers: readonly Binding[] = [
  handle(createThread, async (ctx, { params, body, files }) => {
    const { channel, user } = await callerIn(ctx, params);
    const { thread, message } = await begin(ctx, { user, channel, draft: body, files });
    const stored = (await ctx.tx.get(channels, snowflakeKey(thread.id))) ?? thread;
    const view = { ...channelView(stored), member: threadMemberOf(stored, user.id) };
    if (message === undefined) return reply(201, view);
    const [first] = await messageViews(ctx, ctx.caller, [message]);
    return reply(201, { ...view, ...(first === undefined ? {} : { message: first }) });
  }),
  ...listHandlers,
  ...memberHandlers,
];
