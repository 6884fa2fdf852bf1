// How the control plane names a command. Source: product.md, Control plane (bodies).
import { choice, nullable, object, optional, textOr } from "../schema/values.ts";
import { Reference } from "./world-file/world-kinds.ts";
import { CommandType } from "../resources/commands/command-types.ts";

/**
 * A command: its name with those of group and subcommand, or its id, or both parts apart, so that
 * one of several with a name can be meant.
 */
export const CommandReference = textOr(
  Reference,
  object({
    name: Reference,
    type: optional(choice(Object.values(CommandType))),
    /** The guild whose command it is; null: a global one. Left out: the guild's before global ones. */
    guild: optional(nullable(Reference)),
  }),
);
