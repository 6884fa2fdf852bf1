// The messages with which an application answers: who writes them, where they come from, who sees them.
// Source: protocol: commands-and-interactions 6.4, 6.5.
import {
  ageKey,
  CommandType,
  MessageFlag,
  MessageType,
  UnknownChannel,
  type AllowedMentionsForm,
  type Static,
  type User,
} from "@antechamber/contract";
import { ApiError } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { applicationOf } from "../applications/operations.ts";
import { channels } from "../guilds/guild.ts";
import type { MessageBody } from "../messages/body.ts";
import { messageView, type MessageRecord } from "../messages/message.ts";
import { createMessage, messageOf, type NewMessage } from "../messages/operations.ts";
import { users, userDefaults, userView } from "../users/user.ts";
import type { InteractionRecord } from "./interaction.ts";

/** A message before it is sent. */
export interface Answer {
  readonly body: MessageBody;
  readonly allowed: AllowedMentionsForm | undefined;
}

type Origin = NonNullable<NewMessage["origin"]>;

/** The body of a promise: empty, loading, and already for the eyes that the answer is meant for. */
export function loadingBody(isEphemeral: boolean): MessageBody {
  const flags = MessageFlag.LOADING | (isEphemeral ? MessageFlag.EPHEMERAL : 0);
  return { content: "", embeds: [], components: [], flags, tts: false };
}

/** True for a message that was promised and has not come. */
export function isLoading(message: MessageRecord): boolean {
  return (message.flags & MessageFlag.LOADING) !== 0;
}

/** Stores the first answer in the channel. @throws UnknownChannel when the channel is gone */
export async function sendAnswer(
  ctx: Context,
  interaction: InteractionRecord,
  answer: Answer,
): Promise<MessageRecord> {
  const isSlash = interaction.command.type === CommandType.CHAT_INPUT;
  const type = isSlash ? MessageType.CHAT_INPUT_COMMAND : MessageType.CONTEXT_MENU_COMMAND;
  const invoker = await userViewOf(ctx, interaction.user_id);
  const { id, command, type: interactionType } = interaction;
  return send(ctx, interaction, {
    type,
    answer,
    origin: {
      interaction: {
        id,
        type: interactionType,
        name: command.path,
        ...(invoker === undefined ? {} : { user: invoker }),
      },
      interaction_metadata: await metadata(ctx, interaction, {}),
      ...(await targetReference(ctx, interaction)),
    },
  });
}

/** Stores a further message, as a reply to the first one where that still stands. */
export async function sendFollowUp(
  ctx: Context,
  interaction: InteractionRecord,
  { answer, originalId }: { readonly answer: Answer; readonly originalId: string },
): Promise<MessageRecord> {
  const original = await messageOf(ctx, interaction.channel_id, originalId);
  return send(ctx, interaction, {
    type: original === undefined ? MessageType.DEFAULT : MessageType.REPLY,
    answer,
    origin: {
      interaction_metadata: await metadata(ctx, interaction, {
        original_response_message_id: originalId,
      }),
      ...(original === undefined ? {} : reference(original)),
    },
  });
}

interface Sent {
  readonly type: number;
  readonly answer: Answer;
  readonly origin: Origin;
}

async function send(
  ctx: Context,
  interaction: InteractionRecord,
  { type, answer, origin }: Sent,
): Promise<MessageRecord> {
  const { application_id, channel_id, id, user_id } = interaction;
  const channel = await ctx.tx.get(channels, ageKey(channel_id));
  if (channel === undefined) throw new ApiError(UnknownChannel);
  const isEphemeral =
    interaction.forcesEphemeral || (answer.body.flags & MessageFlag.EPHEMERAL) !== 0;
  const flags = answer.body.flags | (isEphemeral ? MessageFlag.EPHEMERAL : 0);
  return createMessage(ctx, {
    channel,
    author: await authorOf(ctx, application_id),
    type,
    body: { ...answer.body, flags },
    rights: { allowed: answer.allowed, everyone: interaction.mayMentionEveryone },
    origin: {
      ...origin,
      webhook_id: application_id,
      application_id,
      interactionId: id,
      ...(isEphemeral ? { visibleTo: user_id } : {}),
    },
  });
}

/** The application's bot, or the application itself where it has none. */
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
  const user = await ctx.tx.get(users, ageKey(id));
  return user && userView(user);
}

async function metadata(
  ctx: ReadContext,
  interaction: InteractionRecord,
  more: { readonly original_response_message_id?: string },
): Promise<object> {
  const { id, type, target, authorizing_integration_owners } = interaction;
  const [user, targetUser] = await Promise.all([
    userViewOf(ctx, interaction.user_id),
    target?.kind === "user" ? userViewOf(ctx, target.id) : undefined,
  ]);
  return {
    id,
    type,
    ...(user === undefined ? {} : { user }),
    authorizing_integration_owners,
    ...(targetUser === undefined ? {} : { target_user: targetUser }),
    ...(target?.kind === "message" ? { target_message_id: target.id } : {}),
    ...more,
  };
}

/** The answer to a message command points at its message. */
async function targetReference(ctx: ReadContext, interaction: InteractionRecord): Promise<Origin> {
  const { target, channel_id } = interaction;
  if (target?.kind !== "message") return {};
  const message = await messageOf(ctx, channel_id, target.id);
  return message === undefined ? {} : reference(message);
}

/** A pointer to another message, with that message as it is now. */
function reference(message: MessageRecord): Origin {
  const { referenced_message: _, ...view } = messageView(message);
  const { id, channel_id, guild_id } = message;
  return {
    message_reference: {
      type: 0,
      channel_id,
      message_id: id,
      ...(guild_id === undefined ? {} : { guild_id }),
    },
    referenced_message: view,
  };
}
