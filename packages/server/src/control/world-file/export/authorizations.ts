// The authorizations of applications by users, as a world file has them.
import type { WorldAuthorization } from "@antechamber/contract/control";
import { timestamp, type Static } from "@antechamber/contract/schema";
import type { ReadContext } from "../../../platform/context.ts";
import { authorizations } from "../../../domains/applications/authorization.ts";
import { accessTokens, isOwnToken } from "../../../domains/applications/tokens.ts";
import { paged } from "./paged.ts";

/** The scopes of users' tokens by user and application; an application's own tokens are left out. */
async function scopesOfTokens(ctx: ReadContext): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const scopesByPair = new Map<string, Set<string>>();
  for await (const token of paged(ctx, accessTokens)) {
    if (isOwnToken(token)) continue;
    const { user_id, application_id, scopes } = token;
    const pair = `${user_id ?? ""}:${application_id}`;
    scopesByPair.set(pair, new Set([...(scopesByPair.get(pair) ?? []), ...scopes]));
  }
  return scopesByPair;
}

/**
 * Authorizations that loading would not derive from the exported tokens and instant; optionally
 * all.
 */
export async function authorizationEntries(
  ctx: ReadContext,
  { plainConsents = true }: { readonly plainConsents?: boolean },
): Promise<Static<typeof WorldAuthorization>[]> {
  const scopesByPair = await scopesOfTokens(ctx);
  const found: Static<typeof WorldAuthorization>[] = [];
  for await (const { user_id, application_id, scopes, authorizedAt } of paged(
    ctx,
    authorizations,
  )) {
    const ofTokens = [...(scopesByPair.get(`${user_id}:${application_id}`) ?? [])];
    // A provisional account's authorization has no scopes, which a file cannot express.
    const isPlain =
      (authorizedAt === ctx.now || scopes.length === 0) &&
      scopes.length === ofTokens.length &&
      scopes.every((each, i) => each === ofTokens[i]);
    if (isPlain && plainConsents) continue;
    const authorized_at = timestamp(authorizedAt);
    found.push({ user: user_id, application: application_id, scopes: [...scopes], authorized_at });
  }
  return found;
}
