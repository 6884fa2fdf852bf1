// Acting as a simulated user through the control plane. Source: product.md, Simulated users.
import {
  BotsNotAllowed,
  CommandType,
  invokeCommand,
  invokeWait,
  UnknownApplication,
  UnknownCommand,
  type Invocation,
  type InvocationOutcome,
  type Static,
} from "@antechamber/contract";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import { handleAsync, reply, type Binding } from "../../platform/handler.ts";
import { applicationNamed } from "../applications/operations.ts";
import type { CommandRecord } from "../commands/command.ts";
import { commandNamed } from "../commands/invocable.ts";
import { messageView } from "../messages/message.ts";
import { follow, type FollowMeans } from "./following.ts";
import type { Outlook } from "./outcome.ts";
import { nested, optionsAt, type SentOption } from "./options.ts";
import { referencedChannel, referencedUser, referencedValue } from "./references.ts";
import { sendCommand, type Sending } from "./sending.ts";

type Form = Static<typeof Invocation>;
type Answer = Static<typeof InvocationOutcome>;

/** Handlers that wait for an outcome, outside any transaction. */
export function invokeHandlers(means: FollowMeans): readonly Binding[] {
  return [
    handleAsync(invokeCommand, async ({ work }, { params, body }) => {
      const follower = follow(means);
      try {
        const sending = await work.transaction((ctx) => send(ctx, params.user, body));
        if (sending.kind === "denied") return reply(200, denied(sending));
        const { wait = invokeWait.defaultMs, until } = body();
        const outlook = await follower.outcome(work, {
          interactionId: sending.interaction.id,
          untilAcknowledged: until === "acknowledged",
          waitMs: wait,
        });
        return reply(200, outcomeView(sending, outlook));
      } finally {
        follower.stop();
      }
    }),
  ];
}

function denied({ trace }: Sending): Answer {
  return { interaction: null, outcome: "denied", messages: [], decision: [...trace] };
}

function outcomeView(
  { interaction, trace }: Extract<Sending, { kind: "sent" }>,
  { outcome, deferred, messages }: Outlook,
): Answer {
  return {
    interaction: interaction.id,
    outcome,
    ...(deferred ? { deferred } : {}),
    messages: messages.map(messageView),
    decision: [...trace],
  };
}

async function send(ctx: Context, userReference: string, body: () => Form): Promise<Sending> {
  const user = await referencedUser(ctx, userReference);
  if (user.bot === true) throw new ApiError(BotsNotAllowed);
  const form = body();
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
  return sendCommand(ctx, {
    user,
    application,
    channel,
    command: found.command,
    surface: surfaceFor(found.command, form),
    options: await optionsFor(ctx, form, {
      command: found.command,
      chain,
      guildId: channel.guild_id,
    }),
    targetId: await targetFor(ctx, found.command, form),
    nonce: undefined,
    placeOf: ({ option }) => (option === undefined ? ["command"] : ["options", option]),
  });
}

/** Someone who points at a user or message has its menu open; else they are at the text box. */
function surfaceFor(command: CommandRecord, form: Form): number {
  const isOfMenu = command.type === CommandType.USER || command.type === CommandType.MESSAGE;
  if (isOfMenu) return command.type;
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

async function optionsFor(
  ctx: Context,
  form: Form,
  {
    command,
    chain,
    guildId,
  }: { command: CommandRecord; chain: string[]; guildId: string | undefined },
): Promise<SentOption[]> {
  const declared = command.options ?? [];
  const takers = optionsAt(declared, chain);
  const values: [string, unknown][] = [];
  for (const [name, value] of Object.entries(form.options ?? {})) {
    const option = takers.find((each) => each.name === name);
    values.push([name, await referencedValue(ctx, { option, guildId }, value)]);
  }
  return nested(declared, chain, Object.fromEntries(values));
}
