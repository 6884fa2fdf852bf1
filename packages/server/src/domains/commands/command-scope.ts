// Where commands are used, and which commands are available there.
// Source: protocol: commands-and-interactions 4.4, 5.2.
import { IntegrationType } from "@antechamber/contract/applications";
import { commandRules, CommandType, type CommandTypeNumber } from "@antechamber/contract/commands";
import type { ValidationIssue } from "@antechamber/contract/schema";
import type { ReadContext } from "../../platform/context.ts";
import { allowsCommands, guildInstallOf } from "../applications/installs.ts";
import { isVoice } from "../guilds/channel-defaults.ts";
import {
  members,
  type ChannelRecord,
  type GuildRecord,
  type MemberRecord,
} from "../guilds/guild.ts";
import { isThread, permissionSource, permissionContextOf } from "../guilds/operations.ts";
import {
  basePermissions,
  isSilenced,
  permissionsAt,
  type PermissionContext,
} from "../guilds/permissions.ts";
import { isLocked } from "../guilds/thread-fields.ts";
import { hasFlag } from "../applications/application.ts";
import type { ChannelFacts, Situation } from "./permissions/access-rules.ts";
import type { CommandRecord, CommandScope } from "./command.ts";
import {
  overwritesAmong,
  permissionsInGuild,
  type CommandPermissionsRecord,
  type EntrySubject,
} from "./permissions/command-permissions.ts";

/** How an application is installed where it is used. */
export interface Installed {
  /** Undefined outside guilds. */
  readonly guildId: string | undefined;
  /**
   * The application is in the guild or, for a direct message with its bot, in a guild that the user
   * is in too.
   */
  readonly isGuildInstalled: boolean;
  readonly isUserInstalled: boolean;
}

/** The installations that make a command available here. */
export function installsOf(
  command: Pick<CommandRecord, "guild_id" | "integration_types">,
  { guildId, isGuildInstalled, isUserInstalled }: Installed,
): Situation["installs"] {
  if (command.guild_id !== undefined) {
    return { guild: command.guild_id === guildId && isGuildInstalled, user: false };
  }
  const types = command.integration_types ?? [IntegrationType.GUILD_INSTALL];
  return {
    guild: isGuildInstalled && types.includes(IntegrationType.GUILD_INSTALL),
    user: isUserInstalled && types.includes(IntegrationType.USER_INSTALL),
  };
}

/**
 * The facts of a decision about a channel or guild and the user there, independent of the
 * application.
 */
export type PlaceFacts = Pick<Situation, "channel" | "permissions" | "isSilenced" | "member">;

export function channelFacts(channel: ChannelRecord, source: ChannelRecord): ChannelFacts {
  return {
    id: source.id,
    isAgeRestricted: source.nsfw === true,
    isThread: isThread(channel),
    isLocked: isThread(channel) && isLocked(channel),
    isVoice: isVoice(channel),
  };
}

/** A member as permission entries match them; a user who is not in the guild has no roles. */
export function entrySubject(
  guildId: string,
  userId: string,
  member: Pick<MemberRecord, "roles"> | undefined,
): EntrySubject {
  return { guildId, userId, roleIds: member?.roles ?? [] };
}

/** The permissions of a member; none for a user who is not in the guild. */
function memberFacts(
  member: PermissionContext | undefined,
  permissions: (member: PermissionContext) => bigint,
): Pick<PlaceFacts, "permissions" | "isSilenced"> {
  if (member === undefined) return { permissions: 0n, isSilenced: false };
  return { permissions: permissions(member), isSilenced: isSilenced(member) };
}

/** The facts of a user in a channel. */
export async function factsInChannel(
  ctx: ReadContext,
  channel: ChannelRecord,
  userId: string,
): Promise<PlaceFacts> {
  const source = await permissionSource(ctx, channel);
  const facts = channelFacts(channel, source);
  const { guild_id: guildId } = channel;
  if (guildId === undefined) {
    return { channel: facts, permissions: 0n, isSilenced: false, member: undefined };
  }
  const permissionContext = await permissionContextOf(ctx, guildId, userId);
  return {
    channel: facts,
    ...memberFacts(permissionContext, (member) => permissionsAt(member, channel, source)),
    member: entrySubject(guildId, userId, permissionContext?.member),
  };
}

/** The facts of a member in a guild, without a channel. */
export async function factsInGuild(
  ctx: ReadContext,
  guild: GuildRecord,
  userId: string,
): Promise<PlaceFacts> {
  const permissionContext = await permissionContextOf(ctx, guild.id, userId);
  return {
    channel: undefined,
    ...memberFacts(permissionContext, basePermissions),
    member: entrySubject(guild.id, userId, permissionContext?.member),
  };
}

/** The facts that an application adds. */
export interface ApplicationFacts extends Installed {
  /** GUILD, BOT_DM or PRIVATE_CHANNEL. */
  readonly context: number;
  /** Every set of permission entries of the application in the guild. */
  readonly sets: readonly CommandPermissionsRecord[];
}

/** All facts of a decision about a command. */
export function situationOf(
  command: CommandRecord,
  surface: number,
  facts: PlaceFacts & ApplicationFacts,
): Situation {
  const { channel, permissions, member, context, sets } = facts;
  return {
    command,
    surface,
    context,
    installs: installsOf(command, facts),
    channel,
    permissions,
    isSilenced: facts.isSilenced,
    member,
    overwrites: overwritesAmong(sets, command),
  };
}

/** Every set of permission entries of an application in a guild; none outside guilds. */
export function setsIn(
  ctx: ReadContext,
  guildId: string | undefined,
  applicationId: string,
): Promise<readonly CommandPermissionsRecord[]> {
  return guildId === undefined
    ? Promise.resolve([])
    : permissionsInGuild(ctx, { guild_id: guildId, application_id: applicationId });
}

/** True when the user is in a guild where the application's commands are installed. */
export async function sharesGuild(
  ctx: ReadContext,
  userId: string,
  applicationId: string,
): Promise<boolean> {
  for (const { guild_id } of await ctx.tx.find(members, { index: "user", value: userId })) {
    if (allowsCommands(await guildInstallOf(ctx, guild_id, applicationId))) return true;
  }
  return false;
}

interface ScopedFields {
  readonly type?: CommandTypeNumber | null;
  /** Invalid types are undefined. */
  readonly integration_types?: readonly (number | undefined)[] | null;
}

/** The issues of a form that depend on its application and scope. An edit has no type. */
export function scopeIssues(scope: CommandScope, body: ScopedFields): ValidationIssue[] {
  return [...entryPointFaults(scope, body), ...integrationFaults(scope, body)];
}

function entryPointFaults(
  { application, guildId }: CommandScope,
  { type }: ScopedFields,
): ValidationIssue[] {
  if (type !== CommandType.PRIMARY_ENTRY_POINT) return [];
  if (guildId === undefined && hasFlag(application, "EMBEDDED")) return [];
  const { at, code, message } = commandRules.entryPointNotHere;
  return [{ path: [at], code, message }];
}

/** In a guild, integration types have no effect, so they are not validated. */
function integrationFaults(
  { application, guildId }: CommandScope,
  body: ScopedFields,
): ValidationIssue[] {
  if (guildId !== undefined) return [];
  const supported: readonly number[] = application.integration_types;
  const { code, message } = commandRules.integrationTypeUnsupported;
  return (body.integration_types ?? []).flatMap((type, at) =>
    type === undefined || supported.includes(type)
      ? []
      : [{ path: ["integration_types", at], code, message }],
  );
}
