// Invokes commands: decides whether the user may, resolves options or target, and sends the
// interaction.
// Source: protocol: commands-and-interactions 5, 7.
import { UnknownUser } from "@antechamber/contract";
import { CommandType, EntryPointHandler, OptionType } from "@antechamber/contract/commands";
import {
  CallbackType,
  InteractionType,
  type CommandInvocation,
  type InvokedOption,
  type Resolved,
} from "@antechamber/contract/interactions";
import type { ValidationIssue, Static } from "@antechamber/contract/schema";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { settleInOrder } from "../../platform/async/settle-in-order.ts";
import type { ApplicationRecord } from "../applications/application.ts";
import { decide, type DecisionTrace } from "../commands/permissions/access.ts";
import type { Denial } from "../commands/permissions/access-rules.ts";
import type { CommandRecord } from "../commands/command.ts";
import { setsIn } from "../commands/command-scope.ts";
import type { ChannelRecord } from "../guilds/guild.ts";
import { visibleMessage } from "./source-message.ts";
import { userNamed } from "../users/operations.ts";
import type { UserRecord } from "../users/user.ts";
import { joinedInstance } from "./activity.ts";
import { loadingBody, sendAnswer } from "./response-messages.ts";
import { respondByService, dispatch, type Draft } from "./dispatch.ts";
import type { InteractionRecord, Target } from "./interaction.ts";
import { checkOptions, type OptionIssue, type SentOption } from "./options.ts";
import { resolveMessage, resolveUser, resolveValues } from "./resolved.ts";
import {
  integrationOwners,
  interactionContextOf,
  situationWith,
  type InteractionContext,
} from "./interaction-context.ts";
import {
  idsOfFiles,
  storeUploads,
  resolvedFiles,
  type StoredUploads,
  type Uploads,
} from "./uploads.ts";

/** A user's request to invoke a command. */
export interface CommandCall {
  readonly user: UserRecord;
  readonly application: ApplicationRecord;
  readonly channel: ChannelRecord;
  readonly command: CommandRecord;
  /** The command type of the surface on which the user invokes it. */
  readonly surface: number;
  readonly options: readonly SentOption[];
  /** The user or message that the command is used on. */
  readonly targetId: string | undefined;
  readonly uploads: Uploads;
  readonly nonce: string | number | undefined;
  /** The path of an option's fault in the request. */
  readonly pathOf: (issue: OptionIssue) => ValidationIssue["path"];
}

export type Sending =
  | {
      readonly kind: "denied";
      readonly denial: Denial;
      /** The permissions that the user needs. */
      readonly needs: readonly string[];
      readonly trace: DecisionTrace;
    }
  | {
      readonly kind: "sent";
      readonly interaction: InteractionRecord;
      readonly trace: DecisionTrace;
    };

/** The options or target of an invocation, with the records that their ids resolve to. */
interface Subject {
  readonly path: string;
  readonly target: Target | undefined;
  readonly files: Pick<InteractionRecord, "uploadIds">;
  readonly data: Pick<Static<typeof CommandInvocation>, "options" | "target_id" | "resolved">;
}

/**
 * Sends a command's invocation, or returns why it was denied.
 *
 * @throws InvalidForm, UnknownUser, UnknownMessage
 */
export function sendCommand(ctx: Context, call: CommandCall): Promise<Sending> {
  return sendIfAllowed(ctx, call, async (context) => {
    const subject = await subjectOf(ctx, context, call);
    const { command, nonce } = call;
    const draft: Draft = {
      type: InteractionType.APPLICATION_COMMAND,
      owners: integrationOwners(command, context),
      nonce,
      about: {
        command: { id: command.id, type: command.type, path: subject.path },
        ...definedFields({ target: subject.target }),
        ...subject.files,
      },
    };
    return isLaunchedHere(command)
      ? launchActivity(ctx, context, draft)
      : dispatch(ctx, context, { draft, contents: { data: dataOf(command, subject.data) } });
  });
}

/** Sends an interaction if the user may use the command. The decision is noted in the journal. */
export async function sendIfAllowed(
  ctx: Context,
  call: Pick<CommandCall, "user" | "application" | "channel" | "command" | "surface">,
  send: (context: InteractionContext) => Promise<InteractionRecord>,
): Promise<Sending> {
  const { user, command, channel, application } = call;
  // The trace names the user even if the command is denied.
  ctx.origin?.actFor(user.id, application.id);
  const [context, sets] = await settleInOrder(
    interactionContextOf(ctx, call),
    setsIn(ctx, channel.guild_id, application.id),
  );
  const { denial, needs, trace } = decide(situationWith(context, sets, call));
  try {
    if (denial !== undefined) return { kind: "denied", denial, needs, trace };
    return { kind: "sent", interaction: await send(context), trace };
  } finally {
    const outcome = denial ?? "ALLOWED";
    ctx.origin?.note(
      { kind: "decision", name: command.name, actor: user.id, application: application.id },
      {
        note: outcome,
        payload: {
          allowed: denial === undefined,
          outcome,
          command: command.id,
          needs: { permission: needs },
          decision: trace,
        },
      },
    );
  }
}

/** Whether an entry point leaves the launch to the service. Source: commands-and-interactions 5.3. */
function isLaunchedHere({ type, handler }: CommandRecord): boolean {
  return (
    type === CommandType.PRIMARY_ENTRY_POINT &&
    handler === EntryPointHandler.DISCORD_LAUNCH_ACTIVITY
  );
}

/** Launches the activity, and posts a message about it in the channel. */
function launchActivity(
  ctx: Context,
  context: InteractionContext,
  draft: Draft,
): Promise<InteractionRecord> {
  return respondByService(ctx, context, {
    draft,
    async respond(interaction) {
      const body = { ...loadingBody({ isEphemeral: false }), flags: 0 };
      const message = await sendAnswer(ctx, interaction, { body, allowed: undefined });
      return {
        state: "responded",
        callbackType: CallbackType.LAUNCH_ACTIVITY,
        messageId: message.id,
        activityInstanceId: await joinedInstance(ctx, interaction),
      };
    },
  });
}

/** The `data` of a command interaction, with keys in alphabetical order. */
export function dataOf(
  { id, name, type, version, guild_id }: CommandRecord,
  used: Subject["data"],
): Static<typeof CommandInvocation> {
  return { ...definedFields({ guild_id }), id, name, ...used, type, version };
}

async function subjectOf(
  ctx: Context,
  context: InteractionContext,
  call: CommandCall,
): Promise<Subject> {
  const { command, targetId = "" } = call;
  if (command.type === CommandType.USER) {
    const user = await userNamed(ctx, targetId);
    if (user === undefined) throw new ApiError(UnknownUser);
    const resolved = await resolveUser(ctx, context, user);
    return onTarget(command, { kind: "user", id: user.id }, resolved);
  }
  if (command.type === CommandType.MESSAGE) {
    const at = { channel: context.channel, user: call.user };
    const message = await visibleMessage(ctx, at, targetId);
    return onTarget(command, { kind: "message", id: message.id }, resolveMessage(ctx, message));
  }
  return withOptions(ctx, context, call);
}

function onTarget(
  command: CommandRecord,
  target: Target,
  resolved: Static<typeof Resolved>,
): Subject {
  const data = { target_id: target.id, resolved };
  return { path: command.name, target, files: {}, data };
}

async function withOptions(
  ctx: Context,
  context: InteractionContext,
  call: CommandCall,
): Promise<Subject> {
  const checked = checkOptions(call.command.options ?? [], call.options);
  if (!checked.ok) throw invalidOptions(checked.issues, call);
  const resolution = await resolveValues(ctx, context, checked.values);
  if (!resolution.ok) throw invalidOptions(resolution.issues, call);
  const names = checked.values
    .filter(({ declared }) => declared.type === OptionType.ATTACHMENT)
    .map(({ value, path, declared }) => {
      const place = { path, option: declared.name, code: "", message: "" };
      return { id: String(value), path: call.pathOf(place), types: declared.file_types };
    });
  const stored = await storeUploads(ctx, { uploads: call.uploads, context }, names);
  const { chain } = checked;
  const options = withFileIds(checked.options, stored);
  const resolved = { ...resolution.resolved, ...resolvedFiles(ctx, stored) };
  return {
    path: [call.command.name, ...chain].join(" "),
    target: undefined,
    files: idsOfFiles(stored),
    data: {
      ...(options.length === 0 ? {} : { options: [...options] }),
      ...(Object.keys(resolved).length === 0 ? {} : { resolved }),
    },
  };
}

function invalidOptions(issues: readonly OptionIssue[], { pathOf }: CommandCall): ApiError {
  return invalidForm(...issues.map((issue) => ({ ...issue, path: pathOf(issue) })));
}

/** The options, with file numbers replaced by attachment ids. */
function withFileIds(options: readonly InvokedOption[], stored: StoredUploads): InvokedOption[] {
  return options.map((option) => {
    if (option.options !== undefined) {
      return { ...option, options: withFileIds(option.options, stored) };
    }
    const file =
      option.type === OptionType.ATTACHMENT ? stored.get(String(option.value)) : undefined;
    return file === undefined ? option : { ...option, value: file.id };
  });
}
