// One client connection: decodes and encodes its frames, and runs the timers of the protocol.
import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import { CloseCode, Opcode } from "@antechamber/contract/gateway";
import type { Cancel, Clock, Millis, Sleeper, WakeUp } from "../../platform/clock.ts";
import type { FaultPlan, GatewayFault, TakeFault } from "../../platform/faults/fault-injection.ts";
import type { Journal } from "../../platform/journal.ts";
import type { Settings } from "../../platform/context.ts";
import type { Logger } from "../../platform/log.ts";
import { isAtPlatform, withPlatformFiles } from "../../platform/network/service-address.ts";
import { decode, encodeControl, withBody, type Encoded, type Framing } from "./wire/codec.ts";
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
  /**
   * Finds the gateway of another world that a token belongs to; absent: only this world is
   * searched.
   */
  readonly elsewhere?: AdopterLookup | undefined;
  readonly clock: Clock;
  readonly log: Pick<Logger, "error" | "warn">;
  readonly journal?: Journal | undefined;
  readonly settings: Pick<Settings, "publicUrl" | "servesGuardedNames" | "worldInQuery">;
  readonly requests: SessionRequests;
  readonly faults: FaultPlan;
  readonly budget: OutboxBudget;
  readonly turns: WriteTurns;
  readonly heartbeatIntervalMs: Millis;
  /** Real time between the upgrade and HELLO. */
  readonly helloDelayMs: () => Millis;
}

/** Takes over connections that another gateway accepted. */
export interface ConnectionAdopter {
  adopt(handed: HandedOverConnection): void;
}

/** Returns undefined at once when there is no other world. */
export type AdopterLookup = (token: string) => Promise<ConnectionAdopter | undefined> | undefined;

const controls = new Map<number, Encoded>([
  [Opcode.Heartbeat, encodeControl(Opcode.Heartbeat, null)],
  [Opcode.Reconnect, encodeControl(Opcode.Reconnect, null)],
  [Opcode.InvalidSession, encodeControl(Opcode.InvalidSession, false)],
  [Opcode.HeartbeatAck, encodeControl(Opcode.HeartbeatAck, null)],
]);

/** A connection that was just upgraded. */
export interface AcceptedConnection {
  readonly ws: WebSocket;
  /** The socket below the WebSocket. */
  readonly socket: Duplex;
  readonly params: ConnectionParams;
  /** The address of the client. */
  readonly address: string;
  /** The host name and port that the client dialled. */
  readonly host: string | undefined;
  /** Counts the connection until it has closed. */
  readonly countedBy: Pick<ConnectionsByAddress, "identified" | "remove">;
}

/** A connection that another gateway accepted and sent HELLO to, with its client's first frame. */
export interface HandedOverConnection extends AcceptedConnection {
  readonly outbox: Outbox;
  readonly frame: Frame;
}

type Frame = Extract<Input, { kind: "frame" }>;

export class ClientConnection implements Client, Sleeper {
  readonly #deps: ConnectionDeps;
  readonly #outbox: Outbox;
  #protocol: Connection;
  #session: Session | undefined;
  /** Counts IDENTIFY and RESUME requests, and the events that make a pending one obsolete. */
  #attempt = 0;
  /** The pending alarms: `#wakeUp` on the service's clock, `#timer` in real time. */
  #wakeUp: WakeUp | undefined;
  #timer: WakeUp | undefined;
  #cancelHello: Cancel | undefined;
  readonly #frames: FrameJournal;
  #sentHello = false;
  #answered: (() => void) | undefined;
  /** READY, or the replay of a resumed session, was sent: from now on faults may be injected. */
  #isGreeted = false;
  #eventFaults: InjectedEventFaults | undefined;
  #isSilent = false;
  readonly #accepted: AcceptedConnection;
  readonly #isAtPlatform: boolean;
  /** The last frame before the client was identified. */
  #firstFrame: Frame | undefined;
  /** Records the first frame, once it is known which world's journal it belongs in. */
  #noteFirst: (() => void) | undefined;
  #isHandedOver = false;

  constructor(deps: ConnectionDeps, accepted: AcceptedConnection | HandedOverConnection) {
    const {
      ws,
      socket,
      params: { framing },
    } = accepted;
    this.#accepted = accepted;
    this.#deps = deps;
    this.#isAtPlatform = isAtPlatform(deps.settings, accepted.host);
    this.#frames = new FrameJournal(deps.journal);
    this.#outbox =
      "outbox" in accepted
        ? accepted.outbox
        : new Outbox(ws, socket, { framing, budget: deps.budget, turns: deps.turns });
    this.#protocol = opened(deps.heartbeatIntervalMs, clockPairOf(deps.clock));
    this.#sentHello = "frame" in accepted;
    // Some clients lose what arrives in the same packet as the response to their upgrade.
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

  /** Handles a message of the client. */
  received(bytes: Buffer): void {
    if (this.#isHandedOver) return;
    // Some clients send as soon as they are connected, yet HELLO must be the first frame they
    // receive.
    this.#hello();
    const value = this.framing.encoding === "etf" ? decodeTerm(bytes) : decode(bytes);
    this.#read({ kind: "frame", bytes: bytes.length, value });
  }

  /** Handles the close of the WebSocket. */
  closed(code: number): void {
    if (this.#isHandedOver) return;
    const { countedBy, address, ws } = this.#accepted;
    countedBy.remove(address, ws);
    this.#outbox.closed();
    this.#leave(code);
  }

  /** A first frame may belong to another world, whose journal then records it. */
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

  /** Releases the timer: most of the many connections stay open long after HELLO. */
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

  send(event: Encoded, sequence: number): void {
    const { faults } = this.#deps;
    const frame = this.#addressed(event);
    const session = this.#isGreeted && faults.hasEventFaults ? this.#session : undefined;
    if (session !== undefined) {
      this.#eventFaults ??= new InjectedEventFaults(faults, {
        push: (each, number) => this.#outbox.push(each, number),
        cut: () => this.terminate(),
      });
    }
    if (this.#eventFaults === undefined) return this.#outbox.push(frame, sequence);
    this.#eventFaults.send(frame, sequence, session === undefined ? undefined : subjectOf(session));
  }

  /** The event with the addresses of files as this client knows them. */
  #addressed(event: Encoded): Encoded {
    if (!this.#isAtPlatform) return event;
    const { settings } = this.#deps;
    return (event.atPlatform ??= withBody(event, (body) => withPlatformFiles(settings, body)));
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
    const fault = this.#deps.faults.takeForSession(subjectOf(session));
    if (fault !== undefined) this.#outbox.flush(() => this.#inject(fault));
  }

  /** Injects a newly planned session fault, if it applies to this session. */
  injectSessionFault(take: TakeFault): void {
    const fault = this.#session === undefined ? undefined : take(subjectOf(this.#session));
    if (fault !== undefined) this.#inject(fault);
  }

  #inject(fault: GatewayFault): void {
    if (fault.close_code !== undefined) this.close(fault.close_code, "An injected fault.");
    else if (fault.reconnect === true) this.reconnect();
    else if (fault.invalid_session === true) this.#interrupted();
    else if (fault.invalid_session === false) this.#lost();
    else if (fault.drop === true) this.terminate();
    else if (fault.silent === true) this.#isSilent = true;
  }

  /** Detaches the session, which may be resumed on this connection or another one. */
  #interrupted(): void {
    const session = this.#session;
    if (session === undefined) return;
    this.#session = undefined;
    this.#endEventFaults();
    this.#deps.sessions.detach(session);
    this.apply({ kind: "invalid", mayResume: true });
  }

  #endEventFaults(): void {
    this.#eventFaults?.end();
    this.#eventFaults = undefined;
  }

  #lost(): void {
    if (this.#session !== undefined) this.#deps.sessions.invalidate(this.#session);
  }

  invalidated(options: { readonly mayResume?: true } = {}): void {
    this.#session = undefined;
    this.#endEventFaults();
    this.apply({ kind: "invalid", ...options });
  }

  superseded(): void {
    this.#session = undefined;
    this.close(CloseCode.UnknownError, "The session was resumed elsewhere.");
  }

  /** Makes a client that has identified, or is doing so, identify again: the world was replaced. */
  reset(): void {
    this.#attempt += 1;
    if (this.#protocol.phase !== "waiting") this.invalidated();
  }

  /** Asks the client to reconnect and resume. */
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
    const encoded = d === true ? undefined : controls.get(op);
    this.#outbox.push(encoded ?? encodeControl(op, d), undefined);
  }

  #attemptTo<R extends { readonly token: string }>(
    run: (deps: HandshakeDeps, attempt: Attempt<R>) => Promise<void>,
    request: R,
  ): void {
    const number = (this.#attempt += 1);
    const isCurrent = () => number === this.#attempt;
    const elsewhere = this.#deps.elsewhere?.(request.token);
    if (elsewhere === undefined) return this.#run(run, request, isCurrent);
    const go = (adopter: ConnectionAdopter | undefined): void => {
      if (!isCurrent()) return;
      if (adopter === undefined) this.#run(run, request, isCurrent);
      else this.#handOverTo(adopter);
    };
    elsewhere.then(go, (error: unknown) => this.#failed(error, isCurrent));
  }

  /** Passes the connection on to the client's own world, which does not send HELLO again. */
  #handOverTo(adopter: ConnectionAdopter): void {
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

  /** Sets the alarms for the next timeouts; an alarm that rings too early is set again. */
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

  /** Handles an alarm on the service's clock. */
  wake(): void {
    this.#wakeUp = undefined;
    this.apply({ kind: "instant" });
    const answer = this.#answer();
    if (answer !== undefined) this.#deps.clock.hold(answer);
  }

  /**
   * Resolves once a client has sent the heartbeat that was requested, or has disconnected: moving
   * the clock waits for this.
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

  /** Detaches the session, which may be resumed unless the client closed normally. */
  #leave(code: number): void {
    this.#attempt += 1;
    this.#protocol = { ...this.#protocol, phase: "closed", askedAt: undefined };
    this.#forgetHello();
    this.#arm();
    this.#answered?.();
    this.#frames.answered();
    this.#endEventFaults();
    const session = this.#session;
    this.#session = undefined;
    if (session === undefined) return;
    const { sessions } = this.#deps;
    const isDone = code === CloseCode.Normal || code === CloseCode.GoingAway;
    if (isDone) sessions.end(session);
    else sessions.detach(session);
  }
}

/** Keeps an alarm that rings early enough; otherwise replaces it, or drops it when none is due. */
function setAlarm(
  current: WakeUp | undefined,
  at: Millis | undefined,
  set: (at: Millis) => WakeUp,
): WakeUp | undefined {
  if (at !== undefined && current !== undefined && current.at <= at) return current;
  current?.cancel();
  return at === undefined ? undefined : set(at);
}
