// Acting as a simulated user through the control plane. Source: product.md, Simulated users.
import {
  autocompleteOption,
  CommandType,
  invokeCommand,
  OptionType,
  UnknownApplication,
  UnknownCommand,
  type Invocation,
  type Static,
} from "@antechamber/contract";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import { handleAsync, reply, type Binding } from "../../platform/handler.ts";
import { applicationNamed } from "../applications/operations.ts";
import type { CommandRecord } from "../commands/command.ts";
import { commandNamed } from "../commands/invocable.ts";
import { sendAutocomplete } from "./autocomplete.ts";
import type { FollowMeans } from "./following.ts";
import { nested, optionsAt, type SentOption } from "./options.ts";
import { referencedChannel, referencedUser, referencedValue } from "./references.ts";
import { sendCommand, type CommandCall } from "./operations.ts";
import { actingUser, simulate } from "./simulating.ts";
import { encodedUploads } from "./uploads.ts";

type Form = Static<typeof Invocation>;

/** Handlers that wait for what comes of a command, or of typing one. */
export function invokeHandlers(means: FollowMeans): readonly Binding[] {
  return [
    handleAsync(invokeCommand, async ({ work }, { params, body }) => {
      const send = async (ctx: Context) =>
        sendCommand(ctx, await calledBy(ctx, params.user, { form: body, focused: undefined }));
      return reply(200, await simulate(means, work, { send, waiting: body }));
    }),

    handleAsync(autocompleteOption, async ({ work }, { params, body }) => {
      const send = async (ctx: Context) => {
        const user = await actingUser(ctx, params.user);
        const { focused } = body();
        return sendAutocomplete(ctx, await calledBy(ctx, user.id, { form: body, focused }));
      };
      return reply(200, await simulate(means, work, { send, waiting: body }));
    }),
  ];
}

interface Wish {
  readonly form: () => Form;
  /** The option that is being typed, if suggestions are asked for. */
  readonly focused: string | undefined;
}

async function calledBy(
  ctx: Context,
  userReference: string,
  { form: formOf, focused }: Wish,
): Promise<CommandCall> {
  const user = await actingUser(ctx, userReference);
  const form = formOf();
  const application = await applicationNamed(ctx, form.application);
  if (application === undefined) throw new ApiError(UnknownApplication);
  const channel = await referencedChannel(ctx, { user, channel: form.channel, guild: form.guild });
  const found = await commandNamed(ctx, {
    applicationId: application.id,
    guildId: channel.guild_id,
    path: form.command,
  });
  if (found === undefined) throw new ApiError(UnknownCommand);
  const chain = found.chain.map((option) => option.name);
  const options = await optionsFor(ctx, form, {
    command: found.command,
    chain,
    guildId: channel.guild_id,
    focused,
  });
  return {
    user,
    application,
    channel,
    command: found.command,
    surface: surfaceFor(found.command, form),
    options,
    targetId: await targetFor(ctx, found.command, form),
    uploads: encodedUploads(form.attachments),
    nonce: undefined,
    placeOf: ({ option }) => (option === undefined ? ["command"] : ["options", option]),
  };
}

/** Someone who points at a user or message has its menu open; else they are where the command is. */
function surfaceFor(command: CommandRecord, form: Form): number {
  if (command.type !== CommandType.CHAT_INPUT) return command.type;
  return form.target === undefined ? CommandType.CHAT_INPUT : CommandType.USER;
}

async function targetFor(
  ctx: Context,
  command: CommandRecord,
  { target }: Form,
): Promise<string | undefined> {
  const isOfMenu = command.type === CommandType.USER || command.type === CommandType.MESSAGE;
  if (isOfMenu && target === undefined) {
    const message = "This field is required";
    throw invalidForm({ path: ["target"], code: "BASE_TYPE_REQUIRED", message });
  }
  if (command.type !== CommandType.USER || target === undefined) return target;
  return (await referencedUser(ctx, target)).id;
}

/** The number of a file that is named; what names none stays. */
function numberOf({ attachments = [] }: Form, value: unknown): unknown {
  const number = attachments.findIndex(({ filename }) => filename === value);
  return number < 0 ? value : String(number);
}

interface Taking {
  readonly command: CommandRecord;
  readonly chain: readonly string[];
  readonly guildId: string | undefined;
  readonly focused: string | undefined;
}

async function optionsFor(
  ctx: Context,
  form: Form,
  { command, chain, guildId, focused }: Taking,
): Promise<SentOption[]> {
  const declared = command.options ?? [];
  const takers = optionsAt(declared, chain);
  const values: [string, unknown][] = focused === undefined ? [] : [[focused, ""]];
  for (const [name, value] of Object.entries(form.options ?? {})) {
    const option = takers.find((each) => each.name === name);
    // What is being typed is no name yet.
    const isTyped = name === focused;
    const meant = option?.type === OptionType.ATTACHMENT ? numberOf(form, value) : value;
    values.push([name, isTyped ? value : await referencedValue(ctx, { option, guildId }, meant)]);
  }
  return nested(declared, chain, { values: Object.fromEntries(values), focused });
}
