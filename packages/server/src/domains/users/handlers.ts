import { getCurrentUser, getUser } from "@antechamber/contract/users";
import type { Caller } from "../../platform/context.ts";
import { handle, reply, type Binding } from "../../platform/handler.ts";
import { connectionHandlers } from "./connections.ts";
import { callingUser, userOf } from "./operations.ts";
import { ownUserView, userView, type VisibleUserFields } from "./user.ts";

/** Everyone may see their own address but a token that was not granted it. */
function visibleFieldsOf(caller: Caller): VisibleUserFields {
  if (caller.kind !== "bearer") return { email: true };
  return { email: caller.scopes.has("email"), premium: caller.scopes.has("identify.premium") };
}

export const userHandlers: readonly Binding[] = [
  handle(getCurrentUser, async (ctx) => {
    const user = await callingUser(ctx, ctx.caller);
    return reply(200, ownUserView(user, visibleFieldsOf(ctx.caller)));
  }),

  handle(getUser, async (ctx, { params }) =>
    reply(200, userView(await userOf(ctx, params.user_id))),
  ),

  ...connectionHandlers,
];
