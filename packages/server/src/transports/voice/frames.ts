// Frames of the voice gateway, read as leniently as clients write them. Source: protocol: voice 1.
import { isPlainObject } from "@antechamber/contract/schema";
import type { VoiceParticipant } from "../../platform/voice-servers.ts";

export interface VoiceFrame {
  readonly op: number;
  readonly d: unknown;
}

/** Parses a frame; undefined if it is not one. */
export function readFrame(text: string): VoiceFrame | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isPlainObject(value) || typeof value["op"] !== "number") return undefined;
    return { op: value["op"], d: value["d"] };
  } catch {
    return undefined;
  }
}

/** The credentials in op 0 and op 7, and the sequence number that op 7 resumes from. */
export interface VoiceProof extends Pick<VoiceParticipant, "guildId" | "sessionId" | "token"> {
  /** Only in op 0. */
  readonly userId: string | undefined;
  /** The sequence number of the last frame that the client received; -1 for none. */
  readonly sequence: number;
}

export function readProof(d: unknown): VoiceProof | undefined {
  if (!isPlainObject(d)) return undefined;
  const { server_id: guildId, session_id: sessionId, token, user_id: userId, seq_ack: seen } = d;
  if (!isText(guildId) || !isText(sessionId) || !isText(token)) return undefined;
  const sequence = typeof seen === "number" ? seen : -1;
  return { guildId, sessionId, token, userId: isText(userId) ? userId : undefined, sequence };
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

export interface ProtocolChoice {
  readonly protocol: unknown;
  readonly mode: unknown;
}

/** Reads op 1. */
export function readProtocol(d: unknown): ProtocolChoice | undefined {
  if (!isPlainObject(d) || !isPlainObject(d["data"])) return undefined;
  return { protocol: d["protocol"], mode: d["data"]["mode"] };
}

function echoed(mark: unknown): string | number | null {
  return typeof mark === "string" || typeof mark === "number" ? mark : null;
}

/** The content of a heartbeat's acknowledgement: `t` in version 8, a number in older versions. */
export function heartbeatEcho(d: unknown): unknown {
  return isPlainObject(d) ? { t: echoed(d["t"]) } : echoed(d);
}

/** Reads op 5: the speaking flags, or undefined. */
export function readSpeaking(d: unknown): number | undefined {
  if (!isPlainObject(d)) return undefined;
  const { speaking } = d;
  if (typeof speaking === "boolean") return speaking ? 1 : 0;
  return Number.isSafeInteger(speaking) ? Number(speaking) : undefined;
}
