// The protocol of one connection as a pure function: takes a frame or an instant; returns frames, a
// close or a request. It uses no sockets, no clock and no store.
// Source: protocol: gateway-oauth-limits 4.2, 4.3, 4.8, 4.10; product.md, Control plane.
import { limits } from "@antechamber/contract";
import { CloseCode, Opcode } from "@antechamber/contract/gateway";
import { isPlainObject } from "@antechamber/contract/schema";
import type { Millis } from "../../../platform/clock.ts";
import { readIdentify, readResume, type IdentifyRequest, type ResumeRequest } from "./identify.ts";
import { unreadable, type Refusal } from "../wire/refusal.ts";
import { hasPassed, isWindowOver, type ClockPair } from "../../../platform/time/clock-pair.ts";

/** Heartbeat intervals without a heartbeat after which a client counts as silent. */
const SILENT_INTERVALS = 1.5;
/** Real time in which a client that seems silent must answer a heartbeat request. */
const BEAT_PATIENCE_MS = 1000;

const frames = limits.framesPerConnection;
const identifyWaitMs = limits.identifyWait.value;
/** Before the client has identified it is not known whose limit applies: the largest one does. */
const anyFrameMaxBytes = limits.userFrameSize.value;

/** Requests and updates that an identified client may send. */
const requestOps: ReadonlySet<number> = new Set([
  Opcode.PresenceUpdate,
  Opcode.VoiceStateUpdate,
  Opcode.RequestGuildMembers,
  Opcode.RequestSoundboardSounds,
  Opcode.RequestChannelStatuses,
  Opcode.RequestChannelInfo,
]);

/** Opcodes of other kinds of client, which are accepted without effect. */
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

/** In `identifying` and `resuming`, the token is being looked up. */
export type Phase = "waiting" | "identifying" | "resuming" | "identified" | "closed";

export interface Connection {
  readonly phase: Phase;
  readonly intervalMs: Millis;
  /** The longest frame that is accepted, in bytes. */
  readonly frameMaxBytes: number;
  /** The frames received in the current window of a minute. */
  readonly frames: { readonly since: ClockPair; readonly count: number };
  /** Since when the client may identify. */
  readonly waitingSince: ClockPair;
  readonly lastBeat: ClockPair;
  /** When the service requested a heartbeat that has not arrived yet. */
  readonly askedAt: ClockPair | undefined;
}

export type Input =
  /** The client is ready to receive HELLO. */
  | { readonly kind: "listening" }
  /** `value` is undefined when the frame could not be decoded. */
  | { readonly kind: "frame"; readonly bytes: number; readonly value: unknown }
  /** Time has passed. */
  | { readonly kind: "instant" }
  /** The session has begun, or was resumed. */
  | { readonly kind: "accepted"; readonly frameMaxBytes: number }
  /** The session does not exist or has ended: the client may identify again. */
  | { readonly kind: "invalid"; readonly mayResume?: true }
  | ({ readonly kind: "refused" } & Refusal);

/** A request of an identified client: its opcode and its data. */
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

/** The next state of a connection, and the outputs to perform. */
export type Step = readonly [Connection, ...Output[]];

/** The state of a connection on which nothing has been sent yet. */
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

/** Processes one input at an instant. */
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
      // `waitingSince` has no meaning from here on: sharing one object saves memory, as there are
      // many connections.
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

/** When the next timeout is due on each clock, whichever comes first. Absent: none is due. */
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
  // Libraries leave out most fields or send null, so only the shape is checked here.
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
 * A client that is silent on the service's clock alone is sent a heartbeat request first, since a
 * moved clock makes clients look silent. One that was silent in real time too, or does not answer,
 * is closed.
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
