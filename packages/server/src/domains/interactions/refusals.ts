// What a user is answered who may not use a command.
// Source: requirements 6, protocol: commands-and-interactions 2.6, 4.4.
import { CommandType, MissingPermissions } from "@antechamber/contract";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import type { Denial, GuardedCommand } from "../commands/permissions/access-rules.ts";

/** A command that is gone, or that this place does not offer. Source: commands-and-interactions 2.6. */
export function commandInvalid(): ApiError {
  const message = "Invalid interaction application command";
  return invalidForm({ path: ["data"], code: "INTERACTION_APPLICATION_COMMAND_INVALID", message });
}

/**
 * What the user's own call is answered with. Source: requirements 6, protocol:
 * commands-and-interactions 2.6, 5.3.
 */
export function refusalOf(denial: Denial, command: GuardedCommand): ApiError {
  switch (denial) {
    case "MISSING_BASE_PERMISSIONS":
    case "CHANNEL_DENIED":
    case "USER_DENIED":
      return command.type === CommandType.USER
        ? new ApiError(MissingPermissions, { message: "Permission Denied" })
        : new ApiError(MissingPermissions);
    case "WRONG_COMMAND_TYPE":
    case "NSFW_NOT_ALLOWED":
    case "NOT_INSTALLED":
    case "CONTEXT_NOT_ALLOWED":
      return commandInvalid();
  }
}
