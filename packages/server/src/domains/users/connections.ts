// Accounts on other services that a user has connected.
// Source: protocol: lobbies-and-sdk 9, requirements 9.
import { datedRules, isInForce } from "@antechamber/contract";
import {
  legacyPlatforms,
  listConnections,
  type Connection,
  type WorldConnection,
} from "@antechamber/contract/oauth";
import type { Static } from "@antechamber/contract/schema";
import type { ReadContext } from "../../platform/context.ts";
import { handle, reply, type Binding } from "../../platform/handler.ts";
import { callingUser } from "./operations.ts";
import type { UserRecord } from "./user.ts";

/** The defaults of a connection. */
const connectionDefaults = {
  verified: true,
  friend_sync: false,
  show_activity: true,
  two_way_link: false,
  visibility: 1,
} as const;

function connectionView(
  { username }: UserRecord,
  entry: Static<typeof WorldConnection>,
): Static<typeof Connection> {
  const name = entry.name ?? username;
  return { ...connectionDefaults, ...entry, name, id: entry.id ?? name };
}

/** A user's connections; from a given date on, without those to legacy game platforms. */
function connectionsOf({ now }: ReadContext, user: UserRecord): Static<typeof Connection>[] {
  const legacy: readonly string[] = isInForce(datedRules.legacyConnections, now)
    ? legacyPlatforms
    : [];
  return user.connections
    .filter(({ type }) => !legacy.includes(type))
    .map((entry) => connectionView(user, entry));
}

export const connectionHandlers: readonly Binding[] = [
  handle(listConnections, async (ctx) => {
    const all = connectionsOf(ctx, await callingUser(ctx, ctx.caller));
    if (ctx.caller.kind !== "bearer") return reply(200, all);
    return reply(
      200,
      all.map(({ integrations: _own, ...connection }) => connection),
    );
  }),
];
