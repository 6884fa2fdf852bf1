// Writing in a channel that a game reads along in. Source: protocol: lobbies-and-sdk 2.1, 4.
import { ApplicationNotAuthorized } from "@antechamber/contract";
import { ApiError } from "../../platform/api-error.ts";
import type { ReadContext } from "../../platform/context.ts";
import { authorizationOf } from "../applications/authorization.ts";
import { userInstallOf } from "../applications/installs.ts";
import { accessTokens } from "../applications/tokens.ts";
import type { ChannelRecord } from "../guilds/guild.ts";
import type { UserRecord } from "../users/user.ts";

/**
 * A lobby may let only those people write in its channel who know the game by their own consent.
 *
 * @throws ApplicationNotAuthorized
 */
export async function requireAuthorization(
  ctx: ReadContext,
  { linked_lobby: link }: ChannelRecord,
  user: UserRecord,
): Promise<void> {
  if (link?.require_application_authorization !== true || user.bot === true) return;
  if (!(await hasAuthorized(ctx, user.id, link.application_id))) {
    throw new ApiError(ApplicationNotAuthorized);
  }
}

/** By a consent, or by what only a consent brings about: an installation, a token that holds. */
async function hasAuthorized(
  ctx: ReadContext,
  userId: string,
  applicationId: string,
): Promise<boolean> {
  if ((await authorizationOf(ctx, userId, applicationId)) !== undefined) return true;
  if ((await userInstallOf(ctx, userId, applicationId)) !== undefined) return true;
  const tokens = await ctx.tx.find(accessTokens, { index: "user", value: userId });
  return tokens.some(
    (token) => token.application_id === applicationId && token.expiresAt > ctx.now,
  );
}
