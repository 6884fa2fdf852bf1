// Whether a user may use a command, and why, asked through the control plane.
// Source: product.md, Control plane.
import {
  BotsNotAllowed,
  CommandType,
  getDecision,
  UnknownApplication,
  UnknownCommand,
} from "@antechamber/contract";
import { ApiError } from "../../platform/api-error.ts";
import type { ReadContext } from "../../platform/context.ts";
import { handle, reply, type Binding } from "../../platform/handler.ts";
import { applicationNamed } from "../applications/operations.ts";
import { decide } from "../commands/permissions/access.ts";
import { commands, nameKey, type CommandRecord } from "../commands/command.ts";
import { commandById, commandNamed } from "../commands/invocable.ts";
import { channelToLookAt, referencedUser } from "./references.ts";
import { sceneOf, situationIn } from "./scene.ts";

interface Sought {
  readonly applicationId: string;
  readonly guildId: string | undefined;
  /** An id, a command's name, or the words that invoke it. */
  readonly path: string;
}

/** The command that is meant; one with subcommands may be named without them. */
async function commandMeant(ctx: ReadContext, sought: Sought): Promise<CommandRecord> {
  const byId = /^[0-9]{1,20}$/.test(sought.path)
    ? await commandById(ctx, sought, sought.path)
    : undefined;
  const found =
    byId ?? (await commandNamed(ctx, sought))?.command ?? (await wholeCommand(ctx, sought));
  if (found === undefined) throw new ApiError(UnknownCommand);
  return found;
}

async function wholeCommand(
  ctx: ReadContext,
  { applicationId: application_id, guildId, path }: Sought,
): Promise<CommandRecord | undefined> {
  const ofGuild = guildId === undefined ? [] : [{ application_id, guild_id: guildId }];
  for (const place of [...ofGuild, { application_id }]) {
    const key = nameKey(place, CommandType.CHAT_INPUT, path);
    const command = await ctx.tx.lookup(commands, "name", key);
    if (command !== undefined) return command;
  }
  return undefined;
}

export const decisionHandlers: readonly Binding[] = [
  handle(getDecision, async (ctx, { query }) => {
    const user = await referencedUser(ctx, query.user);
    if (user.bot === true) throw new ApiError(BotsNotAllowed);
    const application = await applicationNamed(ctx, query.application);
    if (application === undefined) throw new ApiError(UnknownApplication);
    const channel = await channelToLookAt(ctx, {
      user,
      channel: query.channel,
      guild: query.guild,
    });
    const command = await commandMeant(ctx, {
      applicationId: application.id,
      guildId: channel.guild_id,
      path: query.command,
    });
    const scene = await sceneOf(ctx, { user, application, channel });
    const surface = command.type;
    const { denial, trace } = decide(await situationIn(ctx, scene, { command, surface }));
    const outcome = denial ?? "ALLOWED";
    return reply(200, { allowed: denial === undefined, outcome, decision: [...trace] });
  }),
];
