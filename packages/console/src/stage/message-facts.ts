// Facts that follow from a message alone.
import { ChannelType } from "@antechamber/contract/channel-types";
import { MessageFlag, MessageType } from "@antechamber/contract/message-types";
import { holds, type PermissionName } from "@antechamber/contract/permissions";
import { permissionsOf, writingIn } from "./session/permissions.ts";
import { isEphemeral, type Message } from "./session/seen-messages.ts";
import type { Place } from "./session/use-session.ts";

/** Types of channel in which threads can be started. */
const WITH_THREADS: readonly number[] = [ChannelType.GUILD_TEXT, ChannelType.GUILD_ANNOUNCEMENT];

/** True for a deferred response, whose content has not been sent yet. */
export function isLoading({ flags }: Pick<Message, "flags">): boolean {
  return (flags & MessageFlag.LOADING) !== 0;
}

/** False if a user suppressed the embeds. */
export function showsEmbeds({ flags }: Pick<Message, "flags">): boolean {
  return (flags & MessageFlag.SUPPRESS_EMBEDS) === 0;
}

/** Types of messages that users and applications write; all others are system messages. */
const WRITTEN: ReadonlySet<number> = new Set([
  MessageType.DEFAULT,
  MessageType.REPLY,
  MessageType.CHAT_INPUT_COMMAND,
  MessageType.CONTEXT_MENU_COMMAND,
]);

const systemTexts: Readonly<Record<number, string>> = {
  [MessageType.RECIPIENT_ADD]: "added a member to the group",
  [MessageType.RECIPIENT_REMOVE]: "removed a member from the group",
  [MessageType.CHANNEL_NAME_CHANGE]: "renamed the channel",
  [MessageType.CHANNEL_ICON_CHANGE]: "changed the group icon",
  [MessageType.CHANNEL_PINNED_MESSAGE]: "pinned a message",
  [MessageType.USER_JOIN]: "joined the guild",
  [MessageType.GUILD_BOOST]: "boosted the guild",
  [MessageType.GUILD_BOOST_TIER_1]: "boosted the guild, which reached level 1",
  [MessageType.GUILD_BOOST_TIER_2]: "boosted the guild, which reached level 2",
  [MessageType.GUILD_BOOST_TIER_3]: "boosted the guild, which reached level 3",
  [MessageType.CHANNEL_FOLLOW_ADD]: "followed another channel here",
  [MessageType.THREAD_CREATED]: "started a thread",
  [MessageType.THREAD_STARTER_MESSAGE]: "the first message of the thread",
  [MessageType.AUTO_MODERATION_ACTION]: "triggered AutoMod with a message",
  [MessageType.STAGE_START]: "started a stage",
  [MessageType.STAGE_END]: "ended the stage",
  [MessageType.STAGE_TOPIC]: "changed the stage topic",
  [MessageType.POLL_RESULT]: "the poll ended",
  [MessageType.CHANNEL_LINKED_TO_LOBBY]: "linked the channel to a lobby",
};

/** The text of a system message; undefined for all others. */
export function systemText({ type }: Pick<Message, "type">): string | undefined {
  return WRITTEN.has(type) ? undefined : (systemTexts[type] ?? `system message ${type}`);
}

/** The metadata of the interaction that a message responds to. */
interface Metadata {
  readonly id?: string;
  readonly user?: { readonly username?: string };
  readonly name?: string;
}

export function metadataOf({
  interaction_metadata: metadata,
}: Pick<Message, "interaction_metadata">): Metadata | undefined {
  return metadata as Metadata | undefined;
}

/** The name of the command that a message responds to, if it was a command. */
export function commandOf({ interaction }: Message): string | undefined {
  return (interaction as Metadata | undefined)?.name;
}

/** What a user may do with another's message. */
export interface MessageRights {
  readonly isOwn: boolean;
  readonly mayWrite: boolean;
  readonly mayDelete: boolean;
  readonly mayPin: boolean;
  readonly mayBeginThread: boolean;
}

export function rightsOn(
  message: Message,
  { channel, guild }: Place,
  me: string | undefined,
): MessageRights {
  const isOwn = message.author.id === me;
  const isKept = !isEphemeral(message);
  const may = (name: PermissionName): boolean =>
    isKept &&
    guild !== undefined &&
    me !== undefined &&
    holds(permissionsOf(guild, me, channel), name);
  const isDirect = isKept && guild === undefined;
  const isThreadless = message.thread === undefined && WITH_THREADS.includes(channel?.type ?? -1);
  return {
    isOwn,
    mayWrite: isDirect || may(writingIn(channel)),
    mayDelete: (isOwn && isKept) || may("MANAGE_MESSAGES"),
    mayPin: isDirect || may("PIN_MESSAGES"),
    mayBeginThread: isThreadless && may("CREATE_PUBLIC_THREADS"),
  };
}
