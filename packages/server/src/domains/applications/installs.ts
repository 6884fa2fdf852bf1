// Installations of applications, in guilds and for users.
import { compoundKey } from "../../platform/records/compound-keys.ts";
import type { ReadContext } from "../../platform/context.ts";
import { tableOf } from "../../platform/store.ts";

/** An application's installation in a guild. */
export interface GuildInstall {
  readonly guild_id: string;
  readonly application_id: string;
  readonly scopes: readonly string[];
  /** The permissions granted to the bot's managed role, as a decimal set of bits. */
  readonly permissions: string;
  /**
   * The bot was installed without any permissions, and so without a managed role. Source:
   * discord-userdoccers, OAuth2, on authorizing.
   */
  readonly isWithoutRole?: boolean;
  readonly installed_by: string;
}

/** An application's installation for a user, who can use it everywhere. */
export interface UserInstall {
  readonly user_id: string;
  readonly application_id: string;
  readonly scopes: readonly string[];
}

export const guildInstalls = tableOf<GuildInstall>()({
  name: "guild_install",
  isWatched: true,
  key: (install) => compoundKey(install.guild_id, install.application_id),
  indexes: { application: (install) => install.application_id },
});

export const userInstalls = tableOf<UserInstall>()({
  name: "user_install",
  isWatched: true,
  key: (install) => compoundKey(install.user_id, install.application_id),
  indexes: { application: (install) => install.application_id },
});

/** The application's installation in a guild, or undefined. */
export function guildInstallOf(ctx: ReadContext, guildId: string, applicationId: string) {
  return ctx.tx.get(guildInstalls, compoundKey(guildId, applicationId));
}

/** The application's installation for a user, or undefined. */
export function userInstallOf(ctx: ReadContext, userId: string, applicationId: string) {
  return ctx.tx.get(userInstalls, compoundKey(userId, applicationId));
}

/** True when the application may have commands in the guild: `bot` includes that scope. */
export function allowsCommands(install: GuildInstall | undefined): boolean {
  return install?.scopes.some((s) => s === "applications.commands" || s === "bot") ?? false;
}
