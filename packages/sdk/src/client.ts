// The client of a game: signs in, connects, plays in lobbies, and writes to people.
// Source: protocol: lobbies-and-sdk 7.2, 9.
import type { ClientResult } from "./client-result.ts";
import type { MessageHandle } from "./lobby-handles.ts";
import { checkedLimit, LobbyClient, type FoundMessages } from "./lobby-client.ts";
import { attempt, attemptOnly, type Callback, type Outcome } from "./outcome.ts";

export interface GuildMinimal {
  readonly id: bigint;
  readonly name: string;
}

/** A channel that a lobby may be linked to, or may not. */
export interface GuildChannel {
  readonly id: bigint;
  readonly name: string;
  readonly type: number;
  readonly position: number;
  readonly parentId: bigint | undefined;
  readonly isLinkable: boolean;
  readonly isViewableAndWriteableByAllMembers: boolean;
}

interface FoundGuilds {
  readonly guilds: readonly GuildMinimal[];
}

interface FoundChannels {
  readonly channels: readonly GuildChannel[];
}

export class Client extends LobbyClient {
  /** Sends a direct message from within the game. */
  SendUserMessage(recipientId: bigint, content: string, callback?: Callback<[messageId: bigint]>) {
    return this.sent(callback, () => {
      const path = { user_id: recipientId.toString() };
      return this.rest.call("users.createMessage", { path, body: { content } });
    });
  }

  /** Gives a direct message of one's own another text. */
  EditUserMessage(
    message: { readonly recipientId: bigint; readonly messageId: bigint; readonly content: string },
    callback?: Callback<[]>,
  ): Promise<ClientResult> {
    return attemptOnly(() => {
      const body = { content: message.content };
      return this.rest.call("users.editMessage", { path: pathOf(message), body });
    }, callback);
  }

  DeleteUserMessage(
    message: { readonly recipientId: bigint; readonly messageId: bigint },
    callback?: Callback<[]>,
  ): Promise<ClientResult> {
    return attemptOnly(
      () => this.rest.call("users.deleteMessage", { path: pathOf(message) }),
      callback,
    );
  }

  /** Up to 200 direct messages with somebody, newest first. */
  GetUserMessagesWithLimit(
    recipientId: bigint,
    limit: number,
    callback?: Callback<[messages: readonly MessageHandle[]]>,
  ): Promise<Outcome<FoundMessages>> {
    return this.messages(callback, () => {
      const path = { user_id: recipientId.toString() };
      return this.rest.call("users.messages", { path, query: { limit: checkedLimit(limit) } });
    });
  }

  /** The guilds that the person is in. */
  GetUserGuilds(
    callback?: Callback<[guilds: readonly GuildMinimal[]]>,
  ): Promise<Outcome<FoundGuilds>> {
    return attempt<FoundGuilds, [readonly GuildMinimal[]]>({
      work: async () => {
        const all = await this.rest.call("users.guilds", {});
        return { guilds: all.map(({ id, name }) => ({ id: BigInt(id), name })) };
      },
      empty: { guilds: [] },
      values: ({ guilds }) => [guilds],
      callback,
    });
  }

  /** A guild's channels by position, and which of them a lobby may be linked to. */
  GetGuildChannels(
    guildId: bigint,
    callback?: Callback<[channels: readonly GuildChannel[]]>,
  ): Promise<Outcome<FoundChannels>> {
    return attempt<FoundChannels, [readonly GuildChannel[]]>({
      work: async () => {
        const path = { guild_id: guildId.toString() };
        const query = { with_can_link_lobby: true };
        const all = await this.rest.call("guilds.channels", { path, query });
        const channels = all.map(guildChannel);
        return { channels: channels.toSorted((a, b) => a.position - b.position) };
      },
      empty: { channels: [] },
      values: ({ channels }) => [channels],
      callback,
    });
  }
}

function pathOf({
  recipientId,
  messageId,
}: {
  readonly recipientId: bigint;
  readonly messageId: bigint;
}) {
  return { user_id: recipientId.toString(), message_id: messageId.toString() };
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
