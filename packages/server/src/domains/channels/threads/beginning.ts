// Begins threads without a message, and posts of forums.
// Source: protocol: channels-and-threads 2.1.
import { holds, WrongChannelType, type UploadedFile } from "@antechamber/contract";
import type { ThreadDraft } from "@antechamber/contract/threads";
import { ChannelType } from "@antechamber/contract/guilds";
import { MessageType } from "@antechamber/contract/messages";
import type { Static } from "@antechamber/contract/schema";
import { ApiError, invalidForm, missingPermission } from "../../../platform/api-error.ts";
import type { Context } from "../../../platform/context.ts";
import { holdsPosts } from "../../guilds/channel-defaults.ts";
import type { ChannelRecord, GuildChannelRecord } from "../../guilds/guild.ts";
import { isThread, permissionsIn } from "../../guilds/operations.ts";
import type { ThreadRecord } from "../../guilds/threads/membership.ts";
import { beginThread } from "../../guilds/threads/new-thread.ts";
import { requireTags } from "../../guilds/threads/post-tags.ts";
import type { MessageRecord } from "../../messages/message.ts";
import { screen } from "../../messages/auto-moderation/screening.ts";
import { postSystemMessage } from "../../messages/system-message.ts";
import { sendMessage } from "../../messages/channel-messages/sending.ts";
import { awaitTurn } from "../../messages/slowmode.ts";
import { userView, type UserRecord } from "../../users/user.ts";
import { requireAllOf } from "../../guilds/caller-permissions.ts";

type Draft = Static<typeof ThreadDraft>;

/** The user who begins a thread, and where. */
export interface Beginning {
  readonly user: UserRecord;
  readonly channel: ChannelRecord;
  readonly draft: () => Draft;
  readonly files: readonly UploadedFile[];
}

interface Begun {
  readonly thread: ThreadRecord;
  /** For a post: its first message. */
  readonly message?: MessageRecord;
}

const { GUILD_TEXT, GUILD_ANNOUNCEMENT } = ChannelType;
const { ANNOUNCEMENT_THREAD, PUBLIC_THREAD, PRIVATE_THREAD } = ChannelType;

/**
 * Begins a thread or a post.
 *
 * @throws WrongChannelType, MissingPermissions, TooManyActiveThreads, TagRequired, UnknownTag,
 *   InvalidForm, TitleBlocked, SlowmodeActive, and what `sendMessage` throws
 */
export async function begin(ctx: Context, beginning: Beginning): Promise<Begun> {
  const { guild_id } = beginning.channel;
  if (guild_id === undefined || isThread(beginning.channel)) throw new ApiError(WrongChannelType);
  const parent = { ...beginning.channel, guild_id };
  const may = await permissionsIn(ctx, parent, beginning.user.id);
  if (holdsPosts(parent)) return beginPost(ctx, { ...beginning, parent, may });
  if (parent.type !== GUILD_TEXT && parent.type !== GUILD_ANNOUNCEMENT)
    throw new ApiError(WrongChannelType);
  return { thread: await beginPlain(ctx, { ...beginning, parent, may }) };
}

interface InParent extends Beginning {
  readonly parent: GuildChannelRecord;
  readonly may: bigint;
}

async function beginPlain(
  ctx: Context,
  { user, parent, may, draft: read }: InParent,
): Promise<ThreadRecord> {
  const isNews = parent.type === GUILD_ANNOUNCEMENT;
  // Callers who may begin neither kind are refused before the form is read.
  if (!holds(may, "CREATE_PUBLIC_THREADS") && (isNews || !holds(may, "CREATE_PRIVATE_THREADS")))
    throw missingPermission("CREATE_PUBLIC_THREADS");
  const draft = read();
  const { type = isNews ? ANNOUNCEMENT_THREAD : PRIVATE_THREAD, name } = draft;
  if ((type === ANNOUNCEMENT_THREAD) !== isNews) throw new ApiError(WrongChannelType);
  const isPrivate = type === PRIVATE_THREAD;
  const needed = isPrivate ? "CREATE_PRIVATE_THREADS" : "CREATE_PUBLIC_THREADS";
  requireAllOf(may, needed);
  const posted = await screen(ctx, { user, channel: parent, text: name, kind: "title" });
  await awaitTurn(ctx, parent, { user, permissions: may, beginsThread: true });
  const thread = await beginThread(ctx, {
    parent,
    ownerId: user.id,
    type,
    name,
    minutes: draft.auto_archive_duration,
    slowmode: draft.rate_limit_per_user,
    invitable: draft.invitable,
  });
  if (!isPrivate) await postBeginning(ctx, { user, parent, thread });
  await posted(ctx);
  return thread;
}

/** Posts a notice of a new thread in its parent channel. */
async function postBeginning(
  ctx: Context,
  { user, parent, thread }: { user: UserRecord; parent: GuildChannelRecord; thread: ThreadRecord },
): Promise<void> {
  await postSystemMessage(ctx, {
    channel: parent,
    author: userView(user),
    type: MessageType.THREAD_CREATED,
    content: thread.name ?? "",
    origin: {
      message_reference: { type: 0, channel_id: thread.id, guild_id: thread.guild_id },
    },
  });
}

async function beginPost(
  ctx: Context,
  { user, parent, may, draft: read, files }: InParent,
): Promise<Begun> {
  requireAllOf(may, "SEND_MESSAGES");
  const { message: first, ...draft } = read();
  if (first === undefined) {
    const message = "This field is required";
    throw invalidForm({ path: ["message"], code: "BASE_TYPE_REQUIRED", message });
  }
  const tags = draft.applied_tags ?? [];
  requireTags(parent, { before: [], after: tags, mayModerate: holds(may, "MANAGE_THREADS") });
  const title = { user, channel: parent, text: draft.name, kind: "title" } as const;
  const posted = await screen(ctx, title);
  await awaitTurn(ctx, parent, { user, permissions: may, beginsThread: true });
  const thread = await beginThread(ctx, {
    parent,
    ownerId: user.id,
    type: PUBLIC_THREAD,
    name: draft.name,
    minutes: draft.auto_archive_duration,
    slowmode: draft.rate_limit_per_user,
    tags,
  });
  const sending = { user, channel: thread, payload: () => first, files, isStarter: true } as const;
  const message = await sendMessage(ctx, sending);
  await posted(ctx, message.id);
  return { thread, message };
}
