// The settings of a guild that stand in records of their own, as its entity is changed.
import type { WorldGuild } from "@antechamber/contract/control";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import { newMemberWelcomes } from "../../domains/guild-settings/new-member-welcome.ts";
import { onboardings } from "../../domains/guild-settings/onboarding/onboarding.ts";
import { welcomeScreens } from "../../domains/guild-settings/welcome-screen.ts";
import { dropVanityUrl, vanityUrlOf, vanityUrls } from "../../domains/invites/vanity-url.ts";
import type { Context } from "../../platform/context.ts";
import type { Replaced } from "./live-builder.ts";

type GuildForm = Static<typeof WorldGuild>;

/** The records that a change of the guild replaces. A vanity URL that it has no more goes. */
export async function replacedSettings(
  ctx: Context,
  guildId: string,
  given: GuildForm,
): Promise<readonly Replaced[]> {
  const vanity = await vanityUrlOf(ctx, guildId);
  if (vanity !== undefined && vanity.code !== given.vanity_url_code) {
    await dropVanityUrl(ctx, guildId);
  }
  const key = snowflakeKey(guildId);
  return [
    ...[welcomeScreens, onboardings, newMemberWelcomes].map((table) => ({ table, key })),
    ...(vanity === undefined ? [] : [{ table: vanityUrls, key: vanity.code }]),
  ];
}

/** The form with no uses of a vanity URL that is new. */
export function withNewUses(given: GuildForm, shown: GuildForm, changed: GuildForm): GuildForm {
  const isNew = given.vanity_url_code !== shown.vanity_url_code;
  if (!isNew || changed.vanity_url_uses !== undefined) return given;
  return { ...given, vanity_url_uses: 0 };
}
