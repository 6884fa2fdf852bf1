// The lists of the control plane; their handlers yield to other requests.
import {
  listApplications,
  listChannels,
  listCodes,
  listCommands,
  listConsents,
  listAllEntitlements,
  listGuilds,
  listInstalls,
  listLobbies,
  listMembers,
  listRoles,
  listSessions,
  listAllSkus,
  listAllSubscriptions,
  listTeams,
  listTokens,
  listUsers,
} from "@antechamber/contract/control";
import type { EndpointDeclaration } from "@antechamber/contract";
import type { Binding } from "../../platform/handler.ts";
import type { TimeSlicer } from "../../platform/time/time-slicer.ts";
import { codeList } from "./code-list.ts";
import { commandSource } from "./command-list.ts";
import {
  applicationList,
  channelList,
  consentList,
  entitlementList,
  guildList,
  installList,
  lobbyList,
  memberList,
  roleList,
  skuList,
  subscriptionList,
  teamList,
  tokenList,
  userList,
} from "./entity-lists.ts";
import { deliveryHandlers } from "./delivery-list.ts";
import { listBinding } from "./list-binding.ts";
import type { ListSource } from "./pager.ts";
import { sessionList, type SessionQuery, type SessionRow } from "./session-list.ts";

export interface ListDeps {
  readonly slicer: TimeSlicer;
  /** The gateway sessions of all processes. */
  readonly sessions: (query: SessionQuery) => Promise<readonly SessionRow[]>;
}

export function listHandlers({ slicer, sessions }: ListDeps): readonly Binding[] {
  const lists: readonly (readonly [EndpointDeclaration, ListSource<unknown>])[] = [
    [listUsers, userList],
    [listApplications, applicationList],
    [listGuilds, guildList],
    [listChannels, channelList],
    [listRoles, roleList],
    [listMembers, memberList],
    [listInstalls, installList],
    [listTokens, tokenList],
    [listCodes, codeList],
    [listAllSkus, skuList],
    [listAllEntitlements, entitlementList],
    [listAllSubscriptions, subscriptionList],
    [listTeams, teamList],
    [listConsents, consentList],
    [listLobbies, lobbyList],
    [listSessions, sessionList(sessions)],
  ];
  return [
    listBinding(slicer, listCommands, commandSource),
    ...lists.map(([endpoint, source]) => listBinding(slicer, endpoint, source)),
    ...deliveryHandlers(slicer),
  ];
}
