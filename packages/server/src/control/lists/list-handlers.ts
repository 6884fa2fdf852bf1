// The lists of the control plane, in turns with other long work.
import {
  listApplications,
  listChannels,
  listGuilds,
  listInstalls,
  listLobbies,
  listMembers,
  listRoles,
  listSessions,
  listTokens,
  listUsers,
} from "@antechamber/contract/control";
import type { EndpointDeclaration, Input } from "@antechamber/contract";
import type { AsyncContext, Binding } from "../../platform/handler.ts";
import type { TimeSlicer } from "../../platform/time-slicer.ts";
import {
  applicationList,
  channelList,
  guildList,
  installList,
  lobbyList,
  memberList,
  roleList,
  tokenList,
  userList,
} from "./entity-lists.ts";
import { pageOf, type ListSource, type PageQuery } from "./pager.ts";
import { sessionList, type LivingSession } from "./session-list.ts";

export interface ListDeps {
  readonly slicer: TimeSlicer;
  /** The gateway sessions of this process. */
  readonly sessions: () => Iterable<LivingSession>;
}

/** Binds the endpoint of a list to what it is read from. */
export function listBinding(
  slicer: TimeSlicer,
  endpoint: EndpointDeclaration,
  source: ListSource<unknown>,
): Binding {
  const run = async ({ work }: AsyncContext, input: Input<EndpointDeclaration>) => {
    const task = slicer.begin(Infinity);
    const query = input.query as PageQuery;
    const body = await work.read((ctx) => pageOf(ctx, source, { query, task }));
    return { status: 200, body };
  };
  return { endpoint, kind: "outside", run };
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
    [listLobbies, lobbyList],
    [listSessions, sessionList(sessions)],
  ];
  return lists.map(([endpoint, source]) => listBinding(slicer, endpoint, source));
}
