// Reads the requests of identified clients as leniently as libraries write them.
// Source: protocol: gateway-oauth-limits 4.2, 4.13 to 4.15, 9 (choice 7).
import { limits } from "@antechamber/contract";

type Payload = Readonly<Record<string, unknown>>;

/** Reads an id that is sent as text or as a number. */
export function readId(value: unknown): string | undefined {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return String(value);
  return typeof value === "string" && /^(0|[1-9][0-9]{0,18})$/.test(value) ? value : undefined;
}

function readIds(value: unknown): string[] {
  const listed: readonly unknown[] = Array.isArray(value) ? value : [value];
  return listed.map(readId).filter((id) => id !== undefined);
}

export interface VoiceRequest {
  readonly guildId: string;
  /** Undefined: leave the channel. */
  readonly channelId: string | undefined;
  readonly self_mute: boolean;
  readonly self_deaf: boolean;
  readonly self_video: boolean;
}

/** Reads op 4; undefined without a guild, or with an invalid channel id. */
export function readVoiceRequest(d: Payload): VoiceRequest | undefined {
  const guildId = readId(d["guild_id"]);
  const channelId = readId(d["channel_id"]);
  const isLeaving = (d["channel_id"] ?? null) === null;
  if (guildId === undefined || (channelId === undefined && !isLeaving)) return undefined;
  return {
    guildId,
    channelId,
    self_mute: d["self_mute"] === true,
    self_deaf: d["self_deaf"] === true,
    self_video: d["self_video"] === true,
  };
}

/** Which members are requested. */
export type RequestedMembers =
  | { readonly by: "all" }
  | { readonly by: "prefix"; readonly prefix: string; readonly limit: number }
  | { readonly by: "ids"; readonly userIds: readonly string[] };

export interface MembersRequest {
  readonly guildId: string;
  readonly requested: RequestedMembers;
  readonly presences: boolean;
  readonly nonce: string | undefined;
}

/** Reads op 8; undefined without a guild, or with neither a query nor users. */
export function readMembersRequest(d: Payload): MembersRequest | undefined {
  // Old libraries send a list of guilds; only the first is served.
  const [guildId] = readIds(d["guild_id"]);
  const requested = readRequestedMembers(d);
  if (guildId === undefined || requested === undefined) return undefined;
  return { guildId, requested, presences: d["presences"] === true, nonce: readNonce(d["nonce"]) };
}

function readRequestedMembers(d: Payload): RequestedMembers | undefined {
  const most = limits.membersByPrefix.value;
  if (d["user_ids"] !== undefined && d["user_ids"] !== null) {
    return { by: "ids", userIds: [...new Set(readIds(d["user_ids"]))].slice(0, most) };
  }
  const { query, limit } = d;
  if (typeof query !== "string") return undefined;
  const isWhole = typeof limit === "number" && Number.isInteger(limit) && limit > 0;
  if (query === "" && !isWhole) return { by: "all" };
  return { by: "prefix", prefix: query, limit: isWhole ? Math.min(limit, most) : most };
}

/** A nonce that is too long is left out of the answer. */
function readNonce(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  return Buffer.byteLength(value) <= limits.memberNonce.value ? value : undefined;
}

/** Guilds in one request for soundboard sounds. */
const GUILDS_MAX = 200;

/** Reads op 31. */
export function readGuildIds(d: Payload): readonly string[] {
  return [...new Set(readIds(d["guild_ids"]))].slice(0, GUILDS_MAX);
}

export interface ChannelInfoRequest {
  readonly guildId: string;
  readonly status: boolean;
  readonly voiceStartTime: boolean;
}

/** Reads op 43; undefined without a guild, or without any known field. */
export function readChannelInfoRequest(d: Payload): ChannelInfoRequest | undefined {
  const guildId = readId(d["guild_id"]);
  const fields: readonly unknown[] = Array.isArray(d["fields"]) ? d["fields"] : [];
  const status = fields.includes("status");
  const voiceStartTime = fields.includes("voice_start_time");
  if (guildId === undefined || (!status && !voiceStartTime)) return undefined;
  return { guildId, status, voiceStartTime };
}
