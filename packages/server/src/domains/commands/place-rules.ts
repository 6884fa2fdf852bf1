// What a command may not say because of its application or place.
// Source: protocol: commands-and-interactions 3.1 C16, C20, 10 #3, #8.
import {
  commandRules,
  CommandType,
  type CommandTypeNumber,
  type Fault,
} from "@antechamber/contract";
import { hasFlag } from "../applications/application.ts";
import type { CommandPlace } from "./command.ts";

interface Placed {
  readonly type?: CommandTypeNumber | null;
  readonly integration_types?: readonly number[] | null;
}

/** The faults of a form that its application and place decide. An edit gives no type. */
export function placeFaults(place: CommandPlace, form: Placed): Fault[] {
  return [...entryPointFaults(place, form), ...integrationFaults(place, form)];
}

function entryPointFaults({ application, guildId }: CommandPlace, { type }: Placed): Fault[] {
  if (type !== CommandType.PRIMARY_ENTRY_POINT) return [];
  if (guildId === undefined && hasFlag(application, "EMBEDDED")) return [];
  const { at, code, message } = commandRules.entryPointNotHere;
  return [{ path: [at], code, message }];
}

/** In a guild the types are without effect, and not held against the application. */
function integrationFaults({ application, guildId }: CommandPlace, form: Placed): Fault[] {
  if (guildId !== undefined) return [];
  const supported: readonly number[] = application.integration_types;
  const { code, message } = commandRules.integrationTypeUnsupported;
  return (form.integration_types ?? []).flatMap((type, at) =>
    supported.includes(type) ? [] : [{ path: ["integration_types", at], code, message }],
  );
}
