import {
  applicationEntity,
  channelEntity,
  guildEntity,
  installEntity,
  memberEntity,
  roleEntity,
  tokenEntity,
  userEntity,
} from "@antechamber/contract";
import type { Binding } from "../../platform/handler.ts";
import { applicationVerbs, tokenVerbs } from "./application-entity.ts";
import { channelVerbs } from "./channel-entity.ts";
import { entityBindings } from "./entity-verbs.ts";
import { guildVerbs, roleVerbs } from "./guild-entity.ts";
import { installVerbs, memberVerbs } from "./member-entity.ts";
import { userVerbs } from "./user-entity.ts";

/** The endpoints that shape a world while it runs. Source: product.md, Control plane. */
export const entityHandlers: readonly Binding[] = [
  ...entityBindings(userEntity, userVerbs),
  ...entityBindings(applicationEntity, applicationVerbs),
  ...entityBindings(guildEntity, guildVerbs),
  ...entityBindings(roleEntity, roleVerbs),
  ...entityBindings(channelEntity, channelVerbs),
  ...entityBindings(memberEntity, memberVerbs),
  ...entityBindings(installEntity, installVerbs),
  ...entityBindings(tokenEntity, tokenVerbs),
];
