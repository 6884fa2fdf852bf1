import {
  answerInteraction,
  CommandInvocationForm,
  createFollowUp,
  createInteraction,
  deleteFollowUp,
  deleteOriginalResponse,
  editFollowUp,
  editOriginalResponse,
  formReader,
  getFollowUp,
  getOriginalResponse,
  object,
  UnknownChannel,
  type InteractionForm,
  type Static,
  type UploadedFile,
} from "@antechamber/contract";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import type { Caller, Context } from "../../platform/context.ts";
import { handle, noContent, reply, type Binding } from "../../platform/handler.ts";
import { applicationOf } from "../applications/operations.ts";
import type { CommandRecord } from "../commands/command.ts";
import { commandById } from "../commands/invocable.ts";
import { channelOf } from "../guilds/operations.ts";
import { messageView } from "../messages/message.ts";
import { callerUserId, userOf } from "../users/operations.ts";
import { commandInvalid, refusalOf } from "./access.ts";
import { acknowledge, callbackResponse } from "./answers.ts";
import { sendCommand } from "./sending.ts";
import {
  answeredInteraction,
  changeOwnMessage,
  deleteOwnMessage,
  followUp,
  ownMessage,
} from "./webhook.ts";

/** Files cannot be kept yet, and a message that silently lost them would mislead its sender. */
function refuseFiles(files: readonly UploadedFile[]): void {
  if (files.length === 0) return;
  const message = "Must be 0 or fewer in length.";
  throw invalidForm({ path: ["files"], code: "BASE_TYPE_MAX_LENGTH", message });
}

type Invoked = Static<typeof CommandInvocationForm>;

const readInvocation = formReader(object({ data: CommandInvocationForm }));

function invocationIn({ data }: Static<typeof InteractionForm>): Invoked {
  const reading = readInvocation({ data });
  if (!reading.ok) throw invalidForm(...reading.faults);
  return reading.value.data;
}

/**
 * A client that kept an old command fetches it anew. Source: protocol: commands-and-interactions
 * 2.6.
 */
function refuseOutdated(command: CommandRecord, data: Invoked): void {
  const isOther =
    (data.type !== undefined && data.type !== command.type) ||
    (data.name !== undefined && data.name !== command.name);
  if (isOther) throw commandInvalid();
  if (data.version === undefined || data.version === command.version) return;
  const code = "INTERACTION_APPLICATION_COMMAND_INVALID_VERSION";
  const message = "This command is outdated, please try again in a few minutes";
  throw invalidForm({ path: ["data"], code, message });
}

/** A nonce may come as an integer that a double would round. */
function plainNonce(nonce: unknown): string | number | undefined {
  if (typeof nonce === "bigint") return nonce.toString();
  return typeof nonce === "string" || typeof nonce === "number" ? nonce : undefined;
}

async function invoke(ctx: Context, caller: Caller, form: Static<typeof InteractionForm>) {
  const data = invocationIn(form);
  const channel = await channelOf(ctx, caller, form.channel_id);
  if (form.guild_id !== undefined && form.guild_id !== channel.guild_id) {
    throw new ApiError(UnknownChannel);
  }
  const application = await applicationOf(ctx, form.application_id);
  const place = { applicationId: application.id, guildId: channel.guild_id };
  const command = await commandById(ctx, place, data.id);
  if (command === undefined) throw commandInvalid();
  refuseOutdated(command, data);
  const sending = await sendCommand(ctx, {
    user: await userOf(ctx, callerUserId(caller) ?? ""),
    application,
    channel,
    command,
    surface: data.type ?? command.type,
    options: data.options ?? [],
    targetId: data.target_id,
    nonce: plainNonce(form.nonce),
    placeOf: ({ path }) => ["data", ...path],
  });
  if (sending.kind === "denied") throw refusalOf(sending.denial, command);
}

/** Handlers of everything about interactions but the control plane's. */
export const interactionHandlers: readonly Binding[] = [
  handle(createInteraction, async (ctx, { body }) => {
    await invoke(ctx, ctx.caller, body());
    return noContent;
  }),

  handle(answerInteraction, async (ctx, { params, query, body, files }) => {
    const done = await acknowledge(ctx, {
      id: params.interaction_id,
      token: params.interaction_token,
      form: () => {
        refuseFiles(files);
        return body();
      },
    });
    return query.with_response === true ? reply(200, callbackResponse(done)) : noContent;
  }),

  handle(getOriginalResponse, async (ctx, { params }) => {
    const answered = await answeredInteraction(ctx, params);
    return reply(200, messageView(await ownMessage(ctx, answered, answered.originalId)));
  }),

  handle(editOriginalResponse, async (ctx, { params, body, files }) => {
    const answered = await answeredInteraction(ctx, params);
    const change = { id: answered.originalId, form: body };
    refuseFiles(files);
    return reply(200, messageView(await changeOwnMessage(ctx, answered, change)));
  }),

  handle(deleteOriginalResponse, async (ctx, { params }) => {
    const answered = await answeredInteraction(ctx, params);
    await deleteOwnMessage(ctx, answered, answered.originalId);
    return noContent;
  }),

  handle(createFollowUp, async (ctx, { params, body, files }) => {
    const answered = await answeredInteraction(ctx, params);
    refuseFiles(files);
    return reply(200, messageView(await followUp(ctx, answered, body)));
  }),

  handle(getFollowUp, async (ctx, { params }) => {
    const answered = await answeredInteraction(ctx, params);
    return reply(200, messageView(await ownMessage(ctx, answered, params.message_id)));
  }),

  handle(editFollowUp, async (ctx, { params, body, files }) => {
    const answered = await answeredInteraction(ctx, params);
    refuseFiles(files);
    const change = { id: params.message_id, form: body };
    return reply(200, messageView(await changeOwnMessage(ctx, answered, change)));
  }),

  handle(deleteFollowUp, async (ctx, { params }) => {
    const answered = await answeredInteraction(ctx, params);
    await deleteOwnMessage(ctx, answered, params.message_id);
    return noContent;
  }),
];
