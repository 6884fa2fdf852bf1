// The registered commands of an application, global ones and those of a guild.
import { CommandType } from "@antechamber/contract/command-types";
import type { ControlReply } from "@antechamber/sdk/control";
import { LIST_MAX, useAnswer } from "../api/queries.ts";
import type { Condition } from "../search/filter.ts";

/** A command in the format of world files. */
export type RegisteredCommand = ControlReply<"control.commands.list">["items"][number];

/** The calls that change the commands of an application. */
export const registrations: readonly Condition[] = [
  { field: "kind", value: "request" },
  { field: "status", value: "2xx" },
  ...["create", "bulkOverwrite", "edit", "delete"].map((verb) => ({
    field: "name" as const,
    value: `commands.${verb}*`,
  })),
];

/** `/ban`, or the bare name of a command of a context menu. */
export function commandText({ name, type }: Pick<RegisteredCommand, "name" | "type">): string {
  return (type ?? CommandType.CHAT_INPUT) === CommandType.CHAT_INPUT ? `/${name}` : name;
}

/** The commands of an application: all global ones, or those that members of a guild can use. */
export function useCommandsOf(application: string, guild?: string) {
  const query = { application, limit: LIST_MAX, ...(guild === undefined ? {} : { guild }) };
  return useAnswer("control.commands.list", { query }, { isOff: application === "" });
}
