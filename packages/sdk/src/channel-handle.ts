// The channel of a message. Source: protocol: lobbies-and-sdk 6.2, 7.3.
import type { ChannelPayload, MessagePayload } from "./payloads.ts";

const TEXT = 0;
const DIRECT = 1;
const LOBBY = 17;

/** The type of a message's channel, which replies to calls leave out. */
export function channelType({ channel_type, lobby_id, channel_id }: MessagePayload): number {
  if (channel_type !== undefined) return channel_type;
  if (lobby_id === undefined) return DIRECT;
  return lobby_id === channel_id ? LOBBY : TEXT;
}

/** A lobby, a guild channel that is linked to one, or a direct message channel. */
export class ChannelHandle {
  readonly #channel: ChannelPayload & { readonly type: number };

  constructor(channel: ChannelPayload & { readonly type: number }) {
    this.#channel = channel;
  }

  Id(): bigint {
    return BigInt(this.#channel.id);
  }

  /** Empty if the channel has no name or the client does not know it. */
  Name(): string {
    return this.#channel.name ?? "";
  }

  /**
   * The API's channel type: 0 for a guild text channel, 1 for a direct message channel, 17 for a
   * lobby.
   */
  Type(): number {
    return this.#channel.type;
  }

  /** The ids of the other participants, for a direct message channel that the client knows. */
  Recipients(): readonly bigint[] {
    return (this.#channel.recipients ?? []).map(({ id }) => BigInt(id));
  }
}
