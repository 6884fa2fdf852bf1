// Refuses operations that the reference has and this service lacks, so that no one searches for a
// mistake in a correct path.
import { NotBuilt } from "@antechamber/contract";
import type { MissingOperation } from "@antechamber/contract/schema";
import { ApiError } from "../../../platform/api-error.ts";

/** Names the operation. */
export const NOT_BUILT_HEADER = "x-antechamber-not-built";

/** The refusal of a call of such an operation, whose credential and body are not read. */
export function notBuiltError({ id, method, path }: MissingOperation): ApiError {
  return new ApiError(NotBuilt, { message: `${NotBuilt.message}: ${method} ${path} (${id})` });
}
