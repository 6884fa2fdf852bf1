// The protocol of one connection as a pure function: a frame or an instant in; frames, a close or a
// wish out. It knows no sockets, no clock and no store.
// Source: protocol: gateway-oauth-limits 4.2, 4.3, 4.8, 4.10; product.md, Control plane.
import { limits } from "@antechamber/contract";
import { CloseCode, Opcode } from "@antechamber/contract/gateway";
import { isPlainObject } from "@antechamber/contract/schema";
import type { Millis } from "../../../platform/clock.ts";
import { readIdentify, readResume, type IdentifyRequest, type ResumeRequest } from "./identify.ts";
import { unreadable, type Refusal } from "../wire/refusal.ts";
import { hasPassed, isWindowOver, type ClockPair } from "../../../platform/time/clock-pair.ts";

/** Intervals without a beat after which a client counts as silent. */
const SILENT_INTERVALS = 1.5;
/** Real time in which a client that looks silent must answer. */
const BEAT_PATIENCE_MS = 1000;

const frames = limits.framesPerConnection;
const identifyWaitMs = limits.identifyWait.value;
/** Before the client has identified, a frame may be as long as the longest of all. */
const anyFrameMaxBytes = limits.userFrameSize.value;

/** What an identified client may ask for, or say of itself. */
const requestOps: ReadonlySet<number> = new Set([
  Opcode.PresenceUpdate,
  Opcode.VoiceStateUpdate,
  Opcode.RequestGuildMembers,
  Opcode.RequestSoundboardSounds,
  Opcode.RequestChannelStatuses,
  Opcode.RequestChannelInfo,
]);

/** Operations of other kinds of client: accepted, and without effect here. */
const PRESENCE_QOS_HEARTBEAT = 40;
const acceptedOps: ReadonlySet<number> = new Set([
  ...requestOps,
  5,
  ...range(12, 30),
  ...range(34, 42),
]);

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

/** `identifying` and `resuming`: the service is looking the token up. */
export type Phase = "waiting" | "identifying" | "resuming" | "identified" | "closed";

export interface Connection {
  readonly phase: Phase;
  readonly intervalMs: Millis;
  /** The longest frame that is accepted, in bytes. */
  readonly frameMaxBytes: number;
  /** The minute in which frames are counted. */
  readonly frames: { readonly since: ClockPair; readonly count: number };
  /** Since when the client may identify. */
  readonly waitingSince: ClockPair;
  readonly lastBeat: ClockPair;
  /** When the service asked for a beat that has not come yet. */
  readonly askedAt: ClockPair | undefined;
}

export type Input =
  /** The client can listen by now. */
  | { readonly kind: "listening" }
  /** `value` is undefined when the frame could not be decoded. */
  | { readonly kind: "frame"; readonly bytes: number; readonly value: unknown }
  /** Time has gone on. */
  | { readonly kind: "instant" }
  /** The session has begun, or goes on here. */
  | { readonly kind: "accepted"; readonly frameMaxBytes: number }
  /** There is no such session, or no longer: the client may identify again. */
  | { readonly kind: "invalid"; readonly mayResume?: true }
  | ({ readonly kind: "refused" } & Refusal);

/** What an identified client asks for: an operation with what it says. */
export interface SessionRequest {
  readonly op: number;
  readonly d: Readonly<Record<string, unknown>>;
}

export type Output =
  | { readonly kind: "send"; readonly op: number; readonly d: unknown }
  | ({ readonly kind: "close" } & Refusal)
  | { readonly kind: "identify"; readonly request: IdentifyRequest }
  | ({ readonly kind: "request" } & SessionRequest)
  | { readonly kind: "resume"; readonly request: ResumeRequest };

/** What a connection has become, and what is to be done. */
export type Step = readonly [Connection, ...Output[]];

/** A connection to which nothing was said yet. */
export function opened(intervalMs: Millis, at: ClockPair): Connection {
  return {
    phase: "waiting",
    intervalMs,
    frameMaxBytes: anyFrameMaxBytes,
    frames: { since: at, count: 0 },
    waitingSince: at,
    lastBeat: at,
    askedAt: undefined,
  };
}

/** Takes one input at an instant. */
export function step(connection: Connection, input: Input, at: ClockPair): Step {
  if (connection.phase === "closed") return [connection];
  switch (input.kind) {
    case "listening":
      return [
        { ...connection, waitingSince: at, lastBeat: at },
        send(Opcode.Hello, { heartbeat_interval: connection.intervalMs, _trace: [] }),
      ];
    case "frame":
      return frame(connection, input, at);
    case "instant":
      return timePassed(connection, at);
    case "accepted": {
      const { frameMaxBytes } = input;
      // It waits no longer: many connections stay for long, so one instant is kept for both.
      return [
        { ...connection, phase: "identified", frameMaxBytes, waitingSince: at, lastBeat: at },
      ];
    }
    case "invalid":
      return [
        { ...connection, phase: "waiting", waitingSince: at, frameMaxBytes: anyFrameMaxBytes },
        send(Opcode.InvalidSession, input.mayResume === true),
      ];
    case "refused":
      return close(connection, input.code, input.reason);
  }
}

/** When time alone next matters to a connection: whichever comes first. Absent: it does not. */
export function dueAt(connection: Connection): Partial<ClockPair> {
  const { phase, waitingSince, lastBeat, askedAt } = connection;
  if (phase === "waiting") {
    return {
      now: waitingSince.now + identifyWaitMs,
      real: waitingSince.real + identifyWaitMs,
    };
  }
  if (phase !== "identified") return {};
  if (askedAt !== undefined) return { real: askedAt.real + BEAT_PATIENCE_MS };
  return { now: lastBeat.now + silentAfterMs(connection) };
}

function silentAfterMs(connection: Connection): Millis {
  return connection.intervalMs * SILENT_INTERVALS;
}

function send(op: number, d: unknown): Output {
  return { kind: "send", op, d };
}

function close(connection: Connection, code: number, reason: string): Step {
  return [
    { ...connection, phase: "closed", askedAt: undefined },
    { kind: "close", code, reason },
  ];
}

function frame(
  connection: Connection,
  input: Extract<Input, { kind: "frame" }>,
  at: ClockPair,
): Step {
  const counted = countFrame(connection.frames, at);
  const next = { ...connection, frames: counted };
  if (counted.count > frames.value)
    return close(next, CloseCode.RateLimited, "You are being rate limited.");
  if (input.bytes > connection.frameMaxBytes || !isPlainObject(input.value))
    return undecodable(next);
  const { op, d } = input.value;
  switch (op) {
    case Opcode.Heartbeat:
    case PRESENCE_QOS_HEARTBEAT:
      return [{ ...next, lastBeat: at, askedAt: undefined }, send(Opcode.HeartbeatAck, null)];
    case Opcode.Identify:
      return isPlainObject(d) ? identify(next, readIdentify(d, input.bytes)) : undecodable(next);
    case Opcode.Resume:
      return isPlainObject(d) ? resume(next, readResume(d)) : undecodable(next);
    default:
      return other(next, op, d);
  }
}

function countFrame({ since, count }: Connection["frames"], at: ClockPair): Connection["frames"] {
  if (isWindowOver(since, at, frames.windowMs)) return { since: at, count: 1 };
  return { since, count: count + 1 };
}

function undecodable(connection: Connection): Step {
  return close(connection, unreadable.code, unreadable.reason);
}

function identify(connection: Connection, request: IdentifyRequest | Refusal): Step {
  if (connection.phase !== "waiting") return alreadyAuthenticated(connection);
  if ("code" in request) return close(connection, request.code, request.reason);
  return [
    { ...connection, phase: "identifying" },
    { kind: "identify", request },
  ];
}

function resume(connection: Connection, request: ResumeRequest | Refusal): Step {
  if (connection.phase !== "waiting") return alreadyAuthenticated(connection);
  if ("code" in request) return close(connection, request.code, request.reason);
  return [
    { ...connection, phase: "resuming" },
    { kind: "resume", request },
  ];
}

function alreadyAuthenticated(connection: Connection): Step {
  return close(connection, CloseCode.AlreadyAuthenticated, "Already authenticated.");
}

function other(connection: Connection, op: unknown, d: unknown): Step {
  if (typeof op !== "number" || !acceptedOps.has(op)) {
    return close(connection, CloseCode.UnknownOpcode, "Unknown opcode.");
  }
  if (connection.phase === "waiting") {
    return close(connection, CloseCode.NotAuthenticated, "Not authenticated.");
  }
  if (!requestOps.has(op)) return [connection];
  // Libraries leave out or null most fields, so only the shape is looked at here.
  if (!isPlainObject(d)) return undecodable(connection);
  return connection.phase === "identified"
    ? [connection, { kind: "request", op, d }]
    : [connection];
}

function timePassed(connection: Connection, at: ClockPair): Step {
  if (connection.phase === "waiting") {
    return hasPassed(connection.waitingSince, at, identifyWaitMs)
      ? close(connection, CloseCode.NotAuthenticated, "Not authenticated in time.")
      : [connection];
  }
  return connection.phase === "identified" ? listenForBeat(connection, at) : [connection];
}

/**
 * A client that is silent on the service's clock alone is asked for a beat first: a moved clock
 * made it look silent. One that was silent in real time too, or does not answer, is closed.
 */
function listenForBeat(connection: Connection, at: ClockPair): Step {
  const { askedAt, lastBeat } = connection;
  const silentMs = silentAfterMs(connection);
  if (askedAt !== undefined) {
    return at.real - askedAt.real >= BEAT_PATIENCE_MS ? silent(connection) : [connection];
  }
  if (at.now - lastBeat.now < silentMs) return [connection];
  if (at.real - lastBeat.real >= silentMs) return silent(connection);
  return [{ ...connection, askedAt: at }, send(Opcode.Heartbeat, null)];
}

function silent(connection: Connection): Step {
  return close(connection, CloseCode.SessionTimedOut, "Session timed out.");
}
