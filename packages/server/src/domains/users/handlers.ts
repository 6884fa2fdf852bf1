import { getUser } from "@antechamber/contract/users";
import { handle, reply, type Binding } from "../../platform/handler.ts";
import { connectionHandlers } from "./connections.ts";
import { userOf } from "./operations.ts";
import { userView } from "./user.ts";

export const userHandlers: readonly Binding[] = [
  handle(getUser, async (ctx, { params }) =>
    reply(200, userView(await userOf(ctx, params.user_id))),
  ),

  ...connectionHandlers,
];
