import { NotThisApplication, UnknownApplication } from "@antechamber/contract";
import { snowflakeKey } from "@antechamber/contract/schema";
import { ApiError } from "../../platform/api-error.ts";
import type { Caller, ReadContext } from "../../platform/context.ts";
import { applications, type ApplicationRecord } from "./application.ts";

/** The application with an id. @throws UnknownApplication */
export async function applicationOf(ctx: ReadContext, id: string): Promise<ApplicationRecord> {
  const application = await ctx.tx.get(applications, snowflakeKey(id));
  if (application === undefined) throw new ApiError(UnknownApplication);
  return application;
}

/**
 * The application in the path, which must be the caller's own.
 *
 * @throws NotThisApplication when the caller belongs to another application
 */
export async function ownApplication(
  ctx: ReadContext,
  caller: Caller,
  id: string,
): Promise<ApplicationRecord> {
  const own = caller.kind === "bot" || caller.kind === "bearer" ? caller.application_id : undefined;
  if (own !== id) throw new ApiError(NotThisApplication);
  return applicationOf(ctx, id);
}

/** The application of the caller's credential. Endpoints must declare that callers have one. */
export function callerApplicationId(caller: Caller): string {
  if (caller.kind === "bot" || caller.kind === "bearer") return caller.application_id;
  throw new ApiError(NotThisApplication);
}
