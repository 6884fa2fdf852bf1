// Interactions that a signed-in user's client posts: commands, components, modals and autocomplete.
// Source: protocol: commands-and-interactions 2.6, 5.5, 7.
import { UnknownChannel, type UploadedFile, MissingPermissions } from "@antechamber/contract";
import { CommandType } from "@antechamber/contract/commands";
import {
  CommandInvocationForm,
  ComponentUseForm,
  InteractionType,
  ModalSubmissionForm,
  type InteractionForm,
} from "@antechamber/contract/interactions";
import {
  object,
  parserOf,
  Snowflake,
  type Static,
  type ValidationIssue,
} from "@antechamber/contract/schema";
import { ApiError, invalidForm, parsedValue } from "../../platform/api-error.ts";
import type { Caller, Context } from "../../platform/context.ts";
import { applicationOf } from "../applications/operations.ts";
import type { CommandRecord } from "../commands/command.ts";
import { commandById } from "../commands/resolve-command.ts";
import type { ChannelRecord } from "../guilds/guild.ts";
import { channelOf } from "../guilds/operations.ts";
import { plainNonce } from "../messages/message.ts";
import { callingUser } from "../users/operations.ts";
import type { GuardedCommand } from "../commands/permissions/access-rules.ts";
import { sendAutocomplete } from "./autocomplete.ts";
import { sendComponentUse } from "./components/component-use.ts";
import { openedModal, sendSubmission } from "./modals/modal-submit.ts";
import { sendCommand, type Sending } from "./operations.ts";
import { uploadsIn } from "./uploads.ts";

/** The payload and files that a client posted. */
interface Posted {
  readonly payload: Payload;
  readonly files: readonly UploadedFile[];
}

type Payload = Static<typeof InteractionForm>;
type Invoked = Static<typeof CommandInvocationForm>;

const readInvocation = parserOf(object({ data: CommandInvocationForm }));
const readComponentUse = parserOf(object({ message_id: Snowflake, data: ComponentUseForm }));
const readSubmission = parserOf(object({ data: ModalSubmissionForm }));

const underData = (path: ValidationIssue["path"]) => ["data", ...path];

/**
 * Sends a posted interaction to its application.
 *
 * @throws InvalidForm, UnknownChannel, MissingAccess, UnknownApplication, and the errors of sending
 *   each type
 */
export async function useApplication(ctx: Context, caller: Caller, posted: Posted): Promise<void> {
  switch (posted.payload.type) {
    case InteractionType.MESSAGE_COMPONENT:
      return useComponent(ctx, caller, posted.payload);
    case InteractionType.MODAL_SUBMIT:
      return submit(ctx, caller, posted);
    case InteractionType.APPLICATION_COMMAND:
    case InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE:
      return invoke(ctx, caller, posted);
  }
}

/**
 * The channel that the form names, if the caller can view it.
 *
 * @throws UnknownChannel, MissingAccess
 */
async function postedChannel(
  ctx: Context,
  caller: Caller,
  payload: Payload,
): Promise<ChannelRecord> {
  const channel = await channelOf(ctx, caller, payload.channel_id);
  const isElsewhere = payload.guild_id !== undefined && payload.guild_id !== channel.guild_id;
  if (isElsewhere) throw new ApiError(UnknownChannel);
  return channel;
}

/** Refuses an outdated version of a command, upon which the client fetches the command again. */
function refuseOutdated(command: CommandRecord, data: Invoked): void {
  // The version is checked first, because an old version may have had another name.
  if (data.version !== undefined && data.version !== command.version) {
    const code = "INTERACTION_APPLICATION_COMMAND_INVALID_VERSION";
    const message = "This command is outdated, please try again in a few minutes";
    throw invalidForm({ path: ["data"], code, message });
  }
  const isOther =
    (data.type !== undefined && data.type !== command.type) ||
    (data.name !== undefined && data.name !== command.name);
  if (isOther) throw commandInvalid();
}

/** @throws InvalidForm for a user or message command without a target */
function requireTarget({ type }: CommandRecord, { target_id }: Invoked): void {
  const isOfMenu = type === CommandType.USER || type === CommandType.MESSAGE;
  if (!isOfMenu || target_id !== undefined) return;
  const message = "This field is required";
  throw invalidForm({ path: underData(["target_id"]), code: "BASE_TYPE_REQUIRED", message });
}

async function invoke(ctx: Context, caller: Caller, { payload, files }: Posted): Promise<void> {
  const { data } = parsedValue(readInvocation({ data: payload.data }));
  const channel = await postedChannel(ctx, caller, payload);
  const application = await applicationOf(ctx, payload.application_id);
  const scope = { applicationId: application.id, guildId: channel.guild_id };
  const command = await commandById(ctx, scope, data.id);
  if (command === undefined) throw commandInvalid();
  refuseOutdated(command, data);
  requireTarget(command, data);
  const isTyping = payload.type === InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE;
  const sending = await (isTyping ? sendAutocomplete : sendCommand)(ctx, {
    user: await callingUser(ctx, caller),
    application,
    channel,
    command,
    surface: data.type ?? command.type,
    options: data.options ?? [],
    targetId: data.target_id,
    uploads: uploadsIn(data.attachments, files, ["data", "attachments"]),
    nonce: plainNonce(payload.nonce),
    pathOf: ({ path }) => underData(path),
  });
  if (sending.kind === "denied") throw refusalOf(sending, command);
}

async function useComponent(ctx: Context, caller: Caller, payload: Payload): Promise<void> {
  const { message_id, data } = parsedValue(readComponentUse(payload));
  const channel = await postedChannel(ctx, caller, payload);
  await sendComponentUse(ctx, {
    user: await callingUser(ctx, caller),
    application: await applicationOf(ctx, payload.application_id),
    channel,
    messageId: message_id,
    customId: data.custom_id,
    componentType: data.component_type,
    values: data.values ?? [],
    nonce: plainNonce(payload.nonce),
    pathOf: underData,
  });
}

async function submit(ctx: Context, caller: Caller, { payload, files }: Posted): Promise<void> {
  const { data } = parsedValue(readSubmission({ data: payload.data }));
  const channel = await postedChannel(ctx, caller, payload);
  const application = await applicationOf(ctx, payload.application_id);
  const user = await callingUser(ctx, caller);
  const opened = await openedModal(ctx, user, data.id);
  const { application_id, channel_id } = opened.interaction;
  if (application_id !== application.id || channel_id !== channel.id) {
    throw new ApiError(UnknownChannel);
  }
  await sendSubmission(ctx, {
    user,
    opened,
    customId: data.custom_id,
    components: data.components,
    uploads: uploadsIn(data.attachments, files, ["data", "attachments"]),
    nonce: plainNonce(payload.nonce),
    faults: [],
    pathOf: underData,
  });
}

/** The error for a command that was deleted or is not available here. */
export function commandInvalid(): ApiError {
  const message = "Invalid interaction application command";
  return invalidForm({ path: ["data"], code: "INTERACTION_APPLICATION_COMMAND_INVALID", message });
}

type Denied = Pick<Extract<Sending, { kind: "denied" }>, "denial" | "needs">;

/**
 * The error that answers the user whose command was denied. Source: requirements 6, protocol:
 * commands-and-interactions 2.6, 5.3.
 */
export function refusalOf(denied: Denied, command: GuardedCommand): ApiError {
  switch (denied.denial) {
    case "MISSING_BASE_PERMISSIONS":
    case "CHANNEL_DENIED":
    case "USER_DENIED": {
      const needs = denied.needs.length === 0 ? undefined : { permission: [...denied.needs] };
      return command.type === CommandType.USER
        ? new ApiError(MissingPermissions, { message: "Permission Denied", needs })
        : new ApiError(MissingPermissions, { needs });
    }
    case "WRONG_COMMAND_TYPE":
    case "NSFW_NOT_ALLOWED":
    case "NOT_INSTALLED":
    case "CONTEXT_NOT_ALLOWED":
      return commandInvalid();
  }
}
