// The data of the permission matrix: the commands, roles, members and channels of a guild, with
// their current permission settings.
import { hasMessages } from "@antechamber/contract/channel-types";
import type { ControlReply } from "@antechamber/sdk/control";
import { useMemo } from "react";
import { LIST_MAX, useAnswer } from "../api/queries.ts";
import {
  commandText,
  useCommandsOf,
  type RegisteredCommand,
} from "../parts/registered-commands.ts";
import { COLUMNS_MAX, type Named } from "./axes.ts";
import type { ChannelSettings, CommandSettings, Entry, Overwrite } from "./changes.ts";

/** The most rows of one question. */
const COMMANDS_MAX = 200;

/** A command with its text as the name. */
export interface CommandRow extends Named {
  /** The guild of the command; undefined for a global one. */
  readonly guild: string | undefined;
  readonly settings: CommandSettings & { readonly default_member_permissions: string | null };
}

function commandRow(command: RegisteredCommand): CommandRow {
  const { id, guild_id: guild, default_member_permissions: bits } = command;
  const contexts = (command.contexts ?? null) as CommandSettings["contexts"];
  return {
    id: id ?? "",
    name: commandText(command),
    guild: typeof guild === "string" ? guild : undefined,
    settings: {
      default_member_permissions: bits ?? null,
      nsfw: command.nsfw === true,
      ...(contexts === undefined ? {} : { contexts }),
    },
  };
}

/** The commands that members of the guild can find; undefined until they are known. */
export function useCommandRows(application: string, guild: string) {
  const { data, error } = useCommandsOf(application, guild);
  const rows = useMemo(() => data?.items.slice(0, COMMANDS_MAX).map(commandRow), [data]);
  return { rows, error };
}

export interface RoleColumn extends Named {
  /** The bit set as a number. */
  readonly permissions: string;
}

/** The roles of a guild, @everyone first. */
export function useRoles(guild: string): readonly RoleColumn[] {
  const { data } = useAnswer("control.roles.list", { query: { limit: LIST_MAX, q: guild } });
  return useMemo(() => {
    const ofGuild = (data?.items ?? []).filter((role) => String(role.guild) === guild);
    const columns = ofGuild.map(({ id = "", name = "", permissions = "0" }) => ({
      id,
      name,
      permissions: String(permissions as string | number),
    }));
    const isEveryone = ({ id }: RoleColumn) => id === guild;
    const everyone = columns.find(isEveryone) ?? { id: guild, name: "@everyone", permissions: "0" };
    return [everyone, ...columns.filter((each) => !isEveryone(each))].slice(0, COLUMNS_MAX);
  }, [data, guild]);
}

/** The members of a guild, without bots. */
export function useMembers(guild: string): readonly Named[] {
  const members = useAnswer("control.members.list", { query: { limit: LIST_MAX, q: guild } });
  const users = useAnswer("control.users.list", { query: { limit: LIST_MAX } });
  return useMemo(() => {
    const names = new Map((users.data?.items ?? []).map(({ id, username }) => [id, username]));
    const ofGuild = (members.data?.items ?? []).filter((each) => String(each.guild) === guild);
    const people = ofGuild.flatMap(({ user }) => {
      if (typeof user !== "string") return [];
      const name = names.get(user);
      return name === undefined ? [] : [{ id: user, name }];
    });
    return people.slice(0, COLUMNS_MAX);
  }, [members.data, users.data, guild]);
}

export interface ChannelColumn extends Named {
  readonly guild: string;
  readonly settings: Required<ChannelSettings>;
}

type ListedChannel = ControlReply<"control.channels.list">["items"][number];

/** Channels with messages, of all guilds. */
export function useChannels() {
  const { data, error, isPending } = useAnswer("control.channels.list", {
    query: { limit: LIST_MAX },
  });
  const channels: readonly ChannelColumn[] = useMemo(() => {
    const items = data?.items ?? [];
    const byId = new Map(items.map((each) => [each.id, each]));
    const writable = items.filter(({ type }) => hasMessages(type ?? 0));
    return writable.map((channel) => ({
      id: channel.id ?? "",
      name: channel.name ?? "",
      guild: String(channel.guild),
      settings: {
        permission_overwrites: overwritesOf(channel, byId),
        nsfw: channel.nsfw === true,
      },
    }));
  }, [data]);
  return { channels, error, isLoading: isPending };
}

/** The overwrites of a channel, or those of its category if it has none of its own. */
function overwritesOf(
  channel: ListedChannel,
  byId: ReadonlyMap<string | undefined, ListedChannel>,
): readonly Overwrite[] {
  const { permission_overwrites: own, parent_id: parent } = channel;
  const overwrites =
    own ?? (typeof parent === "string" ? byId.get(parent) : undefined)?.permission_overwrites ?? [];
  return overwrites.map(({ id, type, allow = "0", deny = "0" }) => ({
    id: String(id),
    type: type ?? 0,
    allow: String(allow as string | number),
    deny: String(deny as string | number),
  }));
}

/** The entries in a guild, by command, or by application for all of its commands. */
export function useEntries(
  application: string,
  guild: string,
): ReadonlyMap<string, readonly Entry[]> {
  const { data } = useAnswer(
    "control.applications.get",
    { path: { application } },
    { isOff: application === "" },
  );
  return useMemo(() => {
    const sets = data?.command_permissions ?? [];
    const ofGuild = sets.filter((each) => String(each.guild_id) === guild);
    return new Map(
      ofGuild.map(({ id, permissions }) => [
        String(id),
        permissions.map((each) => ({ ...each, id: String(each.id) })),
      ]),
    );
  }, [data, guild]);
}

/** The owner of a guild, who may set any entry in it. */
export function useOwner(guild: string): Named {
  const { data } = useAnswer("control.guilds.list", { query: { limit: 10, q: guild } });
  const users = useAnswer("control.users.list", { query: { limit: LIST_MAX } });
  const found = data?.items.find(({ id }) => id === guild)?.owner;
  const owner = typeof found === "string" ? found : "";
  const name = users.data?.items.find(({ id }) => id === owner)?.username;
  return { id: owner, name: name ?? "the owner" };
}
