// Applications in guilds, as events and replies show them.
import type { GuildIntegration } from "@antechamber/contract/guilds";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import type { ReadContext } from "../../platform/context.ts";
import { applications, smallFlags } from "../applications/application.ts";
import type { GuildInstall } from "../applications/installs.ts";
import { users, userView } from "../users/user.ts";

/**
 * An installation with its application, its bot and its installer; undefined if the application is
 * gone.
 */
export async function integrationView(
  ctx: ReadContext,
  { application_id, installed_by, scopes }: GuildInstall,
): Promise<Static<typeof GuildIntegration> | undefined> {
  const application = await ctx.tx.get(applications, snowflakeKey(application_id));
  if (application === undefined) return undefined;
  const bot = application.hasBot
    ? await ctx.tx.get(users, snowflakeKey(application_id))
    : undefined;
  const user = await ctx.tx.get(users, snowflakeKey(installed_by));
  const { id, name, icon, description, flags_new } = application;
  return {
    id,
    name,
    type: "discord",
    enabled: true,
    account: { id, name },
    application: {
      id,
      name,
      icon,
      description,
      summary: "",
      type: null,
      flags: smallFlags(application),
      flags_new,
      ...(bot === undefined ? {} : { bot: userView(bot) }),
    },
    scopes: [...scopes],
    ...(user === undefined ? {} : { user: userView(user) }),
  };
}
