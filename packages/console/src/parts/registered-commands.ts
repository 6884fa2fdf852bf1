// The commands that an application has registered, global ones and a guild's, of which world files tell.
import { useQuery } from "@tanstack/react-query";
import { call } from "../api/queries.ts";
import { useWorld } from "../frame/address.ts";

export interface RegisteredCommand {
  readonly id: string;
  readonly name: string;
  readonly type: number;
  readonly description: string;
  /** The guild that alone has it; undefined for a global one. */
  readonly guild: string | undefined;
  /** The permissions that are asked of members by default; null: none. */
  readonly bits: string | null;
  readonly options: readonly unknown[];
}

/** The commands of an application, in a guild or everywhere. */
export function useCommandsOf(application: string, guild?: string) {
  const world = useWorld();
  return useQuery({
    queryKey: [world, "registered commands", application, guild ?? ""],
    enabled: application !== "",
    queryFn: async ({ signal }): Promise<readonly RegisteredCommand[]> => {
      const file = await call(world, "control.world.get", { signal });
      const { applications = [] } = file as {
        readonly applications?: readonly StoredApplication[];
      };
      const { commands = [] } = applications.find(({ id }) => id === application) ?? {};
      return commands
        .map(commandOf)
        .filter((each) => each.guild === undefined || guild === undefined || each.guild === guild);
    },
  });
}

interface StoredApplication {
  readonly id?: string;
  readonly commands?: readonly StoredCommand[];
}

interface StoredCommand {
  readonly id?: string;
  readonly name: string;
  readonly type?: number;
  readonly description?: string;
  readonly guild_id?: string;
  readonly default_member_permissions?: string | null;
  readonly options?: readonly unknown[];
}

const CHAT_INPUT = 1;

function commandOf(stored: StoredCommand): RegisteredCommand {
  const {
    id = "",
    name,
    type = CHAT_INPUT,
    description = "",
    guild_id: guild,
    options = [],
  } = stored;
  return {
    id,
    name,
    type,
    description,
    guild,
    options,
    bits: stored.default_member_permissions ?? null,
  };
}
