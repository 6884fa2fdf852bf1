// What follows from a message alone.
import { holds, type PermissionName } from "@antechamber/contract/permissions";
import { permissionsOf } from "./session/permissions.ts";
import { isEphemeral, type Message } from "./session/seen-messages.ts";
import type { Place } from "./session/use-session.ts";

const LOADING = 128;
/** Kinds of channel in which threads begin. */
const WITH_THREADS = [0, 5];

/** Its application has promised an answer. */
export function isLoading({ flags }: Pick<Message, "flags">): boolean {
  return (flags & LOADING) !== 0;
}

/** What a message says of the interaction that it answers. */
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

/** The name of the command that it answers, where it was one. */
export function commandOf({ interaction }: Message): string | undefined {
  return (interaction as Metadata | undefined)?.name;
}

/** What a user may do with a message of somebody. */
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
    mayWrite: isDirect || may("SEND_MESSAGES"),
    mayDelete: (isOwn && isKept) || may("MANAGE_MESSAGES"),
    mayPin: isDirect || may("PIN_MESSAGES"),
    mayBeginThread: isThreadless && may("CREATE_PUBLIC_THREADS"),
  };
}
