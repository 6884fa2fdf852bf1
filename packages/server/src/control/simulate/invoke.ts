// Using commands as a simulated user through the control plane. Source: product.md, Simulated
// users.
import { UnknownCommand } from "@antechamber/contract";
import { CommandType, OptionType } from "@antechamber/contract/commands";
import { autocompleteOption, invokeCommand, type Invocation } from "@antechamber/contract/control";
import type { Static, ValidationIssue } from "@antechamber/contract/schema";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import { settleInOrder } from "../../platform/async/settle-in-order.ts";
import { handleAsync, reply, type Binding } from "../../platform/handler.ts";
import { referencedApplication } from "../../domains/applications/references.ts";
import type { CommandRecord } from "../../domains/commands/command.ts";
import { findCommand } from "../../domains/commands/resolve-command.ts";
import { sendAutocomplete } from "../../domains/interactions/autocomplete.ts";
import { nested, optionsAt, type SentOption } from "../../domains/interactions/options.ts";
import type { DeclaredOption } from "../../domains/interactions/option-values.ts";
import { sendCommand, type CommandCall } from "../../domains/interactions/operations.ts";
import { actingUser } from "../../domains/users/acting-user.ts";
import { referencedUser } from "../../domains/users/references.ts";
import { commandQueryFor, surfaceFor } from "../../domains/interactions/command-query.ts";
import { encodedUploads } from "../../domains/interactions/uploads.ts";
import { orIssues } from "./refusal-issues.ts";
import { OutcomeWaits, type FollowDeps } from "./wait-for-outcome.ts";
import { referencedChannel, referencedValue } from "./references.ts";
import { simulate } from "./interaction.ts";

type Payload = Static<typeof Invocation>;

/** Handlers that wait for the outcome of a command or of its autocomplete. */
export function invokeHandlers(deps: FollowDeps): readonly Binding[] {
  const waits = new OutcomeWaits(deps);
  return [
    handleAsync(invokeCommand, async (means, { params, body }) => {
      const send = async (ctx: Context) =>
        sendCommand(ctx, await commandCallOf(ctx, params.user, { payload: body }));
      return reply(200, await simulate(waits, means, { send, waiting: body }));
    }),

    handleAsync(autocompleteOption, async (means, { params, body }) => {
      const send = async (ctx: Context) => {
        const input = { payload: body, focused: () => body().focused };
        return sendAutocomplete(ctx, await commandCallOf(ctx, params.user, input));
      };
      return reply(200, await simulate(waits, means, { send, waiting: body }));
    }),
  ];
}

interface InvocationRequest {
  readonly payload: () => Payload;
  /** The name of the option being typed, when autocomplete is requested. */
  readonly focused?: () => string;
}

async function commandCallOf(
  ctx: Context,
  userReference: string,
  { payload: payloadOf, focused }: InvocationRequest,
): Promise<CommandCall> {
  const user = await actingUser(ctx, userReference);
  const payload = payloadOf();
  const at = { text: payload.application, path: ["application"] };
  const [application, channel] = await settleInOrder(
    referencedApplication(ctx, at),
    referencedChannel(ctx, { user, channel: payload.channel, guild: payload.guild }),
  );
  const { command: named, target } = payload;
  const reference = { applicationId: application.id, channel, command: named, target };
  const found = await findCommand(ctx, await commandQueryFor(ctx, reference));
  if (found === undefined) throw new ApiError(UnknownCommand);
  const chain = found.chain.map((option) => option.name);
  const options = await optionsFor(ctx, payload, {
    command: found.command,
    chain,
    guildId: channel.guild_id,
    focused: focused?.(),
  });
  return {
    user,
    application,
    channel,
    command: found.command,
    surface: surfaceFor(found.command, target),
    options,
    targetId: await targetFor(ctx, found.command, payload),
    uploads: encodedUploads(payload.attachments),
    nonce: undefined,
    pathOf: ({ option }) => {
      if (option === undefined) return [focused === undefined ? "command" : "focused"];
      return option === focused?.() ? ["focused"] : ["options", option];
    },
  };
}

async function targetFor(
  ctx: Context,
  command: CommandRecord,
  { target }: Payload,
): Promise<string | undefined> {
  const isOfMenu = command.type === CommandType.USER || command.type === CommandType.MESSAGE;
  if (isOfMenu && target === undefined) {
    const message = "This field is required";
    throw invalidForm({ path: ["target"], code: "BASE_TYPE_REQUIRED", message });
  }
  if (command.type !== CommandType.USER || target === undefined) return target;
  return (await referencedUser(ctx, { text: target, path: ["target"] })).id;
}

/** The index of the attachment with this file name; any other value is returned unchanged. */
function numberOf({ attachments = [] }: Payload, value: unknown): unknown {
  const number = attachments.findIndex(({ filename }) => filename === value);
  return number < 0 ? value : String(number);
}

/** Autocomplete validates little, but a name that is no option's is an error all the same. */
function unknownNames(
  takers: readonly DeclaredOption[],
  { options = {} }: Payload,
): ValidationIssue[] {
  const names = takers.map(({ name }) => name);
  const unknown = Object.keys(options).filter((name) => !names.includes(name));
  const message = `Value must be one of {${names.map((name) => `'${name}'`).join(", ")}}.`;
  const issue = { code: "BASE_TYPE_CHOICES", message };
  return unknown.map((name) => ({ path: ["options", name], ...issue }));
}

interface OptionRequest {
  readonly command: CommandRecord;
  readonly chain: readonly string[];
  readonly guildId: string | undefined;
  readonly focused: string | undefined;
}

async function optionsFor(
  ctx: Context,
  payload: Payload,
  { command, chain, guildId, focused }: OptionRequest,
): Promise<SentOption[]> {
  const declared = command.options ?? [];
  const takers = optionsAt(declared, chain);
  const issues = focused === undefined ? [] : unknownNames(takers, payload);
  const values: [string, unknown][] = focused === undefined ? [] : [[focused, ""]];
  for (const [name, value] of Object.entries(payload.options ?? {})) {
    // The value being typed is incomplete, so it is not resolved as a name.
    if (name === focused) {
      values.push([name, value]);
      continue;
    }
    const option = takers.find((each) => each.name === name);
    const resolvedValue = option?.type === OptionType.ATTACHMENT ? numberOf(payload, value) : value;
    const referenced = referencedValue(ctx, { option, guildId }, resolvedValue);
    values.push([name, await orIssues(referenced, issues, ["options", name])]);
  }
  if (issues.length > 0) throw invalidForm(...issues);
  return nested(declared, chain, { values: Object.fromEntries(values), focused });
}
