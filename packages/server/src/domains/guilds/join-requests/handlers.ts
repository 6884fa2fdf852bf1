// Handlers of requests to join a guild. Source: protocol: join-requests 2.
import { listJoinRequests, reviewJoinRequest } from "@antechamber/contract/guilds";
import { handle, reply, type Binding } from "../../../platform/handler.ts";
import { permissionContextIn } from "../caller-permissions.ts";
import { joinRequestView } from "./join-request.ts";
import { listRequests, review } from "./operations.ts";

export const joinRequestHandlers: readonly Binding[] = [
  handle(listJoinRequests, async (ctx, { params, query }) => {
    const actor = await permissionContextIn(ctx, params.guild_id);
    return reply(200, await listRequests(ctx, actor, query));
  }),

  handle(reviewJoinRequest, async (ctx, { params, body }) => {
    const actor = await permissionContextIn(ctx, params.guild_id);
    const reviewed = await review(ctx, actor, { id: params.request_id, read: body });
    return reply(200, await joinRequestView(ctx, reviewed));
  }),
];
