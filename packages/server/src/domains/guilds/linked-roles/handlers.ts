import {
  deleteRoleConnection,
  getRoleConnection,
  setRoleConnection,
} from "@antechamber/contract/applications";
import type { WithCaller } from "../../../platform/context.ts";
import { handle, noContent, reply, type Binding } from "../../../platform/handler.ts";
import { ownApplication } from "../../applications/operations.ts";
import { callingUser } from "../../users/operations.ts";
import {
  putRoleConnection,
  connectionOf,
  connectionView,
  removeRoleConnection,
} from "./operations.ts";

/** The token's application and its user. */
async function ofToken(
  ctx: WithCaller,
  { application_id: id }: { readonly application_id: string },
) {
  const application = await ownApplication(ctx, ctx.caller, id);
  return { application, userId: (await callingUser(ctx, ctx.caller)).id };
}

export const roleConnectionHandlers: readonly Binding[] = [
  handle(getRoleConnection, async (ctx, { params }) => {
    const { application, userId } = await ofToken(ctx, params);
    return reply(200, connectionView(await connectionOf(ctx, userId, application.id)));
  }),

  handle(setRoleConnection, async (ctx, { params, body }) => {
    const of = await ofToken(ctx, params);
    return reply(200, connectionView(await putRoleConnection(ctx, of, body())));
  }),

  handle(deleteRoleConnection, async (ctx, { params }) => {
    await removeRoleConnection(ctx, await ofToken(ctx, params));
    return noContent;
  }),
];
