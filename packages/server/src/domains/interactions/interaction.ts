// The interaction record, its table, and how it is found by its token.
import { limits } from "@antechamber/contract";
import type { FailureCause } from "@antechamber/contract/control";
import type { AutocompleteChoice } from "@antechamber/contract/interactions";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import type { Millis } from "../../platform/clock.ts";
import type { ReadContext } from "../../platform/context.ts";
import { isSecretOf, secretDigest } from "../../platform/crypto.ts";
import { tableOf } from "../../platform/store.ts";
import { keyOfIds } from "../../platform/records/stored-form.ts";
import { interactionIdIn } from "../applications/interaction-token.ts";
import type { KeptModal } from "../messages/components/modal-components.ts";

/** A suggestion for an option that is being typed. */
export type Choice = Static<typeof AutocompleteChoice>;

/** The first answer, with what came of it. */
export interface Response {
  readonly state: "responded";
  readonly callbackType: number;
  /** The message that `@original` names; absent where the answer was no message. */
  readonly messageId?: string;
  /** The promised change of the component's message has come, or a message instead of it. */
  readonly isFulfilled?: boolean;
  readonly choices?: Choice[];
  readonly modal?: KeptModal;
  /** The last submission of the modal. */
  readonly submissionId?: string;
  readonly activityInstanceId?: string;
}

/** Why it failed, for the operator who simulates its user. */
export type Cause = Static<typeof FailureCause>;

/** How far an interaction has come. A later answer to it is one of its messages. */
export type Progress =
  | { readonly state: "pending" }
  | { readonly state: "failed"; readonly reason: number; readonly cause?: Cause }
  | Response;

/** The command as it was when it was invoked. */
export interface InvokedCommand {
  readonly id: string;
  readonly type: number;
  /** With the names of group and subcommand: `permissions user add`. */
  readonly path: string;
}

/** What a user or message command was used on. */
export type Target =
  | { readonly kind: "user"; readonly id: string }
  | { readonly kind: "message"; readonly id: string };

/** One use of an application by a user, from its sending until its token ends. */
export interface InteractionRecord {
  readonly id: string;
  readonly type: number;
  readonly application_id: string;
  readonly user_id: string;
  readonly channel_id: string;
  readonly guild_id?: string;
  readonly nonce?: string | number;
  /** The command of types 2 and 4. */
  readonly command?: InvokedCommand;
  readonly target?: Target;
  /** The type of the option that is being typed, for type 4. */
  readonly focusedType?: number;
  /** The message of the component that was used, or through which the modal was opened. */
  readonly sourceMessageId?: string;
  /** Of a modal's submission: metadata of the interaction that opened the modal. */
  readonly opening?: object;
  readonly authorizing_integration_owners: Readonly<Record<string, string>>;
  /** The application may mention everyone in the channel. */
  readonly mayMentionEveryone: boolean;
  /** The application is not in the place itself, the user brought it. */
  readonly isUserInstallOnly: boolean;
  /** Its messages are for the user alone, whatever the application asks for. */
  readonly forcesEphemeral: boolean;
  readonly tokenDigest: string;
  readonly createdAt: Millis;
  readonly progress: Progress;
  /** Files that the user sent along; they go when the token ends. */
  readonly uploadIds?: readonly string[];
  /** Why its application's last answer was refused, as long as it may give another. */
  readonly refusal?: Cause;
  /** It was taken for delivery by HTTP. */
  readonly isPosted?: boolean;
  readonly followUps: number;
}

/** What launches of an application's Activity in a channel are found by. */
export function activityKey({
  application_id,
  channel_id,
}: Pick<InteractionRecord, "application_id" | "channel_id">): string {
  return `${application_id}:${channel_id}`;
}

export const interactions = tableOf<InteractionRecord>()({
  name: "interaction",
  key: keyOfIds("id"),
  defaults: {
    mayMentionEveryone: false,
    isUserInstallOnly: false,
    forcesEphemeral: false,
    followUps: 0,
  },
  isReadBack: true,
  indexes: {
    activity: ({ progress, ...interaction }) =>
      progress.state === "responded" && progress.activityInstanceId !== undefined
        ? activityKey(interaction)
        : undefined,
  },
  deadline: (interaction) =>
    interaction.progress.state === "pending" ? deadlineOf(interaction) : expiryOf(interaction),
});

/** How tokens are kept. */
export function tokenDigest(token: string): string {
  return secretDigest(token);
}

/**
 * The interaction that a token was given for, or undefined. The token says which one that is: it is
 * read by its id, and then held against the digest.
 */
export async function interactionWithToken(
  { tx }: Pick<ReadContext, "tx">,
  token: string,
): Promise<InteractionRecord | undefined> {
  const id = interactionIdIn(token);
  const found = id === undefined ? undefined : await tx.get(interactions, snowflakeKey(id));
  if (found === undefined) return undefined;
  return isSecretOf(found.tokenDigest, token) ? found : undefined;
}

/** When an interaction without an acknowledgement fails. */
export function deadlineOf(interaction: InteractionRecord): Millis {
  return interaction.createdAt + limits.firstAnswer.value;
}

/** When an interaction's token ends. */
export function expiryOf(interaction: InteractionRecord): Millis {
  return interaction.createdAt + limits.interactionTokenLife.value;
}
