// Deletes the settings of a deleted guild.
import { snowflakeKey } from "@antechamber/contract/schema";
import type { Context } from "../../platform/context.ts";
import { dropVanityUrl } from "../invites/vanity-url.ts";
import { newMemberWelcomes } from "./new-member-welcome.ts";
import { onboardings } from "./onboarding/onboarding.ts";
import { dropTemplate, templatesOf } from "./templates/template.ts";
import { welcomeScreens } from "./welcome-screen.ts";

/** Deletes the settings that are stored beside the guild's record, without emitting an event. */
export async function dropGuildSettings(ctx: Context, guildId: string): Promise<void> {
  ctx.tx.delete(welcomeScreens, snowflakeKey(guildId));
  ctx.tx.delete(onboardings, snowflakeKey(guildId));
  ctx.tx.delete(newMemberWelcomes, snowflakeKey(guildId));
  await dropVanityUrl(ctx, guildId);
  for (const template of await templatesOf(ctx, guildId)) dropTemplate(ctx, template);
}
