// Reads IDENTIFY and RESUME, and decides whether the client may have what it requests.
// Source: protocol: gateway-oauth-limits 4.4, 4.5, 4.8.
import { limits } from "@antechamber/contract";
import { CloseCode, IntentBit, privilegedIntents } from "@antechamber/contract/gateway";
import type { ApplicationRecord } from "../../../domains/applications/application.ts";
import { isSwitchedOn } from "../../../domains/guilds/privileged-intents.ts";
import { asksFor, type Grant, type Owner, type Shard } from "../sessions/grant.ts";
import { disallowed, unauthenticated, type Refusal } from "../wire/refusal.ts";

export interface IdentifyRequest {
  readonly token: string;
  /** Length of the whole frame in bytes, since the limit is lower for bots than for users. */
  readonly bytes: number;
  /** As sent; checked once the owner is known. */
  readonly intents: unknown;
  readonly shard: unknown;
  readonly largeThreshold: number;
  /** Whether the client wants large messages compressed, each by itself. */
  readonly compress: boolean;
  /** As sent; has the form of Update Presence (opcode 3). */
  readonly presence: unknown;
  /** Bits of the client's capabilities; 0 when absent or unreadable. */
  readonly capabilities: number;
}

/** Bits of a client's capabilities. Source: protocol: lobbies-and-sdk 6.1. */
export const Capability = {
  /** Objects of users are in one list of READY; without it there are no two parts either. */
  DEDUPE_USER_OBJECTS: 1 << 4,
  /** READY comes in two parts. */
  PRIORITIZED_READY_PAYLOAD: 1 << 5,
  /** The user's lobbies are in READY. */
  AUTO_LOBBY_CONNECT: 1 << 16,
} as const;

export interface ResumeRequest {
  readonly token: string;
  readonly sessionId: string;
  /** Undefined when it was left out or is not an integer: the client has lost count. */
  readonly sequence: number | undefined;
}

/** Bits that are in use though no event is declared for them. */
const UNOFFICIAL_INTENTS = [17, 18, 19, 22, 23, 26];

const KNOWN_INTENTS = [...Object.values(IntentBit), ...UNOFFICIAL_INTENTS].reduce(
  (mask, bit) => mask | (1 << bit),
  0,
);

/** Reads the `d` of IDENTIFY, whose `properties` may be anything. */
export function readIdentify(
  d: Readonly<Record<string, unknown>>,
  bytes: number,
): IdentifyRequest | Refusal {
  const token = d["token"];
  if (typeof token !== "string" || token === "") return unauthenticated;
  return {
    token,
    bytes,
    intents: d["intents"] ?? undefined,
    shard: d["shard"] ?? undefined,
    largeThreshold: readThreshold(d["large_threshold"]),
    compress: d["compress"] === true,
    presence: d["presence"] ?? undefined,
    capabilities: Number.isSafeInteger(d["capabilities"]) ? (d["capabilities"] as number) : 0,
  };
}

function readThreshold(value: unknown): number {
  const min = limits.largeThresholdMin.value;
  const max = limits.largeThresholdMax.value;
  if (typeof value !== "number" || !Number.isInteger(value)) return min;
  return Math.min(max, Math.max(min, value));
}

/** Reads the `d` of RESUME. */
export function readResume(d: Readonly<Record<string, unknown>>): ResumeRequest | Refusal {
  const { token, session_id: sessionId, seq } = d;
  if (typeof token !== "string" || token === "") return unauthenticated;
  return {
    token,
    sessionId: typeof sessionId === "string" ? sessionId : "",
    sequence: typeof seq === "number" && Number.isSafeInteger(seq) ? seq : undefined,
  };
}

/** Checks a request against what its owner may ask for; `application` is the bot's own. */
export function judge(
  request: Pick<IdentifyRequest, "intents" | "shard">,
  owner: Owner,
  application: ApplicationRecord | undefined,
): Grant | Refusal {
  const shard = readShard(request.shard);
  if (shard === "invalid") {
    return { code: CloseCode.InvalidShard, reason: "Invalid shard." };
  }
  const intents = readIntents(request.intents);
  if (intents === "invalid" || (intents === undefined && owner.kind === "bot")) {
    return { code: CloseCode.InvalidIntents, reason: "Invalid intent(s)." };
  }
  if (application !== undefined && intents !== undefined && !hasAll(application, intents)) {
    return disallowed;
  }
  return { intents, shard };
}

function readShard(value: unknown): Shard | undefined | "invalid" {
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || value.length !== 2) return "invalid";
  const [id, count] = value as unknown[];
  if (typeof id !== "number" || typeof count !== "number") return "invalid";
  if (!Number.isSafeInteger(id) || !Number.isSafeInteger(count)) return "invalid";
  return id >= 0 && id < count ? [id, count] : "invalid";
}

function readIntents(value: unknown): number | undefined | "invalid" {
  if (value === undefined) return undefined;
  // No intents are defined above 31 bits, where bit operations would wrap around.
  if (typeof value !== "number" || !Number.isInteger(value)) return "invalid";
  if (value < 0 || value > 0x7fff_ffff) return "invalid";
  return (value & ~KNOWN_INTENTS) === 0 ? value : "invalid";
}

/** True when the application has enabled every privileged intent that is requested. */
function hasAll(application: ApplicationRecord, intents: number): boolean {
  return (Object.keys(privilegedIntents) as (keyof typeof privilegedIntents)[]).every(
    (name) => !asksFor(intents, name) || isSwitchedOn(application, name),
  );
}
