// The commands that a user may use in a channel, as the user's client lists them, without those
// that they are denied.
import { CommandType, isSubcommand } from "@antechamber/contract/command-types";
import type { types } from "@antechamber/sdk";
import { useQuery } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { useWorld } from "../api/address.ts";
import { useSeen, useSession } from "./session/use-session.ts";

export interface CommandOption {
  readonly type: number;
  readonly name: string;
  readonly name_localized?: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly autocomplete?: boolean;
  readonly choices?: readonly { readonly name: string; readonly value: string | number }[];
  readonly channel_types?: readonly number[];
  readonly min_value?: number;
  readonly max_value?: number;
  readonly min_length?: number;
  readonly max_length?: number;
  readonly options?: readonly CommandOption[];
}

export type Command = Omit<types.IndexCommand, "options"> & {
  readonly options?: readonly CommandOption[];
};

/** A command as it is typed: with its subcommand and group. */
export interface Typed {
  readonly command: Command;
  /** `ban`, `settings set`. */
  readonly path: string;
  /** The path in the user's language. */
  readonly shownPath: string;
  readonly description: string;
  readonly options: readonly CommandOption[];
}

export interface CommandIndex {
  readonly typed: readonly Typed[];
  /** Commands of context menus, and entry points. */
  readonly others: readonly Command[];
  /** Names of applications by id. */
  readonly applications: ReadonlyMap<string, string>;
}

const noCommands: CommandIndex = { typed: [], others: [], applications: new Map() };

/** The commands of a channel; refetched when the gateway reports that they changed. */
export function useCommands(channel: string): CommandIndex & { readonly error: unknown } {
  const world = useWorld();
  const session = useSession();
  const { me, commandsTurn } = useSeen();
  const query = useQuery({
    queryKey: [world, "commands", session.user, channel, commandsTurn],
    enabled: me !== undefined && channel !== "",
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<CommandIndex> => {
      const path = { channel_id: channel };
      const index = await session.call("channels.commandIndex", { path, signal });
      const commands = index.application_commands as readonly Command[];
      const isTyped = ({ type }: Command) => type === CommandType.CHAT_INPUT;
      return {
        typed: commands.filter(isTyped).flatMap((command) => typedOf(command)),
        others: commands.filter((command) => !isTyped(command)),
        applications: new Map(index.applications.map(({ id, name }) => [id, name])),
      };
    },
  });
  return { ...(query.data ?? noCommands), error: query.error };
}

/** The commands of the pane's channel, for its components. */
export const CommandsContext = createContext<CommandIndex>(noCommands);

export function useCommandIndex(): CommandIndex {
  return useContext(CommandsContext);
}

interface Walked {
  readonly path: string;
  readonly shownPath: string;
  readonly description: string;
  readonly options: readonly CommandOption[];
}

/** What can be typed for a command: itself, or each of its subcommands. */
export function typedOf(command: Command): readonly Typed[] {
  const walk = ({ path, shownPath, description, options }: Walked): Typed[] => {
    const inner = options.filter(({ type }) => isSubcommand(type));
    if (inner.length === 0) return [{ command, path, shownPath, description, options }];
    return inner.flatMap((each) =>
      walk({
        path: `${path} ${each.name}`,
        shownPath: `${shownPath} ${each.name_localized ?? each.name}`,
        description: each.description ?? "",
        options: each.options ?? [],
      }),
    );
  };
  const { name, name_localized: shown, description, options = [] } = command;
  return walk({ path: name, shownPath: shown, description, options });
}

/** The options of an invocation, nested in its group and subcommand. */
export function nested(
  path: string,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const names = path.split(" ").slice(1);
  return names.reduceRight<Readonly<Record<string, unknown>>>(
    (inner, name) => ({ [name]: inner }),
    values,
  );
}
