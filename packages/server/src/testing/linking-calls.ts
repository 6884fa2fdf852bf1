// What tests of linked lobbies ask of a game, of the lobby that each of them begins with.
import { demo } from "./start-service.ts";
import type { Game, Player } from "./worlds/game-world.ts";

/** The calls of a game that is made before each test. */
export function linkingCalls(now: () => { readonly it: Game; readonly lobby: string }) {
  const channel = (id: string = demo.generalId) => now().it.service.asBot(`GET /channels/${id}`);
  return {
    /** Links the lobby to a channel, or ends its link with null. */
    link: (channel_id: string | null, player: Player = "alice", lobby = now().lobby) =>
      now().it.as(player, `PATCH /lobbies/${lobby}/channel-linking`, { channel_id }),
    channel,
    /** What a channel says of its lobby. */
    linkOf: async (id?: string) => (await channel(id)).at("linked_lobby"),
    /** The channel that the lobby names. */
    linkedTo: async () =>
      (await now().it.service.asBot(`GET /lobbies/${now().lobby}`)).at("linked_channel", "id"),
    messagesOf: async (id: string = demo.generalId) =>
      (await now().it.service.asBot(`GET /channels/${id}/messages`)).body as {
        id: string;
        type: number;
        content: string;
        flags: number;
      }[],
    /** Bob may do what the moderators may. */
    grant: (permissions: readonly string[]) =>
      now().it.service.control("PATCH /roles/300000000000000011", { permissions }),
  };
}
