// What the gateway and calls send about lobbies, messages, channels and users, as far as the client
// reads it. Source: protocol: lobbies-and-sdk 2, 6.2.
import type * as types from "./generated/types.ts";

/** A user; for members of a lobby, only the id. */
export interface UserPayload {
  readonly id: string;
  readonly username?: string;
  readonly global_name?: string | null;
  readonly public_flags?: number;
}

/** A direct message channel, or the channel that a lobby is linked to. */
export interface ChannelPayload {
  readonly id: string;
  readonly type?: number;
  readonly name?: string | null;
  readonly guild_id?: string;
  readonly recipients?: readonly UserPayload[];
}

/** A member as the gateway sends it. */
export interface MemberPayload {
  readonly user_id: string;
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly flags: number;
  readonly connected: boolean;
}

/** A lobby as the gateway sends it. */
export interface LobbyPayload {
  readonly id: string;
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly linked_channel?: ChannelPayload;
  readonly members: readonly MemberPayload[];
}

/** A message as calls and the gateway send it. */
export type MessagePayload = Pick<types.LobbyMessage, "id" | "content" | "channel_id"> & {
  readonly author: UserPayload;
  readonly channel_type?: number;
  readonly lobby_id?: string;
  readonly application_id?: string;
  readonly flags?: number;
  readonly lobby_member?: { readonly additional_name?: string };
  readonly metadata?: Readonly<Record<string, string>> | null;
  readonly moderation_metadata?: Readonly<Record<string, string>> | null;
  readonly edited_timestamp?: string | null;
  readonly recipient_id?: string;
  readonly attachments?: readonly unknown[];
  readonly embeds?: readonly unknown[];
  readonly sticker_items?: readonly unknown[];
  readonly components?: readonly unknown[];
  readonly poll?: { readonly question: { readonly text?: string } };
  readonly thread?: { readonly name?: string };
};

/** The client's data that handles look up because their own payload does not contain it. */
export interface Known {
  lobby(id: bigint): LobbyPayload | undefined;
  channel(id: string): ChannelPayload | undefined;
  user(id: string): UserPayload | undefined;
}
