// Finds the command that a simulated user names, and where they look for it. Source: product.md,
// Control plane (bodies).
import { CommandType } from "@antechamber/contract/commands";
import type { CommandReference } from "@antechamber/contract/control";
import type { Static } from "@antechamber/contract/schema";
import type { ReadContext } from "../../platform/context.ts";
import type { CommandRecord } from "../commands/command.ts";
import type { CommandSought } from "../commands/resolve-command.ts";
import type { ChannelRecord } from "../guilds/guild.ts";
import { referencedGuild } from "../guilds/references.ts";
import { messageOf } from "../messages/operations.ts";
import { isId, type Reference } from "../users/references.ts";

interface Named {
  readonly applicationId: string;
  readonly channel: ChannelRecord;
  readonly command: Static<typeof CommandReference>;
  readonly target: string | undefined;
  /** Where the command stands in the request; absent: at `command`. */
  readonly path?: Reference["path"];
}

/**
 * What is sought by a reference, in a channel and perhaps on a target.
 *
 * @throws UnknownGuild when it names a guild that is none
 */
export async function commandMeant(
  ctx: ReadContext,
  { applicationId, channel, command, target, path = ["command"] }: Named,
): Promise<CommandSought> {
  const { name, type, guild } = typeof command === "string" ? { name: command } : command;
  const owner =
    guild === undefined || guild === null
      ? guild
      : (await referencedGuild(ctx, { text: guild, path: [...path, "guild"] })).id;
  const targetTypes = target === undefined ? undefined : await typesOnTarget(ctx, channel, target);
  return { applicationId, guildId: channel.guild_id, path: name, type, owner, targetTypes };
}

/** The id of a stored message is a message target; any other id is a user. */
async function typesOnTarget(ctx: ReadContext, channel: ChannelRecord, target: string) {
  const message = isId(target) ? await messageOf(ctx, channel.id, target) : undefined;
  return message === undefined
    ? [CommandType.USER, CommandType.MESSAGE]
    : [CommandType.MESSAGE, CommandType.USER];
}

/** Someone who points at a user or message has its menu open; else they are where the command is. */
export function surfaceFor({ type }: CommandRecord, target: string | undefined): number {
  if (type !== CommandType.CHAT_INPUT) return type;
  return target === undefined ? CommandType.CHAT_INPUT : CommandType.USER;
}
