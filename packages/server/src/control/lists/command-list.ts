// The commands that applications have registered. Source: product.md, Control plane.
import type { listCommands } from "@antechamber/contract/control";
import type { Input } from "@antechamber/contract";
import { snowflakeKey } from "@antechamber/contract/schema";
import { applications } from "../../domains/applications/application.ts";
import { referencedApplication } from "../../domains/applications/references.ts";
import { commands, type CommandRecord } from "../../domains/commands/command.ts";
import { referencedGuild } from "../../domains/guilds/references.ts";
import type { ReadContext } from "../../platform/context.ts";
import { withPrefix } from "../../platform/records/compound-keys.ts";
import { commandEntry } from "../world-file/export/commands.ts";
import type { ListSource } from "./pager.ts";
import { fromTable, threeIds } from "./sources.ts";

async function showCommand(command: CommandRecord, ctx: ReadContext) {
  const application = await ctx.tx.get(applications, snowflakeKey(command.application_id));
  if (application === undefined) throw new Error(`command ${command.id} has no application`);
  return { application: application.id, ...commandEntry(command, application) };
}

/** All commands, or those of one application; with a guild, the global ones and that guild's. */
export async function commandSource(
  ctx: ReadContext,
  query: unknown,
): Promise<ListSource<unknown>> {
  const { application, guild } = query as Input<typeof listCommands>["query"];
  const owner =
    application === undefined
      ? undefined
      : await referencedApplication(ctx, {
          text: application,
          path: ["application"],
        });
  const place =
    guild === undefined ? undefined : await referencedGuild(ctx, { text: guild, path: ["guild"] });
  return fromTable({
    table: commands,
    cursors: threeIds,
    ...(owner === undefined ? {} : { range: withPrefix(owner.id) }),
    isListed: ({ guild_id: id }) => id === undefined || place === undefined || id === place.id,
    texts: ({ id, name, application_id }) => [id, name, application_id],
    show: showCommand,
  });
}
