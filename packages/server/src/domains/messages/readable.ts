// Which messages' content an application may read, both through the API and the gateway.
// Source: protocol: gateway-oauth-limits 4.5.
import type { Message } from "@antechamber/contract/messages";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import type { Caller, ReadContext } from "../../platform/context.ts";
import { applications, hasFlag, type ApplicationRecord } from "../applications/application.ts";
import type { UserRecord } from "../users/user.ts";
import { callerUserId } from "../users/operations.ts";
import { withChosen } from "./components/chosen-entities.ts";
import { messageView, type MessageRecord } from "./message.ts";
import { withPeople } from "./people.ts";
import { withOwnVotes } from "./polls/own-votes.ts";
import { withThread } from "./threads/thread-view.ts";
import { withOwnReactions } from "./reactions/own-reactions.ts";

/** True for an application with the message content intent. */
export function readsContent(application: ApplicationRecord): boolean {
  return (
    hasFlag(application, "GATEWAY_MESSAGE_CONTENT") ||
    hasFlag(application, "GATEWAY_MESSAGE_CONTENT_LIMITED")
  );
}

/**
 * True if a caller may read a message's content. Users may read all that they see. Bots without the
 * intent may read messages that are their own, mention them, or were sent to them directly.
 */
export async function mayReadContent(
  ctx: ReadContext,
  user: UserRecord,
  message: MessageRecord,
): Promise<boolean> {
  if (user.bot !== true || message.guild_id === undefined) return true;
  if (isFor(user.id, message)) return true;
  const application = await ctx.tx.get(applications, snowflakeKey(user.id));
  return application !== undefined && readsContent(application);
}

/** The fields of a guild's message that decide who may read it. */
interface ShownMessage {
  readonly id?: string;
  readonly author?: { readonly id: string };
  readonly mentions?: readonly { readonly id: string }[];
  readonly application_id?: string;
  readonly interaction_metadata?: object;
  readonly referenced_message?: object | null;
  readonly message_snapshots?: readonly { readonly message: object }[];
}

/** True if the application or its players wrote the message, or if the message mentions it. */
function isFor(applicationId: string, message: ShownMessage): boolean {
  const { author, application_id, mentions = [] } = message;
  const isOwn = author?.id === applicationId || application_id === applicationId;
  return isOwn || mentions.some(({ id }) => id === applicationId);
}

/** True for the target of a message command, which the application got with the interaction. */
function isTargetOf(target: ShownMessage, answer: ShownMessage, applicationId: string): boolean {
  const { target_message_id: id }: { readonly target_message_id?: string } =
    answer.interaction_metadata ?? {};
  return answer.application_id === applicationId && id !== undefined && id === target.id;
}

/** Whether the content of a message is hidden, and that of the message that it replies to. */
export interface HiddenContent {
  readonly own: boolean;
  readonly answered: boolean;
}

/** Which content an application without the intent is not shown of a message in a guild. */
export function contentHiddenFrom(applicationId: string, message: ShownMessage): HiddenContent {
  const answered: ShownMessage | undefined = message.referenced_message ?? undefined;
  return {
    own: !isFor(applicationId, message),
    answered:
      answered !== undefined &&
      !isFor(applicationId, answered) &&
      !isTargetOf(answered, message, applicationId),
  };
}

/** The values of a message's content fields when they are hidden. */
const nothing = { content: "", embeds: [], attachments: [], components: [] };

function withoutContent(message: object): object {
  const { poll: _poll, resolved: _resolved, ...rest } = message as Record<string, unknown>;
  return { ...rest, ...nothing };
}

/** A message without its content; the snapshots of forwarded messages are hidden as well. */
export function withHidden<M extends ShownMessage>(
  message: M,
  { own, answered }: HiddenContent,
): M {
  const { referenced_message: referenced, message_snapshots: forwarded } = message;
  return {
    ...(own ? (withoutContent(message) as M) : message),
    ...(answered && referenced !== undefined && referenced !== null
      ? { referenced_message: withoutContent(referenced) }
      : {}),
    ...(own && forwarded !== undefined
      ? {
          message_snapshots: forwarded.map((each) => ({
            ...each,
            message: withoutContent(each.message),
          })),
        }
      : {}),
  };
}

/** Makes the view of a message that the API returns. */
export type MessageViewer = (message: MessageRecord) => Promise<Static<typeof Message>>;

/** A viewer for a reader who may read all content. */
export function wholeViewer(ctx: ReadContext, userId: string | undefined): MessageViewer {
  return async (message) => {
    const people = await withPeople(ctx, messageView(ctx, message));
    const whole = await withChosen(ctx, message, people);
    const view = await withOwnReactions(ctx, userId, whole);
    return withThread(ctx, await withOwnVotes(ctx, userId, view));
  };
}

/** The viewer for an application. */
export function viewerOf(ctx: ReadContext, application: ApplicationRecord): MessageViewer {
  const whole = wholeViewer(ctx, application.id);
  if (readsContent(application)) return whole;
  return async (message) => {
    const view = await whole(message);
    if (message.guild_id === undefined) return view;
    return withHidden(view, contentHiddenFrom(application.id, view));
  };
}

/** The viewer for a caller: users are shown all that they see, applications what they may read. */
export async function viewerFor(ctx: ReadContext, caller: Caller): Promise<MessageViewer> {
  if (caller.kind === "bot") return viewerOfId(ctx, caller.application_id);
  return wholeViewer(ctx, callerUserId(caller));
}

/** The viewer for the application with an id. */
export async function viewerOfId(ctx: ReadContext, applicationId: string): Promise<MessageViewer> {
  const application = await ctx.tx.get(applications, snowflakeKey(applicationId));
  return application === undefined ? wholeViewer(ctx, applicationId) : viewerOf(ctx, application);
}

/** The views of messages for a caller, in the given order. */
export async function messageViews(
  ctx: ReadContext,
  caller: Caller,
  messages: readonly MessageRecord[],
): Promise<Static<typeof Message>[]> {
  return Promise.all(messages.map(await viewerFor(ctx, caller)));
}
