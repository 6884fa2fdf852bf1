// Takes away what expired: nothing that is no longer good is kept for ever.
import type { JobDeclaration } from "../../../platform/context.ts";
import { accessTokens } from "../../applications/tokens.ts";
import { authorizationCodes } from "../oauth.ts";

interface Hashed {
  readonly digest: string;
}

/**
 * Due when an access token expires. Sessions that it opened stay: protocol: gateway-oauth-limits
 * 5.11.
 */
export const forgetAccessToken: JobDeclaration<Hashed> = {
  name: "oauth.forget_access_token",
  async run(ctx, { digest }) {
    const token = await ctx.tx.get(accessTokens, digest);
    if (token !== undefined && token.expiresAt <= ctx.now) ctx.tx.delete(accessTokens, digest);
  },
};

/** Due long after a code was given, used or not: until then a second use of it is noticed. */
export const forgetCode: JobDeclaration<Hashed> = {
  name: "oauth.forget_code",
  run(ctx, { digest }) {
    ctx.tx.delete(authorizationCodes, digest);
    return Promise.resolve();
  },
};
