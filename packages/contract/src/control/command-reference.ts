// How calls of the control plane name a command. Source: product.md, Control plane (bodies).
import { choice, nullable, object, optional, textOr } from "../schema/values.ts";
import { Reference } from "./world-file/kinds.ts";
import { CommandType } from "../resources/commands/command-types.ts";

/**
 * A command: its full name with group and subcommand, or its id, or both its name and its guild, to
 * choose among several of one name.
 */
export const CommandReference = textOr(
  Reference,
  object({
    name: Reference,
    type: optional(choice(Object.values(CommandType))),
    /**
     * The guild of the command; null: a global command. Absent: the guild's commands take
     * precedence over global ones.
     */
    guild: optional(nullable(Reference)),
  }),
);
