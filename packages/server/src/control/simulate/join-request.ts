// Requesting to join a guild as a simulated user through the control plane.
import { requestJoining, withdrawJoinRequest } from "@antechamber/contract/control";
import { handle, noContent, reply, type Binding } from "../../platform/handler.ts";
import { joinRequestView } from "../../domains/guilds/join-requests/join-request.ts";
import { requestToJoin, withdraw } from "../../domains/guilds/join-requests/operations.ts";
import { referencedGuild } from "../../domains/guilds/references.ts";
import { actingUser } from "../../domains/users/acting-user.ts";

export const joinRequestHandlers: readonly Binding[] = [
  handle(requestJoining, async (ctx, { params, body }) => {
    const user = await actingUser(ctx, params.user);
    const { guild: named, form_responses: form = [], submit = true } = body();
    const guild = await referencedGuild(ctx, { text: named, path: ["guild"] });
    return reply(
      200,
      await joinRequestView(ctx, await requestToJoin(ctx, { user, guild }, { form, submit })),
    );
  }),

  handle(withdrawJoinRequest, async (ctx, { params }) => {
    const user = await actingUser(ctx, params.user);
    const guild = await referencedGuild(ctx, { text: params.guild, path: ["guild"] });
    await withdraw(ctx, user, guild);
    return noContent;
  }),
];
