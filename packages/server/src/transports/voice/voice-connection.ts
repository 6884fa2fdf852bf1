// One connection of the voice gateway, from HELLO to its end. Source: protocol: voice 1, 3.
import { limits } from "@antechamber/contract";
import { VoiceCloseCode, voiceEncryptionModes, VoiceOpcode } from "@antechamber/contract/gateway";
import type { WebSocket } from "ws";
import type { Cancel, Clock, Millis } from "../../platform/clock.ts";
import {
  heartbeatEcho,
  readFrame,
  readProof,
  readProtocol,
  readSpeaking,
  type VoiceFrame,
  type VoiceProof,
} from "./frames.ts";
import type { VoiceLink, VoiceSession } from "./voice-session.ts";

/** The version of clients that do not specify one. */
export const OLDEST_VERSION = 4;

/** What a connection needs from the voice server. */
export interface ConnectionHost {
  readonly clock: Pick<Clock, "real" | "after">;
  /** The session that a proof permits to begin, or the code of the close that refuses it. */
  begin(proof: VoiceProof): VoiceSession | number;
  resume(proof: VoiceProof): VoiceSession | number;
  /** The UDP address for sound. */
  soundAddress(): Promise<{ readonly ip: string; readonly port: number }>;
  /** Announces a session to the others in its channel. */
  entered(session: VoiceSession): void;
  spoke(session: VoiceSession, speaking: number): void;
  /** Called when the connection is gone; its session may be resumed for a while. */
  lost(session: VoiceSession): void;
}

/** Opcodes of clients that need no reply from a server that does not forward sound. */
const ignored: ReadonlySet<number> = new Set([
  12, 14, 15, 16, 18, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
]);

const MINUTE_MS = 60_000;

export class VoiceConnection implements VoiceLink {
  readonly #ws: WebSocket;
  readonly #host: ConnectionHost;
  #session: VoiceSession | undefined;
  #isSelecting = false;
  /** Additional fields of Ready for clients of the first version, which read the interval here. */
  readonly #ofFirst: { readonly heartbeat_interval?: Millis };
  #cancel: Cancel;
  #windowEnds: Millis = 0;
  #inWindow = 0;

  /** @param named the version in the URL, if any; otherwise the client is of the first one */
  constructor(ws: WebSocket, named: number | undefined, host: ConnectionHost) {
    const { value: interval } = limits.voiceHeartbeatInterval;
    this.#ws = ws;
    this.#host = host;
    this.#ofFirst = named === undefined ? { heartbeat_interval: interval } : {};
    this.#cancel = this.#closeLater();
    ws.on("message", (data: Buffer, isBinary) => {
      // A client whose connection is closing may send until the socket is closed.
      if (ws.readyState !== ws.OPEN) return;
      // Binary frames only negotiate end-to-end encryption, which is off.
      if (!isBinary) this.#take(data.toString());
    });
    ws.on("close", () => {
      this.#cancel();
      const session = this.#session;
      if (session?.link !== this) return;
      session.link = undefined;
      host.lost(session);
    });
    this.#send(VoiceOpcode.Hello, {
      v: named ?? OLDEST_VERSION,
      heartbeat_interval: interval,
    });
  }

  send(text: string): void {
    const ws = this.#ws;
    if (ws.readyState !== ws.OPEN) return;
    ws.send(text);
    // The client does not read, so it would not receive a close frame either.
    if (ws.bufferedAmount > limits.outboxSize.value) ws.terminate();
  }

  close(code: number, reason: string): void {
    this.#ws.close(code, reason);
  }

  #send(op: number, d: unknown): void {
    this.send(JSON.stringify({ op, d }));
  }

  /** Closes the connection of a client that identifies too late, or stops sending heartbeats. */
  #closeLater(): Cancel {
    const { value: patience } = limits.voiceSilence;
    return this.#host.clock.after(patience, () => {
      this.close(VoiceCloseCode.SessionTimedOut, "Session timed out.");
    });
  }

  #isAlive(): void {
    this.#cancel();
    this.#cancel = this.#closeLater();
  }

  #take(text: string): void {
    if (this.#isTooMany()) return this.close(VoiceCloseCode.RateLimited, "Rate limited.");
    const frame = readFrame(text);
    if (frame === undefined) return this.close(VoiceCloseCode.DecodeError, "Failed to decode.");
    if (frame.op === VoiceOpcode.Heartbeat) {
      // Heartbeats before Identify do not extend the timeout.
      if (this.#session !== undefined) this.#isAlive();
      return this.#send(VoiceOpcode.HeartbeatAck, heartbeatEcho(frame.d));
    }
    if (frame.op === VoiceOpcode.Identify || frame.op === VoiceOpcode.Resume) {
      return this.#admit(frame);
    }
    if (this.#session === undefined) {
      return this.close(VoiceCloseCode.NotAuthenticated, "Not authenticated.");
    }
    this.#answer(this.#session, frame);
  }

  #isTooMany(): boolean {
    const now = this.#host.clock.real();
    if (now >= this.#windowEnds) {
      this.#windowEnds = now + MINUTE_MS;
      this.#inWindow = 0;
    }
    this.#inWindow += 1;
    return this.#inWindow > limits.voiceFrames.value;
  }

  #admit({ op, d }: VoiceFrame): void {
    if (this.#session !== undefined) {
      return this.close(VoiceCloseCode.AlreadyAuthenticated, "Already authenticated.");
    }
    const proof = readProof(d);
    if (proof === undefined) return this.close(VoiceCloseCode.DecodeError, "Failed to decode.");
    const isResumed = op === VoiceOpcode.Resume;
    const session = isResumed ? this.#host.resume(proof) : this.#host.begin(proof);
    if (typeof session === "number") return this.close(session, "Session no longer valid.");
    session.link?.close(VoiceCloseCode.SessionNoLongerValid, "Connected elsewhere.");
    session.link = this;
    this.#session = session;
    this.#isAlive();
    if (!isResumed) return void this.#welcome(session);
    if (!session.replay(proof.sequence)) {
      return this.close(VoiceCloseCode.SessionNoLongerValid, "Too much was missed.");
    }
    this.#send(VoiceOpcode.Resumed, null);
  }

  async #welcome(session: VoiceSession): Promise<void> {
    const address = await this.#host.soundAddress();
    const { ssrc } = session;
    const modes = voiceEncryptionModes;
    session.send(VoiceOpcode.Ready, { ssrc, ...address, modes, ...this.#ofFirst });
  }

  #answer(session: VoiceSession, { op, d }: VoiceFrame): void {
    if (op === VoiceOpcode.SelectProtocol) return this.#select(session, d);
    if (op === VoiceOpcode.Speaking) {
      const speaking = readSpeaking(d);
      if (speaking === undefined)
        return this.close(VoiceCloseCode.DecodeError, "Failed to decode.");
      return this.#host.spoke(session, speaking);
    }
    if (!ignored.has(op)) this.close(VoiceCloseCode.UnknownOpcode, "Unknown opcode.");
  }

  #select(session: VoiceSession, d: unknown): void {
    const choice = readProtocol(d);
    if (choice === undefined) return this.close(VoiceCloseCode.DecodeError, "Failed to decode.");
    if (choice.protocol !== "udp") {
      return this.close(VoiceCloseCode.UnknownProtocol, "Unknown protocol.");
    }
    const mode = voiceEncryptionModes.find((each) => each === choice.mode);
    if (mode === undefined) {
      return this.close(VoiceCloseCode.UnknownEncryptionMode, "Unknown encryption mode.");
    }
    session.send(VoiceOpcode.SessionDescription, {
      mode,
      secret_key: session.secretKey,
      audio_codec: "opus",
      video_codec: "H264",
      media_session_id: String(session.ssrc),
      // No end-to-end encryption.
      dave_protocol_version: 0,
    });
    if (this.#isSelecting) return;
    this.#isSelecting = true;
    session.isReady = true;
    this.#host.entered(session);
  }
}
