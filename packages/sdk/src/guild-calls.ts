// The guilds of a player, and their channels. Source: protocol: lobbies-and-sdk 9.
import { GuildChannel, GuildMinimal } from "./guild-handles.ts";
import { attempt, type Callback, type Outcome } from "./outcome.ts";
import type { PlayerRest } from "./player-rest.ts";

/** The guilds of a user; empty if the call failed. */
export interface FoundGuilds {
  readonly guilds: readonly GuildMinimal[];
}

/** A guild's channels; empty if the call failed. */
export interface FoundChannels {
  readonly channels: readonly GuildChannel[];
}

/** Lists guilds and channels with the player's token. */
export class GuildCalls {
  readonly #player: PlayerRest;

  constructor(player: PlayerRest) {
    this.#player = player;
  }

  guilds(
    callback: Callback<[guilds: readonly GuildMinimal[]]> | undefined,
  ): Promise<Outcome<FoundGuilds>> {
    return attempt<FoundGuilds, [readonly GuildMinimal[]]>({
      work: async () => {
        const all = await this.#player.call("GetUserGuilds", "users.guilds", {});
        return { guilds: all.map((guild) => new GuildMinimal(guild)) };
      },
      empty: { guilds: [] },
      values: ({ guilds }) => [guilds],
      callback,
    });
  }

  channels(
    guildId: bigint,
    callback: Callback<[channels: readonly GuildChannel[]]> | undefined,
  ): Promise<Outcome<FoundChannels>> {
    return attempt<FoundChannels, [readonly GuildChannel[]]>({
      work: async () => {
        const path = { guild_id: guildId.toString() };
        const query = { with_can_link_lobby: true };
        const all = await this.#player.call("GetGuildChannels", "guilds.channels", { path, query });
        const channels = all.map((channel) => new GuildChannel(channel));
        return { channels: channels.toSorted((a, b) => a.Position() - b.Position()) };
      },
      empty: { channels: [] },
      values: ({ channels }) => [channels],
      callback,
    });
  }
}
