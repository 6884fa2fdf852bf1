// The commands that a user may use in a channel, as their own client finds them: what they are denied is
// not among them.
import { useQuery } from "@tanstack/react-query";
import { call } from "../api/queries.ts";
import { useWorld } from "../frame/address.ts";

export interface CommandOption {
  readonly type: number;
  readonly name: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly autocomplete?: boolean;
  readonly choices?: readonly { readonly name: string; readonly value: string | number }[];
  readonly min_value?: number;
  readonly max_value?: number;
  readonly min_length?: number;
  readonly max_length?: number;
  readonly options?: readonly CommandOption[];
}

export interface Command {
  readonly id: string;
  readonly type: number;
  readonly name: string;
  readonly description: string;
  readonly application_id: string;
  readonly options?: readonly CommandOption[];
}

/** A command as it is typed: with the names of its group and subcommand. */
export interface Typed {
  readonly command: Command;
  /** `ban`, `settings set`. */
  readonly path: string;
  readonly description: string;
  readonly options: readonly CommandOption[];
}

export const OptionKind = {
  SUB_COMMAND: 1,
  SUB_COMMAND_GROUP: 2,
  STRING: 3,
  INTEGER: 4,
  BOOLEAN: 5,
  NUMBER: 10,
  ATTACHMENT: 11,
} as const;

const CHAT_INPUT = 1;
/** A token lasts an hour. */
const TOKEN_MS = 3_000_000;

export function useCommands(user: string, channel: string) {
  const world = useWorld();
  const token = useQuery({
    queryKey: ["session", world, user],
    staleTime: TOKEN_MS,
    queryFn: async () => (await call(world, "control.session", { path: { user } })).token,
  });
  return useQuery({
    queryKey: [world, "commands", user, channel],
    enabled: token.data !== undefined && channel !== "",
    queryFn: async ({ signal }): Promise<readonly Typed[]> => {
      const response = await fetch(`/api/v10/channels/${channel}/application-command-index`, {
        headers: { authorization: token.data ?? "" },
        signal,
      });
      if (!response.ok) throw new Error(`the commands cannot be listed: ${response.status}`);
      const { application_commands: commands } = (await response.json()) as {
        readonly application_commands: readonly Command[];
      };
      return commands
        .filter(({ type }) => type === CHAT_INPUT)
        .flatMap((command) => typedOf(command));
    },
  });
}

/** What can be typed of a command: itself, or each of its subcommands. */
export function typedOf(command: Command): readonly Typed[] {
  const walk = (path: string, description: string, options: readonly CommandOption[]): Typed[] => {
    const inner = options.filter(
      ({ type }) => type === OptionKind.SUB_COMMAND || type === OptionKind.SUB_COMMAND_GROUP,
    );
    if (inner.length === 0) return [{ command, path, description, options }];
    return inner.flatMap((each) =>
      walk(`${path} ${each.name}`, each.description ?? "", each.options ?? []),
    );
  };
  return walk(command.name, command.description, command.options ?? []);
}

/** The options of an invocation, under the names of its group and subcommand. */
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
