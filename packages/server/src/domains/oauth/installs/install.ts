// Installs applications in guilds and for users. Source: protocol: gateway-oauth-limits 5.2, 5.3.
import { MissingAccess, permissionSet, UnknownGuild } from "@antechamber/contract";
import { BotMissing, OwnerOnly, TwoFactorRequired } from "@antechamber/contract/guilds";
import { snowflakeKey } from "@antechamber/contract/schema";
import { ApiError, invalidForm } from "../../../platform/api-error.ts";
import type { Context, ReadContext } from "../../../platform/context.ts";
import type { ApplicationRecord } from "../../applications/application.ts";
import {
  guildInstallOf,
  guildInstalls,
  userInstallOf,
  userInstalls,
  type GuildInstall,
  type UserInstall,
} from "../../applications/installs.ts";
import { applicationOf } from "../../applications/operations.ts";
import { owns } from "../../applications/teams.ts";
import { emitIndex } from "../../commands/events.ts";
import { requireNotBanned } from "../../guilds/members/bans.ts";
import { emitInstall } from "../../guilds/events.ts";
import { writeAuditLog } from "../../guilds/audit-log/write.ts";
import { guilds, type GuildRecord } from "../../guilds/guild.ts";
import {
  botRoleOf,
  grantBotRole,
  joinGuild,
  type BotRolePlace,
} from "../../guilds/members/joining.ts";
import { integrationView } from "../../guilds/integrations.ts";
import { memberOf, permissionContextOf } from "../../guilds/operations.ts";
import { basePermissions } from "../../guilds/permissions.ts";
import { leaveVoice } from "../../guilds/voice/operations.ts";
import type { UserRecord } from "../../users/user.ts";
import { removeBot } from "./uninstall.ts";
import { requireAllOf } from "../../guilds/caller-permissions.ts";

/** What a person agrees to when they install an application. */
export interface Installation {
  readonly application: ApplicationRecord;
  readonly person: UserRecord;
  /** The requested scopes; those that install nothing are ignored. */
  readonly scopes: readonly string[];
  /** The permissions to grant the bot's role. */
  readonly permissions: bigint;
  /** Absent for a user install. */
  readonly guild_id?: string | undefined;
}

const installScopes: readonly string[] = ["bot", "applications.commands"];

/** True when some of the scopes install the application. */
export function installs(scopes: readonly string[]): boolean {
  return scopes.some((scope) => installScopes.includes(scope));
}

/** The scopes that install something; `bot` includes `applications.commands`. */
function installing(scopes: readonly string[]): readonly string[] {
  if (scopes.includes("bot")) return installScopes;
  return scopes.filter((scope) => installScopes.includes(scope));
}

/**
 * Installs an application as a person agreed to: in a guild that they manage, or for themselves. An
 * existing installation gets the new scopes in addition.
 *
 * @returns the guild, or undefined for a user install
 * @throws UnknownGuild, MissingAccess, MissingPermissions, TwoFactorRequired, OwnerOnly,
 *   BotMissing,
 *   UserBanned, InvalidForm
 */
export async function install(
  ctx: Context,
  installation: Installation,
): Promise<GuildRecord | undefined> {
  const { guild_id } = installation;
  refuseOtherType(installation);
  if (guild_id !== undefined) return installInGuild(ctx, installation, guild_id);
  await installForUser(ctx, installation);
  return undefined;
}

function refuseOtherType({ application, guild_id }: Installation): void {
  if (application.integration_types.includes(guild_id === undefined ? 1 : 0)) return;
  const message = "The application cannot be installed so.";
  throw invalidForm({ path: ["integration_type"], code: "BASE_TYPE_CHOICES", message });
}

async function installInGuild(
  ctx: Context,
  installation: Installation,
  guildId: string,
): Promise<GuildRecord> {
  const { guild, own } = await managedGuild(ctx, installation, guildId);
  const { application, person, scopes } = installation;
  if (scopes.includes("bot")) await refuseBot(ctx, installation, guildId);
  const before = await guildInstallOf(ctx, guildId, application.id);
  const requested = installing(scopes);
  const isBotNew = requested.includes("bot");
  const after: GuildInstall = {
    guild_id: guildId,
    application_id: application.id,
    scopes: [...new Set([...(before?.scopes ?? []), ...requested])],
    ...(isBotNew ? grantOf(installation, own) : keptGrant(before)),
    installed_by: person.id,
  };
  ctx.tx.put(guildInstalls, after);
  const wasBotThere = (await memberOf(ctx, guildId, application.id)) !== undefined;
  await settleInstall(ctx, after, { was: before === undefined ? "new" : "known", place: "lowest" });
  const by = { guild_id: guildId, user_id: person.id, target_id: application.id };
  if (isBotNew && !wasBotThere) writeAuditLog(ctx, "BOT_ADD", by);
  if (before === undefined) {
    const view = await integrationView(ctx, after);
    writeAuditLog(ctx, "INTEGRATION_CREATE", { ...by, after: view });
  }
  return guild;
}

type Grant = Pick<GuildInstall, "permissions" | "isWithoutRole">;

/** A person can grant a bot only the permissions that they have themselves. */
function grantOf({ permissions: requested }: Installation, own: bigint): Grant {
  const permissions = (requested & own).toString();
  return requested === 0n ? { permissions, isWithoutRole: true } : { permissions };
}

function keptGrant({ permissions = "0", isWithoutRole = false }: Partial<Grant> = {}): Grant {
  return isWithoutRole ? { permissions, isWithoutRole } : { permissions };
}

/** The guild, if the person may install applications there, with the person's permissions in it. */
async function managedGuild(
  ctx: ReadContext,
  { person, permissions }: Installation,
  guildId: string,
): Promise<{ readonly guild: GuildRecord; readonly own: bigint }> {
  const guild = await ctx.tx.get(guilds, snowflakeKey(guildId));
  if (guild === undefined) throw new ApiError(UnknownGuild);
  const permissionContext = await permissionContextOf(ctx, guildId, person.id);
  if (permissionContext === undefined) throw new ApiError(MissingAccess);
  const own = basePermissions(permissionContext);
  requireAllOf(own, "MANAGE_GUILD");
  const isElevated = (permissions & elevated) !== 0n;
  if (guild.mfa_level === 1 && isElevated && !person.mfa_enabled) {
    throw new ApiError(TwoFactorRequired);
  }
  return { guild, own };
}

/**
 * The permissions that a guild may require two-factor authentication for. Source: protocol:
 * gateway-oauth-limits 2.1.
 */
const elevated = permissionSet(
  "KICK_MEMBERS",
  "BAN_MEMBERS",
  "ADMINISTRATOR",
  "MANAGE_CHANNELS",
  "MANAGE_GUILD",
  "MANAGE_MESSAGES",
  "MANAGE_ROLES",
  "MANAGE_WEBHOOKS",
  "MANAGE_GUILD_EXPRESSIONS",
  "MANAGE_THREADS",
  "VIEW_CREATOR_MONETIZATION_ANALYTICS",
);

async function refuseBot(
  ctx: ReadContext,
  { application, person }: Installation,
  guildId: string,
): Promise<void> {
  if (!application.hasBot) throw new ApiError(BotMissing);
  if (!application.bot_public && !(await owns(ctx, application, person.id)))
    throw new ApiError(OwnerOnly);
  await requireNotBanned(ctx, guildId, application.id);
}

async function installForUser(
  ctx: Context,
  { application, person, scopes }: Installation,
): Promise<void> {
  const before = await userInstallOf(ctx, person.id, application.id);
  const after: UserInstall = {
    user_id: person.id,
    application_id: application.id,
    scopes: [...new Set([...(before?.scopes ?? []), ...withoutBot(scopes)])],
  };
  ctx.tx.put(userInstalls, after);
}

/** The installing scopes without `bot`: for a user, only commands are installed. */
function withoutBot(scopes: readonly string[]): readonly string[] {
  return installing(scopes).filter((scope) => scope !== "bot");
}

/**
 * Applies a stored guild installation: adds or removes the bot, grants the bot's role its
 * permissions, and emits the events to the guild.
 */
export async function settleInstall(
  ctx: Context,
  written: GuildInstall,
  { was, place }: { readonly was: "new" | "known"; readonly place: BotRolePlace },
): Promise<void> {
  await (written.scopes.includes("bot") ? bringBot(ctx, written, place) : takeBot(ctx, written));
  await emitInstall(ctx, written, was);
  emitIndex(ctx, written.guild_id);
}

async function bringBot(
  ctx: Context,
  { guild_id, application_id, permissions, isWithoutRole = false }: GuildInstall,
  place: BotRolePlace,
): Promise<void> {
  const { name } = await applicationOf(ctx, application_id);
  const bot = { id: application_id, name };
  const existing = await botRoleOf(ctx, guild_id, bot.id);
  const needsNone = isWithoutRole && existing === undefined;
  const granted = needsNone ? [] : [await grantBotRole(ctx, { guild_id, bot, permissions, place })];
  await joinGuild(ctx, { guild_id, user_id: bot.id, roles: granted.map(({ id }) => id) });
}

async function takeBot(ctx: Context, written: GuildInstall): Promise<void> {
  const { guild_id, application_id } = written;
  if ((await memberOf(ctx, guild_id, application_id)) !== undefined) {
    await leaveVoice(ctx, { guildId: guild_id, userId: application_id });
  }
  await removeBot(ctx, written);
}
