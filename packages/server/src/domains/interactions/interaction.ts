// The interaction record, its table, and the lookup by token.
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
import type { ModalWithIds } from "../messages/components/modal-components.ts";

/** A suggestion for an option that is being typed. */
export type Choice = Static<typeof AutocompleteChoice>;

/** The first answer to an interaction, with its results. */
export interface Response {
  readonly state: "responded";
  readonly callbackType: number;
  /** The message that `@original` names; absent when the answer was not a message. */
  readonly messageId?: string;
  /**
   * True once a deferred update of the component's message has been followed by an edit, deletion
   * or follow-up.
   */
  readonly isFulfilled?: boolean;
  readonly choices?: Choice[];
  readonly modal?: ModalWithIds;
  /** The last submission of the modal. */
  readonly submissionId?: string;
  readonly activityInstanceId?: string;
}

/** Why the interaction failed, for the operator who simulates its user. */
export type Cause = Static<typeof FailureCause>;

/** The state of an interaction. Answers after the first are follow-up messages. */
export type Progress =
  | { readonly state: "pending" }
  | { readonly state: "failed"; readonly reason: number; readonly cause?: Cause }
  | Response;

/** The command as of its invocation. */
export interface InvokedCommand {
  readonly id: string;
  readonly type: number;
  /** The name with subcommand group and subcommand: `permissions user add`. */
  readonly path: string;
}

/** The target of a user or message command. */
export type Target =
  | { readonly kind: "user"; readonly id: string }
  | { readonly kind: "message"; readonly id: string };

/** One use of an application by a user, from when it is sent until its token expires. */
export interface InteractionRecord {
  readonly id: string;
  readonly type: number;
  readonly application_id: string;
  readonly user_id: string;
  readonly channel_id: string;
  readonly guild_id?: string;
  readonly nonce?: string | number;
  /** The command, for types 2 and 4. */
  readonly command?: InvokedCommand;
  readonly target?: Target;
  /** The type of the option that is being typed, for type 4. */
  readonly focusedType?: number;
  /** The message of the component that was used or that opened the modal. */
  readonly sourceMessageId?: string;
  /** For a modal submission: the metadata of the interaction that opened the modal. */
  readonly opening?: object;
  readonly authorizing_integration_owners: Readonly<Record<string, string>>;
  /** The application may mention everyone in the channel. */
  readonly mayMentionEveryone: boolean;
  /** The application is not installed in the guild: only its user installed it. */
  readonly isUserInstallOnly: boolean;
  /** All messages are ephemeral, whatever the application requests. */
  readonly forcesEphemeral: boolean;
  readonly tokenDigest: string;
  readonly createdAt: Millis;
  readonly progress: Progress;
  /** Files that the user uploaded; they are deleted when the token expires. */
  readonly uploadIds?: readonly string[];
  /** Why the application's latest answer was refused, while the interaction is still pending. */
  readonly refusal?: Cause;
  /** The interaction was claimed for delivery over HTTP. */
  readonly isPosted?: boolean;
  readonly followUps: number;
}

/** The index value for launches of an application's activity in a channel. */
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

/** The hash under which a token is stored. */
export function tokenDigest(token: string): string {
  return secretDigest(token);
}

/**
 * The interaction of a token, or undefined. The token contains the interaction's id, by which the
 * record is read; then the token is compared with the digest.
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

/** When an unanswered interaction fails. */
export function deadlineOf(interaction: InteractionRecord): Millis {
  return interaction.createdAt + limits.firstAnswer.value;
}

/** When an interaction's token expires. */
export function expiryOf(interaction: InteractionRecord): Millis {
  return interaction.createdAt + limits.interactionTokenLife.value;
}
