// Calls for tests of linked lobbies, on a lobby that is created before each test.
import { demo } from "../start-service.ts";
import type { Game, Player } from "../worlds/game-world.ts";

/** The calls; `now` returns the current test's game and lobby. */
export function linkingCalls(now: () => { readonly it: Game; readonly lobby: string }) {
  const channel = (id: string = demo.generalId) => now().it.service.asBot(`GET /channels/${id}`);
  return {
    /** Links the lobby to a channel, or removes the link with null. */
    link: (channel_id: string | null, player: Player = "alice", lobby = now().lobby) =>
      now().it.as(player, `PATCH /lobbies/${lobby}/channel-linking`, { channel_id }),
    channel,
    /** The lobby that a channel shows as linked. */
    linkOf: async (id?: string) => (await channel(id)).at("linked_lobby"),
    /** The id of the channel that the lobby shows as linked. */
    linkedTo: async () =>
      (await now().it.service.asBot(`GET /lobbies/${now().lobby}`)).at("linked_channel", "id"),
    messagesOf: async (id: string = demo.generalId) =>
      (await now().it.service.asBot(`GET /channels/${id}/messages`)).body as {
        id: string;
        type: number;
        content: string;
        flags: number;
      }[],
    /** Grants bob permissions through the moderators' role. */
    grant: (permissions: readonly string[]) =>
      now().it.service.control("PATCH /roles/300000000000000011", { permissions }),
  };
}
