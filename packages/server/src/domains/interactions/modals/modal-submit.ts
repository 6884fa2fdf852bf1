// Submits a modal that a user filled in. Source: protocol: commands-and-interactions 5.5, 7.
import { UnknownInteraction } from "@antechamber/contract";
import { InteractionType, type ModalSubmission } from "@antechamber/contract/interactions";
import { snowflakeKey, type ValidationIssue, type Static } from "@antechamber/contract/schema";
import { ApiError, invalidForm } from "../../../platform/api-error.ts";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import { applicationOf } from "../../applications/operations.ts";
import { channelOf } from "../../guilds/operations.ts";
import type { ModalWithIds } from "../../messages/components/modal-components.ts";
import type { UserRecord } from "../../users/user.ts";
import { metadataOf } from "../response-messages.ts";
import { resolveChoices, invalid } from "../components/component-values.ts";
import { dispatch } from "../dispatch.ts";
import { expiryOf, interactions, type InteractionRecord, type Response } from "../interaction.ts";
import {
  interactionContextOf,
  requireNoTimeout,
  type InteractionContext,
} from "../interaction-context.ts";
import { idsOfFiles, storeUploads, resolvedFiles, type Uploads } from "../uploads.ts";
import { filledModal, withFiles } from "./modal-values.ts";
import { sourceMessageOf } from "../source-message.ts";

/** A user's request to submit a modal. */
export interface SubmitCall {
  readonly user: UserRecord;
  readonly opened: Opened;
  /** The custom id of the submitted modal, as the request names it. */
  readonly customId: string;
  /** The components as a client sends them. */
  readonly components: readonly unknown[];
  readonly uploads: Uploads;
  readonly nonce: string | number | undefined;
  /** Other faults of the request, which are reported together with those of the components. */
  readonly faults: readonly ValidationIssue[];
  /** The path of a fault in the request. */
  readonly pathOf: (path: ValidationIssue["path"]) => ValidationIssue["path"];
}

/** A modal that was shown, with the interaction whose answer it was. */
export interface Opened {
  readonly interaction: InteractionRecord;
  readonly modal: ModalWithIds;
  /** The answer that contained the modal. */
  readonly response: Response;
}

/**
 * The modal that a user was shown in answer to an interaction. It can be submitted once, or again
 * if a submission failed: clients keep it open then.
 *
 * @throws UnknownInteraction
 */
export async function openedModal(
  ctx: ReadContext,
  user: UserRecord,
  interactionId: string,
): Promise<Opened> {
  const interaction = await ctx.tx.get(interactions, snowflakeKey(interactionId));
  const progress = interaction?.progress.state === "responded" ? interaction.progress : undefined;
  const isOwn = interaction?.user_id === user.id && ctx.now < expiryOf(interaction);
  if (progress?.modal === undefined || !isOwn) throw new ApiError(UnknownInteraction);
  if (await isSubmitted(ctx, progress)) throw new ApiError(UnknownInteraction);
  return { interaction, modal: progress.modal, response: progress };
}

async function isSubmitted(ctx: ReadContext, { submissionId }: Response): Promise<boolean> {
  if (submissionId === undefined) return false;
  const submission = await ctx.tx.get(interactions, snowflakeKey(submissionId));
  return submission?.progress.state !== "failed";
}

/**
 * Sends a submitted modal to its application, if the user still has access to the channel.
 *
 * @throws UnknownChannel, MissingAccess, UnknownApplication, MissingPermissions, InvalidForm
 */
export async function sendSubmission(ctx: Context, call: SubmitCall): Promise<InteractionRecord> {
  const { interaction: opening, modal } = call.opened;
  const caller = { kind: "user", user_id: call.user.id } as const;
  const channel = await channelOf(ctx, caller, opening.channel_id);
  if (call.customId !== modal.custom_id) {
    const path = call.pathOf(["custom_id"]);
    throw invalidForm(invalid({ path, message: "The modal that was shown has another custom id" }));
  }
  const application = await applicationOf(ctx, opening.application_id);
  const context = await interactionContextOf(ctx, { user: call.user, application, channel });
  requireNoTimeout(context);
  const { data, files } = await submissionOf(ctx, context, call);
  const message = await sourceMessageOf(ctx, opening);
  const { sourceMessageId } = opening;
  const submission = await dispatch(ctx, context, {
    draft: {
      type: InteractionType.MODAL_SUBMIT,
      owners: opening.authorizing_integration_owners,
      nonce: call.nonce,
      about: {
        opening: await metadataOf(ctx, opening),
        ...definedFields({ sourceMessageId }),
        ...files,
      },
    },
    contents: { data, ...definedFields({ message }) },
  });
  const progress = { ...call.opened.response, submissionId: submission.id };
  ctx.tx.put(interactions, { ...opening, progress });
  return submission;
}

interface Submission {
  readonly data: Static<typeof ModalSubmission>;
  readonly files: Pick<InteractionRecord, "uploadIds">;
}

async function submissionOf(
  ctx: Context,
  context: InteractionContext,
  call: SubmitCall,
): Promise<Submission> {
  const { modal } = call.opened;
  const filled = filledModal(modal, call.components, ["components"]);
  const found = await resolveChoices(ctx, context, filled.choices);
  const issues = [...filled.issues, ...(found.ok ? [] : found.issues)];
  const inBody = <P extends Pick<ValidationIssue, "path">>(each: P) => ({
    ...each,
    path: call.pathOf(each.path),
  });
  const faults = [...call.faults, ...issues.map(inBody)];
  if (faults.length > 0) throw invalidForm(...faults);
  const { uploads } = call;
  const stored = await storeUploads(ctx, { uploads, context }, filled.files.map(inBody));
  const resolved = { ...(found.ok ? found.resolved : {}), ...resolvedFiles(ctx, stored) };
  const data = {
    components: withFiles(filled.components, stored),
    custom_id: modal.custom_id,
    ...(Object.keys(resolved).length === 0 ? {} : { resolved }),
  };
  return { data, files: idsOfFiles(stored) };
}
