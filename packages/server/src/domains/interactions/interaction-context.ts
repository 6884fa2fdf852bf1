// The context of an interaction: user, channel and permissions, for decisions, payloads and
// answers.
// Source: protocol: commands-and-interactions 4.4, 5.2.
import { MissingPermissions, permissionSet, UnknownGuild } from "@antechamber/contract";
import { IntegrationType } from "@antechamber/contract/applications";
import { InteractionContext } from "@antechamber/contract/commands";
import { ChannelType } from "@antechamber/contract/guilds";
import { snowflakeKey } from "@antechamber/contract/schema";
import { ApiError } from "../../platform/api-error.ts";
import type { ReadContext } from "../../platform/context.ts";
import type { ApplicationRecord } from "../applications/application.ts";
import { allowsCommands, guildInstallOf, userInstallOf } from "../applications/installs.ts";
import type { Situation } from "../commands/permissions/access-rules.ts";
import type { CommandPermissionsRecord } from "../commands/permissions/command-permissions.ts";
import type { CommandRecord } from "../commands/command.ts";
import {
  channelFacts,
  entrySubject,
  installsOf,
  setsIn,
  sharesGuild,
  situationOf,
} from "../commands/command-scope.ts";
import {
  guilds,
  members,
  type ChannelRecord,
  type GuildRecord,
  type MemberRecord,
  type RoleRecord,
} from "../guilds/guild.ts";
import { memberOf, permissionSource, requireMessages, rolesOf } from "../guilds/operations.ts";
import { channelPermissions, isSilenced, permissionsAt } from "../guilds/permissions.ts";
import type { MessageRecord } from "../messages/message.ts";
import { users, type UserRecord } from "../users/user.ts";

/** The part of the context that a guild adds. */
export interface GuildInteractionContext {
  readonly guild: GuildRecord;
  readonly roles: readonly RoleRecord[];
  /** Undefined for a user who is not in the guild. */
  readonly member: MemberRecord | undefined;
  readonly botMember: MemberRecord | undefined;
}

export interface InteractionContext {
  readonly application: ApplicationRecord;
  readonly user: UserRecord;
  readonly channel: ChannelRecord;
  /** GUILD, BOT_DM or PRIVATE_CHANNEL. */
  readonly context: 0 | 1 | 2;
  /** Undefined in direct messages. */
  readonly inGuild: GuildInteractionContext | undefined;
  /** The other recipients of a direct message, without the application's bot. */
  readonly recipients: readonly UserRecord[];
  /** The user's permissions in the channel; none in direct messages. */
  readonly permissions: bigint;
  readonly appPermissions: bigint;
  readonly isAgeRestricted: boolean;
  /** The channel that determines permissions: a thread's parent. */
  readonly permissionSource: ChannelRecord;
  /** The instant at which the context was gathered. */
  readonly now: number;
  /**
   * The application is in the guild or, for a direct message with its bot, in a guild that the user
   * is in too.
   */
  readonly isGuildInstalled: boolean;
  readonly isUserInstalled: boolean;
}

interface Invocation {
  readonly application: ApplicationRecord;
  readonly user: UserRecord;
  readonly channel: ChannelRecord;
}

/** The permissions of everyone that an application without a bot in the guild keeps. */
const WITHOUT_MEMBER = permissionSet(
  "ATTACH_FILES",
  "EMBED_LINKS",
  "MENTION_EVERYONE",
  "USE_EXTERNAL_EMOJIS",
);
const IN_PRIVATE = permissionSet("ATTACH_FILES", "EMBED_LINKS", "MENTION_EVERYONE", "SEND_POLLS");
const WITH_OWN_BOT = IN_PRIVATE | permissionSet("USE_EXTERNAL_EMOJIS");

/**
 * Gathers the context of an interaction.
 *
 * @throws NotATextChannel for a channel without messages, UnknownGuild when the channel's guild is
 *   gone
 */
export async function interactionContextOf(
  ctx: ReadContext,
  invocation: Invocation,
): Promise<InteractionContext> {
  const { channel, user, application } = invocation;
  requireMessages(channel);
  const install = userInstallOf(ctx, user.id, application.id);
  if (channel.guild_id === undefined) {
    return privateScene(ctx, invocation, (await install) !== undefined);
  }
  return guildScene(ctx, { ...invocation, guildId: channel.guild_id, userInstall: install });
}

async function guildScene(
  ctx: ReadContext,
  invocation: Invocation & {
    readonly guildId: string;
    readonly userInstall: ReturnType<typeof userInstallOf>;
  },
): Promise<InteractionContext> {
  const { guildId, userInstall, application, user, channel } = invocation;
  const [guild, roles, member, botMember, install, source, ofUser] = await Promise.all([
    ctx.tx.get(guilds, snowflakeKey(guildId)),
    rolesOf(ctx, guildId),
    memberOf(ctx, guildId, user.id),
    memberOf(ctx, guildId, application.id),
    guildInstallOf(ctx, guildId, application.id),
    permissionSource(ctx, channel),
    userInstall,
  ]);
  if (guild === undefined) throw new ApiError(UnknownGuild);
  const permissionContext = (who: MemberRecord) => ({ guild, roles, member: who, time: ctx });
  const may = (who: MemberRecord) => permissionsAt(permissionContext(who), channel, source);
  const anybody = permissionContext(memberWithoutRoles(guild, application.id));
  return {
    application,
    user,
    channel,
    context: InteractionContext.GUILD,
    inGuild: { guild, roles, member, botMember },
    recipients: [],
    permissions: member === undefined ? 0n : may(member),
    appPermissions:
      botMember === undefined
        ? channelPermissions(anybody, source) & WITHOUT_MEMBER
        : may(botMember),
    isAgeRestricted: source.nsfw === true,
    permissionSource: source,
    now: ctx.now,
    isGuildInstalled: allowsCommands(install),
    isUserInstalled: ofUser !== undefined,
  };
}

/** A member without roles. */
function memberWithoutRoles(guild: GuildRecord, userId: string): MemberRecord {
  return { ...members.defaults, guild_id: guild.id, user_id: userId, joined_at: "" };
}

async function privateScene(
  ctx: ReadContext,
  invocation: Invocation,
  isUserInstalled: boolean,
): Promise<InteractionContext> {
  const { application, user, channel } = invocation;
  const ids = channel.recipientIds ?? [];
  const withBot = channel.type === ChannelType.DM && ids.includes(application.id);
  const others = ids.filter((id) => id !== application.id);
  const found = await Promise.all(others.map((id) => ctx.tx.get(users, snowflakeKey(id))));
  return {
    application,
    user,
    channel,
    context: withBot ? InteractionContext.BOT_DM : InteractionContext.PRIVATE_CHANNEL,
    inGuild: undefined,
    recipients: found.filter((each) => each !== undefined),
    permissions: 0n,
    appPermissions: withBot ? WITH_OWN_BOT : IN_PRIVATE,
    isAgeRestricted: false,
    permissionSource: channel,
    now: ctx.now,
    isGuildInstalled: withBot && (await sharesGuild(ctx, user.id, application.id)),
    isUserInstalled,
  };
}

/** The installations that make the command available here. */
export function installsFor(
  command: CommandRecord,
  context: InteractionContext,
): Situation["installs"] {
  return installsOf(command, { ...context, guildId: context.channel.guild_id });
}

/** The facts that decide whether a command may be used. */
export async function situationIn(
  ctx: ReadContext,
  context: InteractionContext,
  requested: { readonly command: CommandRecord; readonly surface: number },
): Promise<Situation> {
  const sets = await setsIn(ctx, context.channel.guild_id, context.application.id);
  return situationWith(context, sets, requested);
}

/** The same facts, for permission entries in the guild that have already been read. */
export function situationWith(
  context: InteractionContext,
  sets: readonly CommandPermissionsRecord[],
  { command, surface }: { readonly command: CommandRecord; readonly surface: number },
): Situation {
  const { user, channel, inGuild } = context;
  const guildId = channel.guild_id;
  return situationOf(command, surface, {
    ...context,
    guildId,
    channel: channelFacts(channel, context.permissionSource),
    isSilenced: isUserSilenced(context),
    member: guildId === undefined ? undefined : entrySubject(guildId, user.id, inGuild?.member),
    sets,
  });
}

/** Who authorized the application for this interaction, by installation type. */
export function integrationOwners(
  command: CommandRecord,
  context: InteractionContext,
): Record<string, string> {
  const { guild, user } = installsFor(command, context);
  return {
    ...(guild ? { [IntegrationType.GUILD_INSTALL]: context.channel.guild_id ?? "0" } : {}),
    ...(user ? { [IntegrationType.USER_INSTALL]: context.user.id } : {}),
  };
}

/**
 * Who authorized the application for a message: the owners of the interaction that the message
 * answers, otherwise the guild, or `0` in a direct message.
 */
export function messageOwners(message: MessageRecord): Readonly<Record<string, string>> {
  const origin: { readonly authorizing_integration_owners?: Readonly<Record<string, string>> } =
    message.interaction_metadata ?? {};
  const ofBot = { [IntegrationType.GUILD_INSTALL]: message.guild_id ?? "0" };
  return origin.authorizing_integration_owners ?? ofBot;
}

function isUserSilenced({ inGuild, now }: InteractionContext): boolean {
  if (inGuild?.member === undefined) return false;
  const { guild, roles, member } = inGuild;
  return isSilenced({ guild, roles, member, time: { now } });
}

/**
 * Refuses components and modals to a member in a time-out; commands have their own rule.
 *
 * @throws MissingPermissions
 * @source protocol: moderation 3
 */
export function requireNoTimeout(context: InteractionContext): void {
  if (isUserSilenced(context)) throw new ApiError(MissingPermissions);
}
