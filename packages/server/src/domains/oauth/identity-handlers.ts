// The endpoints about a credential's user, and the keys that clients verify id tokens with.
// Source: protocol: gateway-oauth-limits 5.1, 5.10.
import {
  getCurrentAuthorization,
  getFingerprint,
  getSigningKeys,
  getUserinfo,
  postUserinfo,
} from "@antechamber/contract/oauth";
import { getCurrentUser } from "@antechamber/contract/users";
import type { Caller, ReadContext } from "../../platform/context.ts";
import { handle, handleAsync, reply, type Binding } from "../../platform/handler.ts";
import { alphanumeric } from "../../platform/random.ts";
import { ownUserView, type VisibleUserFields } from "../users/user.ts";
import { currentAuthorization } from "./operations.ts";
import { ensureSigningKey, keyView, signingKey } from "./signing-key.ts";
import { actedForUser } from "./user-behind.ts";
import { userinfoView } from "./views.ts";

/**
 * Bearer tokens need scopes for the email address and the premium type; other callers get the
 * address.
 */
function visibleFieldsOf(caller: Caller): VisibleUserFields {
  if (caller.kind !== "bearer") return { email: true };
  return { email: caller.scopes.has("email"), premium: caller.scopes.has("identify.premium") };
}

async function userinfoFor(ctx: ReadContext, caller: Caller) {
  const person = await actedForUser(ctx, caller);
  const scopes = caller.kind === "bearer" ? caller.scopes : new Set<string>();
  return userinfoView(ctx, person, scopes);
}

/** The number of letters and digits after the snowflake of a fingerprint. */
const FINGERPRINT_LENGTH = 27;

export const identityHandlers: readonly Binding[] = [
  handle(getCurrentUser, async (ctx) => {
    const user = await actedForUser(ctx, ctx.caller);
    return reply(200, ownUserView(user, visibleFieldsOf(ctx.caller)));
  }),

  handle(getCurrentAuthorization, async (ctx) =>
    reply(200, await currentAuthorization(ctx, ctx.caller)),
  ),

  handle(getUserinfo, async (ctx) => reply(200, await userinfoFor(ctx, ctx.caller))),
  handle(postUserinfo, async (ctx) => reply(200, await userinfoFor(ctx, ctx.caller))),

  handleAsync(getSigningKeys, async ({ work }) => {
    const stored = await work.read(signingKey);
    const key = stored ?? (await work.transaction(ensureSigningKey));
    return reply(200, { keys: [keyView(key)] });
  }),

  handleAsync(getFingerprint, async ({ work }) => {
    const fingerprint = await work.transaction((ctx) =>
      Promise.resolve(`${ctx.id()}.${alphanumeric(ctx.random, FINGERPRINT_LENGTH)}`),
    );
    return reply(200, { fingerprint });
  }),
];
