import {
  applicationEntity,
  channelEntity,
  entitlementEntity,
  guildEntity,
  installEntity,
  memberEntity,
  placeInLobby,
  removeLobby,
  roleEntity,
  skuEntity,
  subscriptionEntity,
  teamEntity,
  tokenEntity,
  userEntity,
} from "@antechamber/contract/control";
import { UnknownLobby } from "@antechamber/contract";
import { snowflakeKey } from "@antechamber/contract/schema";
import { ApiError } from "../../platform/api-error.ts";
import type { ReadContext } from "../../platform/context.ts";
import { handle, noContent, reply, type Binding } from "../../platform/handler.ts";
import type { EndpointCheck } from "../../domains/applications/endpoint-check.ts";
import { closeLobby } from "../../domains/lobbies/closing.ts";
import { lobbies, lobbyMemberView, type LobbyRecord } from "../../domains/lobbies/lobby.ts";
import { writeMember } from "../../domains/lobbies/operations.ts";
import { actingUser } from "../../domains/users/acting-user.ts";
import { applicationVerbs, newEndpointsAnswer, tokenVerbs } from "./application-entity.ts";
import { channelVerbs } from "./channel-entity.ts";
import { entityBindings } from "./entity-verbs.ts";
import { guildVerbs, roleVerbs } from "./guild-entity.ts";
import { installVerbs, memberVerbs } from "./member-entity.ts";
import { entitlementVerbs, skuVerbs, subscriptionVerbs } from "./sales-entity.ts";
import { teamVerbs } from "./team-entity.ts";
import { userVerbs } from "./user-entity.ts";

/** The endpoints that shape a world while it runs. Source: product.md, Control plane. */
export function entityHandlers(check: EndpointCheck): readonly Binding[] {
  return [
    ...entityBindings(userEntity, userVerbs),
    ...entityBindings(applicationEntity, applicationVerbs, newEndpointsAnswer(check)),
    ...entityBindings(guildEntity, guildVerbs),
    ...entityBindings(roleEntity, roleVerbs),
    ...entityBindings(channelEntity, channelVerbs),
    ...entityBindings(memberEntity, memberVerbs),
    ...entityBindings(installEntity, installVerbs),
    ...entityBindings(tokenEntity, tokenVerbs),
    ...entityBindings(skuEntity, skuVerbs),
    ...entityBindings(entitlementEntity, entitlementVerbs),
    ...entityBindings(subscriptionEntity, subscriptionVerbs),
    ...entityBindings(teamEntity, teamVerbs),
    handle(removeLobby, async (ctx, { params }) => {
      await closeLobby(ctx, await anyLobby(ctx, params.lobby_id));
      return noContent;
    }),
    handle(placeInLobby, async (ctx, { params, body }) => {
      const draft = body();
      const lobby = await anyLobby(ctx, params.lobby_id);
      const user = await actingUser(ctx, params.user);
      const member = await writeMember(ctx, lobby, { ...draft, id: user.id });
      return reply(200, lobbyMemberView(member));
    }),
  ];
}

/** A lobby of whatever application. @throws UnknownLobby */
async function anyLobby(ctx: ReadContext, id: string): Promise<LobbyRecord> {
  const lobby = await ctx.tx.get(lobbies, snowflakeKey(id));
  if (lobby === undefined) throw new ApiError(UnknownLobby);
  return lobby;
}
