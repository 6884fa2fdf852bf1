// A guild's welcome screen, onboarding and other settings, as a world file has them.
import type { WorldGuild } from "@antechamber/contract/control";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import { newMemberWelcomes } from "../../../domains/guild-settings/new-member-welcome.ts";
import { storedOnboarding } from "../../../domains/guild-settings/onboarding/onboarding.ts";
import { templatesOf } from "../../../domains/guild-settings/templates/template.ts";
import { welcomeScreenOf } from "../../../domains/guild-settings/welcome-screen.ts";
import { vanityUrlOf } from "../../../domains/invites/vanity-url.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import type { ReadContext } from "../../../platform/context.ts";

type GuildEntry = Static<typeof WorldGuild>;
type SettingsEntry = Pick<
  GuildEntry,
  "welcome_screen" | "onboarding" | "new_member_welcome" | "templates" | "vanity_url_uses"
>;

/** The settings of a guild that are stored in records of their own; missing ones are left out. */
export async function settingsEntry(ctx: ReadContext, guildId: string): Promise<SettingsEntry> {
  const [screen, onboarding, welcome, vanity, codes] = await Promise.all([
    welcomeScreenOf(ctx, guildId),
    storedOnboarding(ctx, guildId),
    ctx.tx.get(newMemberWelcomes, snowflakeKey(guildId)),
    vanityUrlOf(ctx, guildId),
    templatesOf(ctx, guildId),
  ]);
  const templates = codes.map(({ creator_id: creator, source_guild_id: _guild, ...template }) => ({
    ...template,
    creator,
  }));
  return definedFields({
    welcome_screen: withoutGuild(screen),
    onboarding: withoutGuild(onboarding),
    new_member_welcome: withoutGuild(welcome),
    templates: templates.length === 0 ? undefined : templates,
    vanity_url_uses: vanity === undefined || vanity.uses === 0 ? undefined : vanity.uses,
  });
}

function withoutGuild<R extends { readonly guild_id: string }>(
  record: R | undefined,
): Omit<R, "guild_id"> | undefined {
  if (record === undefined) return undefined;
  const { guild_id: _guild, ...rest } = record;
  return rest;
}
