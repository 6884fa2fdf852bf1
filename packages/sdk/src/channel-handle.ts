// Where a message stands. Source: protocol: lobbies-and-sdk 6.2, 7.3.
import type { ChannelPayload, MessagePayload } from "./payloads.ts";

const TEXT = 0;
const DIRECT = 1;
const LOBBY = 17;

/** The type of a message's channel, which answers of calls leave out. */
export function channelType({ channel_type, lobby_id, channel_id }: MessagePayload): number {
  if (channel_type !== undefined) return channel_type;
  if (lobby_id === undefined) return DIRECT;
  return lobby_id === channel_id ? LOBBY : TEXT;
}

/** A lobby, a guild's channel that one is linked to, or the channel of two people. */
export class ChannelHandle {
  readonly #channel: ChannelPayload & { readonly type: number };

  constructor(channel: ChannelPayload & { readonly type: number }) {
    this.#channel = channel;
  }

  Id(): bigint {
    return BigInt(this.#channel.id);
  }

  /** Empty where it has none, or the client does not know it. */
  Name(): string {
    return this.#channel.name ?? "";
  }

  /** As the API counts them: 0 of a guild's text, 1 of two people, 17 of a lobby. */
  Type(): number {
    return this.#channel.type;
  }

  /** The ids of the others, of a channel of two people that the client knows. */
  Recipients(): readonly bigint[] {
    return (this.#channel.recipients ?? []).map(({ id }) => BigInt(id));
  }
}
