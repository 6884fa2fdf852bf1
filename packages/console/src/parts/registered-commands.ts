// The commands that an application has registered: global ones, and those of a guild.
import type { ControlReply } from "@antechamber/sdk/control";
import { useAnswer } from "../api/queries.ts";

/** A command as world files have it. */
export type RegisteredCommand = ControlReply<"control.commands.list">["items"][number];

/** An application has at most 131 in a place. */
const LIST_MAX = 1000;

/** The commands of an application, everywhere or as members of a guild find them. */
export function useCommandsOf(application: string, guild?: string) {
  const query = { application, limit: LIST_MAX, ...(guild === undefined ? {} : { guild }) };
  return useAnswer("control.commands.list", { query }, { isOff: application === "" });
}
