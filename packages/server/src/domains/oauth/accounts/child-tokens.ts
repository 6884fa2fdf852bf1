// Tokens with which a child application acts for its parent's players. Source: protocol:
// lobbies-and-sdk 8.7, 13 #18.
import {
  ageKey,
  InvalidOauthToken,
  NotAChild,
  type ChildToken,
  type exchangeChildToken,
  type Static,
} from "@antechamber/contract";
import { ApiError } from "../../../platform/api-error.ts";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { secretDigest } from "../../../platform/crypto.ts";
import { applications, type ApplicationRecord } from "../../applications/application.ts";
import { accessTokens, type AccessTokenRecord } from "../../applications/tokens.ts";
import { users } from "../../users/user.ts";
import { requireSecret } from "../identifying.ts";
import { issueTokens } from "../issuing.ts";

type Form = Static<(typeof exchangeChildToken)["body"]>;

/**
 * A token of a child application for the user of its parent's token, good for as long as that.
 *
 * @throws InvalidOauthToken, NotAChild, WrongClientSecret
 */
export async function issueChildToken(
  ctx: Context,
  form: Form,
): Promise<Static<typeof ChildToken>> {
  const parentToken = await usableToken(ctx, form.parent_access_token);
  const child = await ctx.tx.get(applications, ageKey(form.child_application_id));
  if (child?.parent_id !== parentToken.application_id) throw new ApiError(NotAChild);
  const parent = await ctx.tx.get(applications, ageKey(parentToken.application_id));
  if (parent === undefined) throw new ApiError(InvalidOauthToken);
  requireSecret(parent, form.parent_client_secret);
  return issueFor(ctx, child, parentToken);
}

/** A token that stands for a user now. @throws InvalidOauthToken */
async function usableToken(
  ctx: ReadContext,
  token: string,
): Promise<AccessTokenRecord & { readonly user_id: string }> {
  const record = await ctx.tx.get(accessTokens, secretDigest(token));
  const userId = record?.user_id;
  const user = userId === undefined ? undefined : await ctx.tx.get(users, ageKey(userId));
  const isGood = record !== undefined && record.expiresAt > ctx.now && user?.isBanned === false;
  if (!isGood || userId === undefined) throw new ApiError(InvalidOauthToken);
  return { ...record, user_id: userId };
}

async function issueFor(
  ctx: Context,
  child: ApplicationRecord,
  parent: AccessTokenRecord & { readonly user_id: string },
): Promise<Static<typeof ChildToken>> {
  const { access_token, token_type, expires_in, scope } = await issueTokens(ctx, {
    application: child,
    user_id: parent.user_id,
    // Who the player is, the parent knows.
    scopes: parent.scopes.filter((each) => each !== "openid"),
    withRefresh: false,
    lifetimeMs: parent.expiresAt - ctx.now,
    parentDigest: parent.digest,
  });
  return { access_token, token_type, expires_in: Math.floor(expires_in), scope };
}
