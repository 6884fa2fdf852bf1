// Facts that follow from a message alone.
import { holds, type PermissionName } from "@antechamber/contract/permissions";
import { permissionsOf, writingIn } from "./session/permissions.ts";
import { isEphemeral, type Message } from "./session/seen-messages.ts";
import type { Place } from "./session/use-session.ts";

const LOADING = 128;
/** Types of channel in which threads can be started. */
const WITH_THREADS = [0, 5];

/** True for a deferred response, whose content has not been sent yet. */
export function isLoading({ flags }: Pick<Message, "flags">): boolean {
  return (flags & LOADING) !== 0;
}

const SUPPRESS_EMBEDS = 4;

/** False if a user suppressed the embeds. */
export function showsEmbeds({ flags }: Pick<Message, "flags">): boolean {
  return (flags & SUPPRESS_EMBEDS) === 0;
}

/** Types of messages that users and applications write; all others are system messages. */
const WRITTEN = new Set([0, 19, 20, 23]);

const systemTexts: Readonly<Record<number, string>> = {
  1: "added a member to the group",
  2: "removed a member from the group",
  4: "renamed the channel",
  5: "changed the group icon",
  6: "pinned a message",
  7: "joined the guild",
  8: "boosted the guild",
  9: "boosted the guild, which reached level 1",
  10: "boosted the guild, which reached level 2",
  11: "boosted the guild, which reached level 3",
  12: "followed another channel here",
  18: "started a thread",
  21: "the first message of the thread",
  24: "triggered AutoMod with a message",
  27: "started a stage",
  28: "ended the stage",
  31: "changed the stage topic",
  46: "the poll ended",
  49: "linked the channel to a lobby",
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
