// One socket with its encoding: bytes in and out, and the timers of the protocol.
import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import { CloseCode, Opcode } from "@antechamber/contract/gateway";
import type { Cancel, Clock, Millis, Sleeper, WakeUp } from "../../platform/clock.ts";
import type { FaultPlan, GatewayFault, Take } from "../../platform/faults/fault-injection.ts";
import type { Journal } from "../../platform/journal.ts";
import type { Logger } from "../../platform/log.ts";
import { decode, encodeControl, type Encoded, type Framing } from "./wire/codec.ts";
import type { ConnectionParams } from "./wire/connection-params.ts";
import { decodeTerm } from "./wire/etf-reader.ts";
import {
  identify,
  resume,
  type Attempt,
  type Client,
  type HandshakeDeps,
} from "./opcodes/handshake.ts";
import type { ConnectionsByAddress } from "./connections-by-address.ts";
import { clockPairOf } from "../../platform/time/clock-pair.ts";
import { Outbox } from "./wire/outbox.ts";
import type { OutboxBudget } from "./wire/outbox-budget.ts";
import type { WriteTurns } from "./wire/write-turns.ts";
import {
  dueAt,
  opened,
  step,
  type Connection,
  type Input,
  type Output,
} from "./opcodes/connection-state.ts";
import type { Owner } from "./sessions/grant.ts";
import type { SessionRequests } from "./opcodes/session-requests.ts";
import type { Session } from "./sessions/session.ts";
import { FrameJournal } from "./frame-entries.ts";
import { InjectedEventFaults, subjectOf } from "./fault-injection.ts";

/** What all connections of a gateway share. */
export interface ConnectionDeps extends HandshakeDeps {
  /** Finds the gateway of another world that knows a token; absent: nobody else is asked. */
  readonly elsewhere?: Elsewhere | undefined;
  readonly clock: Clock;
  readonly log: Pick<Logger, "error" | "warn">;
  readonly journal?: Journal | undefined;
  readonly requests: SessionRequests;
  readonly faults: FaultPlan;
  readonly budget: OutboxBudget;
  readonly turns: WriteTurns;
  readonly heartbeatIntervalMs: Millis;
  /** Real time between the upgrade and HELLO. */
  readonly helloDelayMs: () => Millis;
}

/** Goes on with connections that were accepted elsewhere. */
export interface Adopter {
  adopt(handed: HandedOver): void;
}

/** Undefined at once where there is nobody else. */
export type Elsewhere = (token: string) => Promise<Adopter | undefined> | undefined;

const controls = new Map<number, Encoded>([
  [Opcode.Heartbeat, encodeControl(Opcode.Heartbeat, null)],
  [Opcode.Reconnect, encodeControl(Opcode.Reconnect, null)],
  [Opcode.InvalidSession, encodeControl(Opcode.InvalidSession, false)],
  [Opcode.HeartbeatAck, encodeControl(Opcode.HeartbeatAck, null)],
]);

/** A connection that was just upgraded. */
export interface Accepted {
  readonly ws: WebSocket;
  /** What the WebSocket was opened on. */
  readonly socket: Duplex;
  readonly params: ConnectionParams;
  /** Where the client dialled from. */
  readonly address: string;
  /** The name and port that it dialled. */
  readonly host: string | undefined;
  /** Counts it until it has closed. */
  readonly countedBy: Pick<ConnectionsByAddress, "identified" | "remove">;
}

/** A connection that another gateway accepted, and said HELLO to, with what its client said first. */
export interface HandedOver extends Accepted {
  readonly outbox: Outbox;
  readonly frame: Frame;
}

type Frame = Extract<Input, { kind: "frame" }>;

export class ClientConnection implements Client, Sleeper {
  readonly #deps: ConnectionDeps;
  readonly #outbox: Outbox;
  #protocol: Connection;
  #session: Session | undefined;
  /** Counts requests, and whatever makes their outcome meaningless. */
  #attempt = 0;
  /** Of the service's time, and of real time. */
  #wakeUp: WakeUp | undefined;
  #timer: WakeUp | undefined;
  #cancelHello: Cancel | undefined;
  readonly #frames: FrameJournal;
  #sentHello = false;
  #answered: (() => void) | undefined;
  /** READY, or what a resumed session missed, is sent: from now on faults may be injected. */
  #isGreeted = false;
  #struckEvents: InjectedEventFaults | undefined;
  #isSilent = false;
  readonly #accepted: Accepted;
  /** What the client said last before it was known who it is. */
  #firstFrame: Frame | undefined;
  /** Writes down the frame whose world is being looked for. */
  #noteFirst: (() => void) | undefined;
  #isHandedOver = false;

  constructor(deps: ConnectionDeps, accepted: Accepted | HandedOver) {
    const {
      ws,
      socket,
      params: { framing },
    } = accepted;
    this.#accepted = accepted;
    this.#deps = deps;
    this.#frames = new FrameJournal(deps.journal);
    this.#outbox =
      "outbox" in accepted
        ? accepted.outbox
        : new Outbox(ws, socket, { framing, budget: deps.budget, turns: deps.turns });
    this.#protocol = opened(deps.heartbeatIntervalMs, clockPairOf(deps.clock));
    this.#sentHello = "frame" in accepted;
    // Some clients lose what comes in the same packet as the answer to their upgrade.
    if (!this.#sentHello) {
      this.#cancelHello = deps.clock.after(deps.helloDelayMs(), () => this.#hello());
    }
    if ("frame" in accepted) this.#read(accepted.frame);
  }

  get version(): number {
    return this.#accepted.params.version;
  }

  get framing(): Framing {
    return this.#accepted.params.framing;
  }

  get address(): string {
    return this.#accepted.address;
  }

  get host(): string | undefined {
    return this.#accepted.host;
  }

  identified(): void {
    const { countedBy, address, ws } = this.#accepted;
    countedBy.identified(address, ws);
  }

  /** A message has come. */
  received(bytes: Buffer): void {
    if (this.#isHandedOver) return;
    // Some clients send as soon as they are connected, yet HELLO must be the first that they receive.
    this.#hello();
    const value = this.framing.encoding === "etf" ? decodeTerm(bytes) : decode(bytes);
    this.#read({ kind: "frame", bytes: bytes.length, value });
  }

  /** Its WebSocket has closed. */
  closed(code: number): void {
    if (this.#isHandedOver) return;
    const { countedBy, address, ws } = this.#accepted;
    countedBy.remove(address, ws);
    this.#outbox.closed();
    this.#leave(code);
  }

  /** What begins a session may be another world's, in whose journal it then stands. */
  #read(frame: Frame): void {
    const { phase } = this.#protocol;
    const isBeginning = phase === "identifying" || phase === "resuming";
    const note = () => {
      const owner = this.#session?.owner;
      this.#frames.received(frame.value, frame.bytes, { owner, isBeginning });
    };
    if (phase !== "waiting") {
      note();
      return this.apply(frame);
    }
    this.#firstFrame = frame;
    if (this.#deps.elsewhere === undefined) note();
    else this.#noteFirst = note;
    this.apply(frame);
    if (this.#protocol.phase === "waiting" || this.#protocol.phase === "closed") this.#noted();
  }

  #noted(): void {
    this.#noteFirst?.();
    this.#noteFirst = undefined;
  }

  #hello(): void {
    if (this.#sentHello) return;
    this.#sentHello = true;
    this.#forgetHello();
    this.apply({ kind: "listening" });
  }

  /** Most connections stay for long after it, and there are many. */
  #forgetHello(): void {
    this.#cancelHello?.();
    this.#cancelHello = undefined;
  }

  apply(input: Input): void {
    const [next, ...outputs] = step(this.#protocol, input, clockPairOf(this.#deps.clock));
    this.#protocol = next;
    for (const output of outputs) this.#perform(output);
    this.#arm();
    if (this.#protocol.askedAt === undefined) this.#answered?.();
  }

  send(frame: Encoded, sequence: number): void {
    const { faults } = this.#deps;
    const session = this.#isGreeted && faults.strikesEvents ? this.#session : undefined;
    if (session !== undefined) {
      this.#struckEvents ??= new InjectedEventFaults(faults, {
        push: (each, number) => this.#outbox.push(each, number),
        cut: () => this.terminate(),
      });
    }
    if (this.#struckEvents === undefined) return this.#outbox.push(frame, sequence);
    this.#struckEvents.send(
      frame,
      sequence,
      session === undefined ? undefined : subjectOf(session),
    );
  }

  sentBy(owner: Owner): void {
    this.#frames.sentBy(owner);
  }

  join(session: Session): void {
    this.#session = session;
    this.#firstFrame = undefined;
    this.#outbox.openWindow();
    this.#outbox.compressPayloads(session.compress);
    this.#outbox.beginCatchingUp();
    this.#deps.sessions.attach(session, this);
    this.#isGreeted = false;
    // The code that attaches a connection to a session also sends what must come first.
    session.whenUpToDate(() => this.#greeted(session));
  }

  #greeted(session: Session): void {
    this.#outbox.endCatchingUp();
    if (this.#session !== session) return;
    this.#isGreeted = true;
    this.#frames.answered();
    const fault = this.#deps.faults.ofSession(subjectOf(session));
    if (fault !== undefined) this.#outbox.flush(() => this.#inject(fault));
  }

  /** A fault of sessions was planned. */
  strikeWith(take: Take): void {
    const fault = this.#session === undefined ? undefined : take(subjectOf(this.#session));
    if (fault !== undefined) this.#inject(fault);
  }

  #inject(fault: GatewayFault): void {
    if (fault.close_code !== undefined) this.close(fault.close_code, "A planned fault.");
    else if (fault.reconnect === true) this.reconnect();
    else if (fault.invalid_session === true) this.#interrupted();
    else if (fault.invalid_session === false) this.#lost();
    else if (fault.drop === true) this.terminate();
    else if (fault.silent === true) this.#isSilent = true;
  }

  /** The session is over for this connection, and may be resumed here or at another one. */
  #interrupted(): void {
    const session = this.#session;
    if (session === undefined) return;
    this.#session = undefined;
    this.#forgetStruck();
    this.#deps.sessions.detach(session);
    this.apply({ kind: "invalid", mayResume: true });
  }

  #forgetStruck(): void {
    this.#struckEvents?.end();
    this.#struckEvents = undefined;
  }

  #lost(): void {
    if (this.#session !== undefined) this.#deps.sessions.invalidate(this.#session);
  }

  invalidated(options: { readonly mayResume?: true } = {}): void {
    this.#session = undefined;
    this.#forgetStruck();
    this.apply({ kind: "invalid", ...options });
  }

  superseded(): void {
    this.#session = undefined;
    this.close(CloseCode.UnknownError, "The session was resumed elsewhere.");
  }

  /** The world was replaced: clients that identified, or are about to, must identify again. */
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
    this.#accepted.ws.terminate();
  }

  #perform(output: Output): void {
    switch (output.kind) {
      case "send":
        return this.#sendControl(output.op, output.d);
      case "close":
        this.#frames.closed(output.code, output.reason);
        this.#outbox.flush(() => this.#accepted.ws.close(output.code, output.reason));
        return this.#leave(output.code);
      case "request":
        if (this.#session !== undefined)
          this.#deps.requests.run(this.#session, output, this.#frames.current);
        return;
      case "identify":
        return this.#attemptTo(identify, output.request);
      case "resume":
        return this.#attemptTo(resume, output.request);
    }
  }

  #sendControl(op: number, d: unknown): void {
    if (this.#isSilent && op === Opcode.HeartbeatAck) return;
    const kept = d === true ? undefined : controls.get(op);
    this.#outbox.push(kept ?? encodeControl(op, d), undefined);
  }

  #attemptTo<R extends { readonly token: string }>(
    run: (deps: HandshakeDeps, attempt: Attempt<R>) => Promise<void>,
    request: R,
  ): void {
    const number = (this.#attempt += 1);
    const isCurrent = () => number === this.#attempt;
    const elsewhere = this.#deps.elsewhere?.(request.token);
    if (elsewhere === undefined) return this.#run(run, request, isCurrent);
    const go = (adopter: Adopter | undefined): void => {
      if (!isCurrent()) return;
      if (adopter === undefined) this.#run(run, request, isCurrent);
      else this.#handOverTo(adopter);
    };
    elsewhere.then(go, (error: unknown) => this.#failed(error, isCurrent));
  }

  /** The client is of another world: that goes on here, where HELLO was said already. */
  #handOverTo(adopter: Adopter): void {
    const frame = this.#firstFrame;
    if (frame === undefined) return;
    this.#isHandedOver = true;
    this.#leave(CloseCode.Normal);
    adopter.adopt({ ...this.#accepted, outbox: this.#outbox, frame });
  }

  #failed(error: unknown, isCurrent: () => boolean): void {
    this.#deps.log.error({ err: error }, "a session could not be begun");
    if (isCurrent()) this.close(CloseCode.UnknownError, "Unknown error.");
  }

  #run<R>(
    run: (deps: HandshakeDeps, attempt: Attempt<R>) => Promise<void>,
    request: R,
    isCurrent: () => boolean,
  ): void {
    this.#noted();
    run(this.#deps, { client: this, request, isCurrent }).catch((error: unknown) =>
      this.#failed(error, isCurrent),
    );
  }

  /** Wakes up when time alone matters next; an alarm that rings too early is set again. */
  #arm(): void {
    const { clock } = this.#deps;
    const due = dueAt(this.#protocol);
    this.#wakeUp = setAlarm(this.#wakeUp, due.now, (at) => clock.plan(at, this));
    this.#timer = setAlarm(this.#timer, due.real, (at) => {
      const cancel = clock.after(Math.max(0, at - clock.real()), () => {
        this.#timer = undefined;
        this.apply({ kind: "instant" });
      });
      return { at, cancel };
    });
  }

  /** The service's time has come to where time alone may matter. */
  wake(): void {
    this.#wakeUp = undefined;
    this.apply({ kind: "instant" });
    const answer = this.#answer();
    if (answer !== undefined) this.#deps.clock.hold(answer);
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
    this.#forgetHello();
    this.#arm();
    this.#answered?.();
    this.#frames.answered();
    this.#forgetStruck();
    const session = this.#session;
    this.#session = undefined;
    if (session === undefined) return;
    const { sessions } = this.#deps;
    const isDone = code === CloseCode.Normal || code === CloseCode.GoingAway;
    if (isDone) sessions.end(session);
    else sessions.detach(session);
  }
}

/** Keeps an alarm that rings in time, and sets or drops one else. */
function setAlarm(
  current: WakeUp | undefined,
  at: Millis | undefined,
  set: (at: Millis) => WakeUp,
): WakeUp | undefined {
  if (at !== undefined && current !== undefined && current.at <= at) return current;
  current?.cancel();
  return at === undefined ? undefined : set(at);
}
