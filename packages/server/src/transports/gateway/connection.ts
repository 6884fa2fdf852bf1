// One socket with what it speaks: bytes in and out, and the timers of its protocol.
import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import { CloseCode, Opcode } from "@antechamber/contract";
import type { Cancel, Clock, Millis } from "../../platform/clock.ts";
import type { Logger } from "../../platform/log.ts";
import { decode, encodeControl, type Encoded } from "./codec.ts";
import type { Dialled } from "./dial.ts";
import { identify, resume, type Attempt, type Client, type HandshakeMeans } from "./handshake.ts";
import { instantOf } from "./instant.ts";
import { Outbox } from "./outbox.ts";
import { dueAt, opened, step, type Connection, type Input, type Output } from "./session.ts";
import type { Session } from "./sessions.ts";

/** What all connections of a gateway share. */
export interface ConnectionMeans extends HandshakeMeans {
  readonly clock: Clock;
  readonly log: Pick<Logger, "error">;
  readonly heartbeatIntervalMs: Millis;
  /** Real time between the upgrade and HELLO. */
  readonly helloDelayMs: Millis;
}

const controls = new Map<number, Encoded>([
  [Opcode.Heartbeat, encodeControl(Opcode.Heartbeat, null)],
  [Opcode.Reconnect, encodeControl(Opcode.Reconnect, null)],
  [Opcode.InvalidSession, encodeControl(Opcode.InvalidSession, false)],
  [Opcode.HeartbeatAck, encodeControl(Opcode.HeartbeatAck, null)],
]);

interface Alarm {
  readonly at: Millis;
  readonly cancel: Cancel;
}

/** A connection that was just upgraded. */
export interface Accepted {
  readonly ws: WebSocket;
  /** What the WebSocket was opened on. */
  readonly socket: Duplex;
  readonly dialled: Dialled;
}

export class ClientConnection implements Client {
  readonly version: number;
  readonly #means: ConnectionMeans;
  readonly #ws: WebSocket;
  readonly #outbox: Outbox;
  #protocol: Connection;
  #session: Session | undefined;
  /** Counts requests, and whatever makes their outcome meaningless. */
  #attempt = 0;
  #wake: Alarm | undefined;
  #timer: Alarm | undefined;
  readonly #cancelHello: Cancel;
  #answered: (() => void) | undefined;

  constructor(means: ConnectionMeans, { ws, socket, dialled }: Accepted) {
    this.#means = means;
    this.#ws = ws;
    this.version = dialled.version;
    this.#outbox = new Outbox(ws, socket, dialled.framing);
    this.#protocol = opened(means.heartbeatIntervalMs, instantOf(means.clock));
    // Some clients lose what comes in the same packet as the answer to their upgrade.
    this.#cancelHello = means.clock.after(means.helloDelayMs, () => {
      this.apply({ kind: "listening" });
    });
    ws.on("message", (bytes: Buffer) => {
      this.apply({ kind: "frame", bytes: bytes.length, value: decode(bytes) });
    });
    ws.on("close", (code: number) => this.#leave(code));
  }

  apply(input: Input): void {
    const [next, ...outputs] = step(this.#protocol, input, instantOf(this.#means.clock));
    this.#protocol = next;
    for (const output of outputs) this.#perform(output);
    this.#arm();
    if (this.#protocol.askedAt === undefined) this.#answered?.();
  }

  send(frame: Encoded, sequence: number): void {
    this.#outbox.push(frame, sequence);
  }

  join(session: Session): void {
    this.#session = session;
    this.#means.sessions.attach(session, this);
  }

  invalidated(): void {
    this.#session = undefined;
    this.apply({ kind: "invalid" });
  }

  superseded(): void {
    this.#session = undefined;
    this.close(CloseCode.UnknownError, "The session was resumed elsewhere.");
  }

  /** The world was replaced: whoever identified, or is about to, must do so anew. */
  reset(): void {
    this.#attempt += 1;
    if (this.#protocol.phase !== "waiting") this.invalidated();
  }

  /** Asks the client to come back and resume. */
  reconnect(): void {
    if (this.#protocol.phase !== "identified") return;
    this.#perform({ kind: "send", op: Opcode.Reconnect, d: null });
  }

  close(code: number, reason: string): void {
    this.apply({ kind: "refused", code, reason });
  }

  terminate(): void {
    this.#ws.terminate();
  }

  #perform(output: Output): void {
    switch (output.kind) {
      case "send": {
        const control = controls.get(output.op) ?? encodeControl(output.op, output.d);
        return this.#outbox.push(control, undefined);
      }
      case "close":
        this.#outbox.flush();
        this.#leave(output.code);
        return this.#ws.close(output.code, output.reason);
      case "identify":
        return this.#attemptTo(identify, output.request);
      case "resume":
        return this.#attemptTo(resume, output.request);
    }
  }

  #attemptTo<R>(
    run: (means: HandshakeMeans, attempt: Attempt<R>) => Promise<void>,
    request: R,
  ): void {
    const number = (this.#attempt += 1);
    const isCurrent = () => number === this.#attempt;
    run(this.#means, { client: this, request, isCurrent }).catch((error: unknown) => {
      this.#means.log.error({ err: error }, "a session could not be begun");
      if (isCurrent()) this.close(CloseCode.UnknownError, "Unknown error.");
    });
  }

  /** Wakes up when time alone matters next; an alarm that rings too early is set again. */
  #arm(): void {
    const { clock } = this.#means;
    const due = dueAt(this.#protocol);
    this.#wake = setAlarm(this.#wake, due.now, (at) =>
      clock.wake(at, () => {
        this.#wake = undefined;
        this.apply({ kind: "instant" });
        return this.#answer();
      }),
    );
    this.#timer = setAlarm(this.#timer, due.real, (at) =>
      clock.after(Math.max(0, at - clock.real()), () => {
        this.#timer = undefined;
        this.apply({ kind: "instant" });
      }),
    );
  }

  /**
   * Resolves once a client that was asked for a beat has sent one, or is gone: moving the clock
   * waits for it.
   */
  #answer(): Promise<void> | undefined {
    if (this.#protocol.askedAt === undefined) return undefined;
    return new Promise((resolve) => {
      this.#answered = () => {
        this.#answered = undefined;
        resolve();
      };
    });
  }

  /** Leaves the session, which waits for its client unless the client said that it is done. */
  #leave(code: number): void {
    this.#attempt += 1;
    this.#protocol = { ...this.#protocol, phase: "closed", askedAt: undefined };
    this.#cancelHello();
    this.#arm();
    this.#answered?.();
    const session = this.#session;
    this.#session = undefined;
    if (session === undefined) return;
    const { sessions } = this.#means;
    const isDone = code === CloseCode.Normal || code === CloseCode.GoingAway;
    if (isDone) sessions.end(session);
    else sessions.detach(session);
  }
}

/** Keeps an alarm that rings in time, and sets or drops one else. */
function setAlarm(
  current: Alarm | undefined,
  at: Millis | undefined,
  set: (at: Millis) => Cancel,
): Alarm | undefined {
  if (at !== undefined && current !== undefined && current.at <= at) return current;
  current?.cancel();
  return at === undefined ? undefined : { at, cancel: set(at) };
}
