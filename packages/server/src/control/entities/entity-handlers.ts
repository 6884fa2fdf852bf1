import {
  applicationEntity,
  channelEntity,
  entitlementEntity,
  guildEntity,
  installEntity,
  memberEntity,
  roleEntity,
  skuEntity,
  subscriptionEntity,
  teamEntity,
  tokenEntity,
  userEntity,
} from "@antechamber/contract/control";
import type { Binding } from "../../platform/handler.ts";
import type { EndpointCheck } from "../../domains/applications/endpoint-check.ts";
import { applicationVerbs, newEndpointsAnswer, tokenVerbs } from "./application-entity.ts";
import { channelVerbs } from "./channel-entity.ts";
import { entityBindings } from "./entity-verbs.ts";
import { guildVerbs, roleVerbs } from "./guild-entity.ts";
import { lobbyBindings } from "./lobby-handlers.ts";
import { installVerbs, memberVerbs } from "./member-entity.ts";
import { entitlementVerbs, skuVerbs, subscriptionVerbs } from "./sales-entity.ts";
import { teamVerbs } from "./team-entity.ts";
import { userVerbs } from "./user-entity.ts";

/** The bindings that are the same in every world. */
const ownBindings: readonly Binding[] = [
  ...entityBindings(userEntity, userVerbs),
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
  ...lobbyBindings,
];

/** The endpoints that edit the entities of a running world. Source: product.md, Control plane. */
export function entityHandlers(check: EndpointCheck): readonly Binding[] {
  const answer = newEndpointsAnswer(check);
  return [...entityBindings(applicationEntity, applicationVerbs, answer), ...ownBindings];
}
