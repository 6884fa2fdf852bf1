// The guilds of a player, and their channels. Source: protocol: lobbies-and-sdk 9.
import { attempt, type Callback, type Outcome } from "./outcome.ts";
import type { Rest } from "./rest.ts";

/** A guild that the user is in. */
export interface GuildMinimal {
  readonly id: bigint;
  readonly name: string;
}

/** A channel, with whether a lobby may be linked to it. */
export interface GuildChannel {
  readonly id: bigint;
  readonly name: string;
  readonly type: number;
  readonly position: number;
  /** The category that it is in. */
  readonly parentId: bigint | undefined;
  /** True where the user may link a lobby to it. */
  readonly isLinkable: boolean;
  /** True where every member of the guild may read and write there. */
  readonly isViewableAndWriteableByAllMembers: boolean;
}

/** The guilds of a user; none where the call failed. */
export interface FoundGuilds {
  readonly guilds: readonly GuildMinimal[];
}

/** A guild's channels; none where the call failed. */
export interface FoundChannels {
  readonly channels: readonly GuildChannel[];
}

/** Lists guilds and channels with the player's token. */
export class GuildCalls {
  readonly #rest: Rest;

  constructor(rest: Rest) {
    this.#rest = rest;
  }

  guilds(
    callback: Callback<[guilds: readonly GuildMinimal[]]> | undefined,
  ): Promise<Outcome<FoundGuilds>> {
    return attempt<FoundGuilds, [readonly GuildMinimal[]]>({
      work: async () => {
        const all = await this.#rest.call("users.guilds", {});
        return { guilds: all.map(({ id, name }) => ({ id: BigInt(id), name })) };
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
        const all = await this.#rest.call("guilds.channels", { path, query });
        const channels = all.map(guildChannel);
        return { channels: channels.toSorted((a, b) => a.position - b.position) };
      },
      empty: { channels: [] },
      values: ({ channels }) => [channels],
      callback,
    });
  }
}

interface WireChannel {
  readonly id: string;
  readonly type: number;
  readonly name?: string | null;
  readonly position?: number;
  readonly parent_id?: string | null;
  readonly is_linkable?: boolean;
  readonly is_viewable_and_writeable_by_all_members?: boolean;
}

function guildChannel(channel: WireChannel): GuildChannel {
  const { id, type, name, position, parent_id } = channel;
  return {
    id: BigInt(id),
    name: name ?? "",
    type,
    position: position ?? 0,
    parentId: typeof parent_id === "string" ? BigInt(parent_id) : undefined,
    isLinkable: channel.is_linkable ?? false,
    isViewableAndWriteableByAllMembers: channel.is_viewable_and_writeable_by_all_members ?? false,
  };
}
