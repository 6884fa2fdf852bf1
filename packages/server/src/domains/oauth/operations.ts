// Operations for applications besides issuing tokens. Source: protocol: gateway-oauth-limits 5.6,
// 5.9, 5.10.
import { Unauthorized } from "@antechamber/contract";
import {
  InvalidScope,
  type authorizeDevice,
  type DeviceAuthorization,
  type getCurrentAuthorization,
} from "@antechamber/contract/oauth";
import { timestamp, type Static } from "@antechamber/contract/schema";
import { ApiError } from "../../platform/api-error.ts";
import type { Caller, Context, ReadContext } from "../../platform/context.ts";
import { applicationOf } from "../applications/operations.ts";
import { accessTokens } from "../applications/tokens.ts";
import { userView } from "../users/user.ts";
import { requestedScopes, WEBHOOK_SCOPE } from "../applications/scopes.ts";
import { signInClient, type ClientClaim } from "./clients.ts";
import { beginDeviceSignIn } from "./device.ts";
import { installs } from "./installs/install.ts";
import { actedForUser } from "./user-behind.ts";
import { publicApplicationView } from "./views.ts";

type Claim = Pick<ClientClaim, "basic">;

/** The page on which a person types the code that a device shows. */
export const ACTIVATE_PATH = "/activate";

/**
 * Begins the sign-in of a device.
 *
 * @throws InvalidClient, InvalidScope
 */
export async function authorizeDeviceSignIn(
  ctx: Context,
  request: Static<(typeof authorizeDevice)["body"]> & Claim,
): Promise<Static<typeof DeviceAuthorization>> {
  const application = await signInClient(ctx, request, "secretUnlessPublic");
  const scopes = requestedScopes(application, request.scope, "user");
  // On a device, no guild or channel can be chosen.
  const isPlaced = scopes === undefined || installs(scopes) || scopes.includes(WEBHOOK_SCOPE);
  if (isPlaced) throw new ApiError(InvalidScope);
  const begun = beginDeviceSignIn(ctx, application, scopes);
  const verification_uri = ctx.settings.publicUrl + ACTIVATE_PATH;
  const verification_uri_complete = `${verification_uri}?user_code=${begun.user_code}`;
  return { ...begun, verification_uri, verification_uri_complete };
}

type CurrentAuthorization = Static<(typeof getCurrentAuthorization)["replies"][200]>;

/** What the caller's token authorizes. @throws Unauthorized for a caller without a token */
export async function currentAuthorization(
  ctx: ReadContext,
  caller: Caller,
): Promise<CurrentAuthorization> {
  const digest = caller.kind === "bearer" ? caller.digest : undefined;
  const token = digest === undefined ? undefined : await ctx.tx.get(accessTokens, digest);
  if (caller.kind !== "bearer" || token === undefined) throw new ApiError(Unauthorized);
  const application = await applicationOf(ctx, token.application_id);
  return {
    application: await publicApplicationView(ctx, application),
    scopes: [...token.scopes],
    expires: timestamp(token.expiresAt),
    ...(caller.scopes.has("identify") ? { user: userView(await actedForUser(ctx, caller)) } : {}),
  };
}
