// Finds the command that a simulated user names in a request, and the surface they use it on.
// Source: product.md, Control plane (bodies).
import { CommandType } from "@antechamber/contract/commands";
import type { CommandReference } from "@antechamber/contract/control";
import type { Static } from "@antechamber/contract/schema";
import type { ReadContext } from "../../platform/context.ts";
import type { CommandRecord } from "../commands/command.ts";
import type { CommandQuery } from "../commands/resolve-command.ts";
import type { ChannelRecord } from "../guilds/guild.ts";
import { referencedGuild } from "../guilds/references.ts";
import { messageOf } from "../messages/operations.ts";
import { isId, type Reference } from "../users/references.ts";

interface Named {
  readonly applicationId: string;
  readonly channel: ChannelRecord;
  readonly command: Static<typeof CommandReference>;
  readonly target: string | undefined;
  /** The path of the command in the request; by default `command`. */
  readonly path?: Reference["path"];
}

/**
 * Resolves a reference to a command, in a channel and perhaps on a target.
 *
 * @throws UnknownGuild when the reference names a guild that does not exist
 */
export async function commandQueryFor(
  ctx: ReadContext,
  { applicationId, channel, command, target, path = ["command"] }: Named,
): Promise<CommandQuery> {
  const { name, type, guild } = typeof command === "string" ? { name: command } : command;
  const owner =
    guild === undefined || guild === null
      ? guild
      : (await referencedGuild(ctx, { text: guild, path: [...path, "guild"] })).id;
  const targetTypes = target === undefined ? undefined : await typesOnTarget(ctx, channel, target);
  return { applicationId, guildId: channel.guild_id, path: name, type, owner, targetTypes };
}

/**
 * The command types to try on a target, the likelier first: a stored message's id is a message, any
 * other id is a user.
 */
async function typesOnTarget(ctx: ReadContext, channel: ChannelRecord, target: string) {
  const message = isId(target) ? await messageOf(ctx, channel.id, target) : undefined;
  return message === undefined
    ? [CommandType.USER, CommandType.MESSAGE]
    : [CommandType.MESSAGE, CommandType.USER];
}

/**
 * The surface on which a command is used: that of its type, but a chat input command with a target
 * counts as used from the user menu.
 */
export function surfaceFor({ type }: CommandRecord, target: string | undefined): number {
  if (type !== CommandType.CHAT_INPUT) return type;
  return target === undefined ? CommandType.CHAT_INPUT : CommandType.USER;
}
