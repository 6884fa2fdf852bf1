// The registered commands of an application, global ones and those of a guild.
import type { ControlReply } from "@antechamber/sdk/control";
import { LIST_MAX, useAnswer } from "../api/queries.ts";

/** A command in the format of world files. */
export type RegisteredCommand = ControlReply<"control.commands.list">["items"][number];

/** The commands of an application: all global ones, or those that members of a guild can use. */
export function useCommandsOf(application: string, guild?: string) {
  const query = { application, limit: LIST_MAX, ...(guild === undefined ? {} : { guild }) };
  return useAnswer("control.commands.list", { query }, { isOff: application === "" });
}
