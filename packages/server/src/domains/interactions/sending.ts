// Sending a command's invocation to its application: the record, what both sides hear, the deadline.
// Source: protocol: commands-and-interactions 5, 7.
import {
  ApplicationInteractionFailed,
  CommandType,
  holds,
  InteractionCreate,
  InteractionCreated,
  InteractionType,
  UnknownMessage,
  UnknownUser,
  type CommandInvocation,
  type Fault,
  type Resolved,
  type Static,
} from "@antechamber/contract";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import type { ApplicationRecord } from "../applications/application.ts";
import type { CommandRecord } from "../commands/command.ts";
import type { ChannelRecord } from "../guilds/guild.ts";
import { isThread } from "../guilds/operations.ts";
import { messageOf } from "../messages/operations.ts";
import { userNamed } from "../users/operations.ts";
import type { UserRecord } from "../users/user.ts";
import { decide, type DecisionTrace, type Denial } from "./access.ts";
import {
  deadlineOf,
  interactions,
  newToken,
  tokenDigest,
  type InteractionRecord,
  type Target,
} from "./interaction.ts";
import { missedDeadline } from "./jobs.ts";
import { checkOptions, type OptionFault, type SentOption } from "./options.ts";
import { interactionPayload } from "./payload.ts";
import { resolveMessage, resolveUser, resolveValues } from "./resolved.ts";
import { installsFor, integrationOwners, sceneOf, type Scene } from "./scene.ts";

/** A user's wish to invoke a command. */
export interface CommandCall {
  readonly user: UserRecord;
  readonly application: ApplicationRecord;
  readonly channel: ChannelRecord;
  readonly command: CommandRecord;
  /** The type of command that the user's surface offers. */
  readonly surface: number;
  readonly options: readonly SentOption[];
  /** The user or message that the command is used on. */
  readonly targetId: string | undefined;
  readonly nonce: string | number | undefined;
  /** Where an option's fault stands in the request. */
  readonly placeOf: (fault: OptionFault) => Fault["path"];
}

export type Sending =
  | { readonly kind: "denied"; readonly denial: Denial; readonly trace: DecisionTrace }
  | {
      readonly kind: "sent";
      readonly interaction: InteractionRecord;
      readonly trace: DecisionTrace;
    };

/** What the invocation is about: its options or its target, with the records behind their ids. */
interface Subject {
  readonly path: string;
  readonly target: Target | undefined;
  readonly data: Pick<Static<typeof CommandInvocation>, "options" | "target_id" | "resolved">;
}

/**
 * Sends a command's invocation, or says why the user may not.
 *
 * @throws InvalidForm, UnknownUser, UnknownMessage, ApplicationInteractionFailed
 */
export async function sendCommand(ctx: Context, call: CommandCall): Promise<Sending> {
  const scene = await sceneOf(ctx, call);
  const { denial, trace } = decide({
    command: call.command,
    surface: call.surface,
    context: scene.context,
    installs: installsFor(call.command, scene),
    isAgeRestricted: scene.isAgeRestricted,
    isThread: isThread(scene.channel),
    permissions: scene.permissions,
  });
  if (denial !== undefined) return { kind: "denied", denial, trace };
  const subject = await subjectOf(ctx, scene, call);
  // Signed deliveries are not sent yet: better to say so than to let the user wait for nothing.
  if (call.application.interactions_endpoint_url !== null) {
    throw new ApiError(ApplicationInteractionFailed);
  }
  return { kind: "sent", interaction: record(ctx, scene, { call, subject }), trace };
}

/** Writes the interaction down and announces it to the application and the user. */
function record(
  ctx: Context,
  scene: Scene,
  { call, subject }: { readonly call: CommandCall; readonly subject: Subject },
): InteractionRecord {
  const { application, user, channel, command, nonce } = call;
  const id = ctx.id();
  const token = newToken(id, ctx.random);
  const owners = integrationOwners(command, scene);
  const inGuild = channel.guild_id === undefined ? {} : { guild_id: channel.guild_id };
  const type = InteractionType.APPLICATION_COMMAND;
  const interaction: InteractionRecord = {
    id,
    type,
    application_id: application.id,
    user_id: user.id,
    channel_id: channel.id,
    ...inGuild,
    ...(nonce === undefined ? {} : { nonce }),
    command: { id: command.id, type: command.type, path: subject.path },
    ...(subject.target === undefined ? {} : { target: subject.target }),
    authorizing_integration_owners: owners,
    ...rightsOf(scene),
    tokenDigest: tokenDigest(token),
    createdAt: ctx.now,
    progress: { state: "pending" },
    followUps: 0,
  };
  ctx.tx.put(interactions, interaction);
  ctx.schedule(missedDeadline, deadlineOf(interaction), { id });
  ctx.emit(
    InteractionCreated,
    { kind: "user", user_id: user.id },
    { id, ...(nonce === undefined ? {} : { nonce }) },
  );
  const payload = interactionPayload(scene, {
    id,
    type,
    token,
    owners,
    data: dataOf(command, subject),
  });
  ctx.emit(
    InteractionCreate,
    { kind: "application", application_id: application.id, ...inGuild },
    payload,
  );
  return interaction;
}

/**
 * What the application may do with its answers. Source: protocol: commands-and-interactions 6.4,
 * 6.5.
 */
function rightsOf(scene: Scene) {
  const isUserInstallOnly = !scene.isGuildInstalled && scene.isUserInstalled;
  const isRestricted =
    scene.inGuild !== undefined && !holds(scene.permissions, "USE_EXTERNAL_APPS");
  return {
    mayMentionEveryone: holds(scene.appPermissions, "MENTION_EVERYONE"),
    isUserInstallOnly,
    forcesEphemeral: isUserInstallOnly && isRestricted,
  };
}

function dataOf(command: CommandRecord, subject: Subject): Static<typeof CommandInvocation> {
  const { id, name, type, version, guild_id } = command;
  return {
    ...(guild_id === undefined ? {} : { guild_id }),
    id,
    name,
    ...subject.data,
    type,
    version,
  };
}

async function subjectOf(ctx: Context, scene: Scene, call: CommandCall): Promise<Subject> {
  const { command, targetId = "" } = call;
  if (command.type === CommandType.USER) {
    const user = await userNamed(ctx, targetId);
    if (user === undefined) throw new ApiError(UnknownUser);
    const resolved = await resolveUser(ctx, scene, user);
    return onTarget(command, { kind: "user", id: user.id }, resolved);
  }
  if (command.type === CommandType.MESSAGE) {
    const message = await messageOf(ctx, scene.channel.id, targetId);
    const isHidden = message?.visibleTo !== undefined && message.visibleTo !== call.user.id;
    if (message === undefined || isHidden) throw new ApiError(UnknownMessage);
    return onTarget(command, { kind: "message", id: message.id }, resolveMessage(message));
  }
  return withOptions(ctx, scene, call);
}

function onTarget(
  command: CommandRecord,
  target: Target,
  resolved: Static<typeof Resolved>,
): Subject {
  return { path: command.name, target, data: { target_id: target.id, resolved } };
}

async function withOptions(ctx: Context, scene: Scene, call: CommandCall): Promise<Subject> {
  const checked = checkOptions(call.command.options ?? [], call.options);
  if (!checked.ok) throw invalidOptions(checked.faults, call);
  const resolution = await resolveValues(ctx, scene, checked.values);
  if (!resolution.ok) throw invalidOptions(resolution.faults, call);
  const { options, chain } = checked;
  const { resolved } = resolution;
  return {
    path: [call.command.name, ...chain].join(" "),
    target: undefined,
    data: {
      ...(options.length === 0 ? {} : { options: [...options] }),
      ...(Object.keys(resolved).length === 0 ? {} : { resolved }),
    },
  };
}

function invalidOptions(faults: readonly OptionFault[], { placeOf }: CommandCall): ApiError {
  return invalidForm(...faults.map((fault) => ({ ...fault, path: placeOf(fault) })));
}
