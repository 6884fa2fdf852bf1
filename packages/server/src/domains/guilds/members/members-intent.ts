// Who may list members: users, and bots with the GUILD_MEMBERS intent enabled.
// Source: protocol: gateway-oauth-limits 4.5; channels-and-threads 2.5.
import { MissingAccess } from "@antechamber/contract";
import { ApiError } from "../../../platform/api-error.ts";
import type { Caller, ReadContext } from "../../../platform/context.ts";
import { applicationOf } from "../../applications/operations.ts";
import { mayUseIntent } from "../privileged-intents.ts";

/** @throws MissingAccess for a bot without the intent GUILD_MEMBERS */
export async function requireMembersIntent(ctx: ReadContext, caller: Caller): Promise<void> {
  if (caller.kind !== "bot") return;
  const application = await applicationOf(ctx, caller.application_id);
  const mayList = await mayUseIntent(ctx, application, "GUILD_MEMBERS");
  if (!mayList) throw new ApiError(MissingAccess);
}
