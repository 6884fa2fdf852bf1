// Lobbies of two games, called without a transport, for tests of the domain.
import { joinLobby, leaveLobby } from "@antechamber/contract/lobbies";
import { tables } from "../../tables.ts";
import { lobbyHandlers } from "../../domains/lobbies/handlers.ts";
import { users } from "../../domains/users/user.ts";
import type { Caller } from "../../platform/context.ts";
import type { StorePlace } from "../../platform/storage/conformance/store-model.conformance.ts";
import { handlerCallsOn, openHandlerCalls } from "./handler-calls.ts";
import { aUser } from "../records.ts";

export const game = "200000000000000001";
export const otherGame = "200000000000000002";
export const players = [1, 2, 3, 4, 5].map((n) => `10000000000000000${n}`);
export const [alice, bob, carol] = players as [string, string, string];

export const botOf = (application_id: string): Caller => ({ kind: "bot", application_id });

export const playerOf = (application_id: string, user_id: string) =>
  ({
    kind: "bearer",
    application_id,
    user_id,
    scopes: new Set(["lobbies.write"]),
  }) as const;

/** The first game's back end. */
export const asGame = botOf(game);
/** A player of the other game. */
export const asOther = (user: string) => playerOf(otherGame, user);

/** Both games with their players, on all tables of the service; in memory unless `place` is given. */
export async function aLobbyService(place?: Pick<StorePlace, "open">) {
  const calls = await (place === undefined
    ? openHandlerCalls(lobbyHandlers)
    : handlerCallsOn(await place.open(tables), lobbyHandlers));
  await calls.seed((tx) => {
    for (const id of [...players, game, otherGame]) tx.put(users, aUser(id));
  });
  const { call } = calls;
  return Object.assign(calls, {
    join: (user: string, body: object, as: Caller = playerOf(game, user)) =>
      call(joinLobby, { as, body }),
    leave: (user: string, lobby_id: string) =>
      call(leaveLobby, { as: playerOf(game, user), params: { lobby_id } }),
  });
}
