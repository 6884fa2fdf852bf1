// The messages of an application's answers: their author, their origin, and who can view them.
// Source: protocol: commands-and-interactions 6.4, 6.5.
import { UnknownChannel } from "@antechamber/contract";
import { CommandType } from "@antechamber/contract/commands";
import { InteractionType } from "@antechamber/contract/interactions";
import {
  MessageFlag,
  MessageType,
  PollNotEditable,
  type AllowedMentionsForm,
} from "@antechamber/contract/messages";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import type { User } from "@antechamber/contract/users";
import { ApiError } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { applicationOf } from "../applications/operations.ts";
import { channels } from "../guilds/guild.ts";
import {
  changedBody,
  type FormPath,
  type MessageBody,
  type SentChange,
  plainBody,
} from "../messages/body.ts";
import { screenedText } from "../messages/auto-moderation/writing.ts";
import { allowedInWebhooks, changesText, type MentionRights } from "../messages/mentions.ts";
import { isLoading, type MessageRecord } from "../messages/message.ts";
import { createMessage, editMessage, messageOf, type NewMessage } from "../messages/operations.ts";
import { referenceTo } from "../messages/replies.ts";
import { users, userDefaults, userView } from "../users/user.ts";
import { isBlocked, requireUnblockedChange } from "./answer-screening.ts";
import type { InteractionRecord, InvokedCommand } from "./interaction.ts";
import { sourceMessageOf } from "./source-message.ts";

/** A message before it is sent. */
export interface Answer {
  readonly body: MessageBody;
  readonly allowed: AllowedMentionsForm | undefined;
}

type Origin = NonNullable<NewMessage["origin"]>;

/** The body of a deferred answer: empty, loading, and ephemeral if requested. */
export function loadingBody(answer: { readonly isEphemeral: boolean }): MessageBody {
  const flags = MessageFlag.LOADING | (answer.isEphemeral ? MessageFlag.EPHEMERAL : 0);
  return plainBody("", flags);
}

/** Stores the first answer in the channel. @throws UnknownChannel when the channel was deleted */
export async function sendAnswer(
  ctx: Context,
  interaction: InteractionRecord,
  answer: Answer,
): Promise<MessageRecord> {
  const { command } = interaction;
  return command === undefined
    ? sendReply(ctx, interaction, answer)
    : sendCommandAnswer(ctx, interaction, { answer, command });
}

async function sendCommandAnswer(
  ctx: Context,
  interaction: InteractionRecord,
  { answer, command }: { readonly answer: Answer; readonly command: InvokedCommand },
): Promise<MessageRecord> {
  const isOfMenu = command.type === CommandType.USER || command.type === CommandType.MESSAGE;
  const invoker = await userViewOf(ctx, interaction.user_id);
  const { id, type } = interaction;
  return send(ctx, interaction, {
    type: isOfMenu ? MessageType.CONTEXT_MENU_COMMAND : MessageType.CHAT_INPUT_COMMAND,
    answer,
    origin: {
      interaction: {
        id,
        type,
        name: command.path,
        ...definedFields({ user: invoker }),
      },
      interaction_metadata: await metadataOf(ctx, interaction),
    },
    source: await targetMessage(ctx, interaction),
  });
}

/** Answers a component or modal: a reply to the message that it belongs to, if there is one. */
async function sendReply(
  ctx: Context,
  interaction: InteractionRecord,
  answer: Answer,
): Promise<MessageRecord> {
  const source = await sourceMessageOf(ctx, interaction);
  return send(ctx, interaction, {
    type: source === undefined ? MessageType.DEFAULT : MessageType.REPLY,
    answer,
    origin: { interaction_metadata: await metadataOf(ctx, interaction) },
    source,
  });
}

/** Stores a follow-up message, as a reply to the first answer if that was not deleted. */
export async function sendFollowUp(
  ctx: Context,
  interaction: InteractionRecord,
  { answer, originalId }: { readonly answer: Answer; readonly originalId: string | undefined },
): Promise<MessageRecord> {
  const { channel_id } = interaction;
  const original =
    originalId === undefined ? undefined : await messageOf(ctx, channel_id, originalId);
  const before = definedFields({ original_response_message_id: originalId });
  return send(ctx, interaction, {
    type: original === undefined ? MessageType.DEFAULT : MessageType.REPLY,
    answer,
    origin: {
      isFollowUp: true,
      interaction_metadata: { ...(await metadataOf(ctx, interaction)), ...before },
    },
    source: original,
  });
}

/**
 * Validates a change of a message that the interaction's token may edit, and returns the function
 * that makes it, which throws MessageBlocked. The change completes a deferred message.
 *
 * @param change the form with its files, and their path in the request
 * @throws InvalidForm, EmptyMessage, PollNotEditable, VoiceMessageNotEditable
 */
export function preparedChange(
  interaction: InteractionRecord,
  message: MessageRecord,
  { payload, files, at }: SentChange & { readonly at: FormPath },
): (ctx: Context) => Promise<MessageRecord> {
  if (message.poll !== undefined) throw new ApiError(PollNotEditable);
  const body = changedBody(message, { payload, files }, at);
  const { allowed_mentions: allowed } = payload;
  const rights = changesText(payload, body) ? rightsOf(interaction, allowed) : undefined;
  const flags = body.flags & ~MessageFlag.LOADING;
  const edited = !isLoading(message);
  return async (ctx) => {
    const text = screenedText({ ...body, content: payload.content ?? "" });
    await requireUnblockedChange(ctx, interaction, { message, text });
    return editMessage(ctx, message, { body: { ...body, flags }, rights, edited });
  };
}

interface Sent {
  readonly type: number;
  readonly answer: Answer;
  readonly origin: Origin;
  /** The message that it refers to, if any. */
  readonly source: MessageRecord | undefined;
}

async function send(
  ctx: Context,
  interaction: InteractionRecord,
  { type, answer, origin, source }: Sent,
): Promise<MessageRecord> {
  const { application_id, channel_id, id, user_id, nonce } = interaction;
  const channel = await ctx.tx.get(channels, snowflakeKey(channel_id));
  if (channel === undefined) throw new ApiError(UnknownChannel);
  const isEphemeral =
    interaction.forcesEphemeral ||
    (answer.body.flags & MessageFlag.EPHEMERAL) !== 0 ||
    (await isBlocked(ctx, interaction, screenedText(answer.body)));
  const flags = answer.body.flags | (isEphemeral ? MessageFlag.EPHEMERAL : 0);
  const seen = isEphemeral ? { visibleTo: user_id } : {};
  // The user's client matches the first answer to its call by the nonce. Source: midjourney-api by
  // erictik and discord.js-selfbot-v13, which wait for it in MESSAGE_CREATE.
  const extras = origin.isFollowUp === true ? {} : definedFields({ nonce });
  return createMessage(ctx, {
    channel,
    author: await authorOf(ctx, application_id),
    type,
    body: { ...answer.body, flags },
    rights: rightsOf(interaction, answer.allowed),
    origin: {
      ...origin,
      webhook_id: application_id,
      application_id,
      interactionId: id,
      ...seen,
      ...(source === undefined ? {} : referenceTo(source, seen)),
    },
    extras,
  });
}

/** Which mentions of an answer count. */
export function rightsOf(
  { mayMentionEveryone }: InteractionRecord,
  allowed: Parameters<typeof allowedInWebhooks>[0],
): MentionRights {
  return { allowed: allowedInWebhooks(allowed), everyone: mayMentionEveryone };
}

/** The application's bot, or a user made from the application when it has no bot. */
async function authorOf(ctx: ReadContext, applicationId: string): Promise<Static<typeof User>> {
  const bot = await userViewOf(ctx, applicationId);
  if (bot !== undefined) return bot;
  const { name, icon } = await applicationOf(ctx, applicationId);
  const user = {
    ...userDefaults,
    id: applicationId,
    username: name,
    avatar: icon,
    bot: true,
  } as const;
  return userView({ ...user, discriminator: "0000" });
}

async function userViewOf(ctx: ReadContext, id: string): Promise<Static<typeof User> | undefined> {
  const user = await ctx.tx.get(users, snowflakeKey(id));
  return user && userView(user);
}

/** The `interaction_metadata` of messages that answer an interaction. */
export async function metadataOf(
  ctx: ReadContext,
  interaction: InteractionRecord,
): Promise<object> {
  const { id, type, target, authorizing_integration_owners, opening } = interaction;
  const [user, targetUser] = await Promise.all([
    userViewOf(ctx, interaction.user_id),
    target?.kind === "user" ? userViewOf(ctx, target.id) : undefined,
  ]);
  const isOfComponent = type === InteractionType.MESSAGE_COMPONENT;
  return {
    id,
    type,
    ...definedFields({ user }),
    authorizing_integration_owners,
    ...definedFields({ target_user: targetUser }),
    ...(target?.kind === "message" ? { target_message_id: target.id } : {}),
    ...(isOfComponent ? { interacted_message_id: interaction.sourceMessageId } : {}),
    ...definedFields({ triggering_interaction_metadata: opening }),
  };
}

/** The message that a message command was used on, which the answer refers to. */
async function targetMessage(
  ctx: ReadContext,
  { target, channel_id }: InteractionRecord,
): Promise<MessageRecord | undefined> {
  return target?.kind === "message" ? messageOf(ctx, channel_id, target.id) : undefined;
}
