// The client's gateway connection: identifies, sends heartbeats, and resumes after a lost
// connection without missing events. Source: protocol: gateway-oauth-limits 4, lobbies-and-sdk 6.1.
import { ClientError, ClientStatus } from "./enums.ts";
import type { Cancel, Environment } from "./environment.ts";

/** A frame from the gateway. */
interface Frame {
  readonly op: number;
  readonly d: unknown;
  readonly s: number | null;
  readonly t: string | null;
}

const Op = {
  DISPATCH: 0,
  HEARTBEAT: 1,
  IDENTIFY: 2,
  RESUME: 6,
  RECONNECT: 7,
  INVALID_SESSION: 9,
  HELLO: 10,
  HEARTBEAT_ACK: 11,
} as const;

/** The gateway adds the session to all lobbies of its user, and lists them in READY. */
const AUTO_LOBBY_CONNECT = 1 << 16;

/** The close code for a token that is invalid or has become invalid. */
export const AUTHENTICATION_FAILED = 4004;

/** Close codes after which reconnecting would fail in the same way. */
const FINAL_CLOSES: ReadonlySet<number> = new Set([
  AUTHENTICATION_FAILED,
  4010,
  4011,
  4012,
  4013,
  4014,
]);
/** Close codes after which the session cannot be resumed, but a new one may begin. */
const SESSION_GONE: ReadonlySet<number> = new Set([4007, 4009]);

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 30_000;
/** Failed attempts in a row at the resume address before the session is resumed elsewhere. */
const RESUME_ATTEMPTS = 3;
const CLOSE_TO_RESUME = 4900;
const CLOSE_FOR_GOOD = 1000;

/** What a connection depends on. */
export interface GatewayDeps {
  readonly environment: Environment;
  /** The gateway's address; requested again for each new session. */
  readonly address: () => Promise<string>;
  /** The token as IDENTIFY sends it: `Bearer <access token>`, or a signed-in user's own token. */
  readonly token: () => string;
  /** The intents to request; absent: the default of the client's kind, without presences. */
  readonly intents?: number;
  /** Receives every event of the session. */
  readonly dispatched: (name: string, payload: unknown) => void;
  /** Receives each new status; the detail is the close code, or 0. */
  readonly changed: (status: ClientStatus, error: ClientError, detail: number) => void;
}

interface ResumableSession {
  readonly id: string;
  /** The address for resuming the session; undefined: the address where sessions begin. */
  readonly url: string | undefined;
}

/**
 * A gateway session: it sends heartbeats, resumes after a lost connection, and identifies again if
 * it cannot be resumed.
 */
export class GatewayConnection {
  readonly #deps: GatewayDeps;
  #status: ClientStatus = ClientStatus.Disconnected;
  #socket: WebSocket | undefined;
  #session: ResumableSession | undefined;
  #sequence: number | null = null;
  #isAcknowledged = true;
  /** True once the gateway has sent HELLO on this connection. */
  #isGreeted = false;
  #stopBeating: Cancel | undefined;
  #stopRetrying: Cancel | undefined;
  #failures = 0;
  /** Counts the attempts to connect: an attempt stops if a newer one started while it waited. */
  #opening = 0;

  constructor(deps: GatewayDeps) {
    this.#deps = deps;
  }

  /** The current status. */
  get status(): ClientStatus {
    return this.#status;
  }

  /** Starts to connect, unless the client is connecting or connected already. */
  connect(): void {
    if (this.#status !== ClientStatus.Disconnected) return;
    this.#become(ClientStatus.Connecting);
    void this.#open();
  }

  /**
   * Retries at once instead of after the back-off, when another call has shown that the service is
   * reachable again.
   */
  tryNow(): void {
    if (this.#status !== ClientStatus.Reconnecting || this.#socket !== undefined) return;
    this.#stopRetrying?.();
    this.#failures = 0;
    void this.#open();
  }

  /** Ends the session for good. */
  disconnect(): void {
    if (this.#status === ClientStatus.Disconnected) return;
    this.#stopRetrying?.();
    this.#become(ClientStatus.Disconnecting);
    this.#forget();
    this.#leave(CLOSE_FOR_GOOD);
    this.#become(ClientStatus.Disconnected);
  }

  /** Sends a request over the session, such as op 4 for voice; dropped while there is no session. */
  request(op: number, d: object): void {
    if (this.#status === ClientStatus.Ready) this.#send(op, d);
  }

  async #open(): Promise<void> {
    this.#opening += 1;
    const opening = this.#opening;
    try {
      const base = this.#session?.url ?? (await this.#deps.address());
      if (this.#isGivenUp() || opening !== this.#opening) return;
      const url = new URL(base);
      url.searchParams.set("v", "10");
      url.searchParams.set("encoding", "json");
      const socket = new WebSocket(url);
      this.#socket = socket;
      this.#isGreeted = false;
      socket.addEventListener("message", ({ data }) => {
        if (socket === this.#socket) this.#receive(JSON.parse(String(data)) as Frame);
      });
      socket.addEventListener("close", ({ code }) => {
        if (socket === this.#socket) this.#lost(code);
      });
    } catch {
      if (opening === this.#opening) this.#retry(ClientError.ConnectionFailed, 0);
    }
  }

  #isGivenUp(): boolean {
    return (
      this.#status === ClientStatus.Disconnected || this.#status === ClientStatus.Disconnecting
    );
  }

  #receive(frame: Frame): void {
    switch (frame.op) {
      case Op.HELLO:
        return this.#greet((frame.d as { heartbeat_interval: number }).heartbeat_interval);
      case Op.HEARTBEAT:
        return this.#beat();
      case Op.HEARTBEAT_ACK:
        this.#isAcknowledged = true;
        return undefined;
      case Op.RECONNECT:
        return this.#comeBack();
      case Op.INVALID_SESSION:
        if (frame.d !== true) this.#forget();
        return this.#comeBack();
      case Op.DISPATCH:
        return this.#dispatch(frame);
      default:
        return undefined;
    }
  }

  #greet(intervalMs: number): void {
    this.#isGreeted = true;
    this.#become(ClientStatus.Connected);
    this.#isAcknowledged = true;
    this.#stopBeating?.();
    const tick = () => {
      if (!this.#isAcknowledged) return this.#comeBack();
      this.#beat();
      this.#isAcknowledged = false;
      this.#stopBeating = this.#deps.environment.after(intervalMs, tick);
      return undefined;
    };
    this.#stopBeating = this.#deps.environment.after(intervalMs, tick);
    const token = this.#deps.token();
    if (this.#session === undefined) {
      const properties = { os: "linux", browser: "antechamber-sdk", device: "antechamber-sdk" };
      const { intents } = this.#deps;
      const wanted = intents === undefined ? {} : { intents };
      this.#send(Op.IDENTIFY, { token, capabilities: AUTO_LOBBY_CONNECT, properties, ...wanted });
    } else {
      const { id: session_id } = this.#session;
      this.#send(Op.RESUME, { token, session_id, seq: this.#sequence });
    }
  }

  #dispatch({ t, s, d }: Frame): void {
    if (s !== null) this.#sequence = s;
    if (t === "READY") {
      const ready = d as { session_id: string; resume_gateway_url: string };
      this.#session = { id: ready.session_id, url: ready.resume_gateway_url };
    }
    if (t !== null) this.#deps.dispatched(t, d);
    if (t === "READY" || t === "RESUMED") {
      this.#failures = 0;
      this.#become(ClientStatus.Ready);
    }
  }

  #beat(): void {
    this.#send(Op.HEARTBEAT, this.#sequence);
  }

  #send(op: number, d: unknown): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ op, d }));
  }

  /** Closes this connection and opens a new one. */
  #comeBack(): void {
    this.#leave(CLOSE_TO_RESUME);
    this.#retry(ClientError.None, 0);
  }

  #lost(code: number): void {
    this.#leave(CLOSE_TO_RESUME);
    if (FINAL_CLOSES.has(code)) {
      this.#forget();
      return this.#become(ClientStatus.Disconnected, ClientError.UnexpectedClose, code);
    }
    if (SESSION_GONE.has(code)) this.#forget();
    if (!this.#isGreeted && this.#failures >= RESUME_ATTEMPTS) this.#resumeElsewhere();
    const { UnexpectedClose, ConnectionFailed } = ClientError;
    return this.#retry(this.#isGreeted ? UnexpectedClose : ConnectionFailed, code);
  }

  #retry(error: ClientError, detail: number): void {
    if (this.#isGivenUp()) return;
    const waitMs = Math.min(FIRST_RETRY_MS * 2 ** this.#failures, LONGEST_RETRY_MS);
    this.#failures += 1;
    this.#become(ClientStatus.Reconnecting, error, detail);
    this.#stopRetrying = this.#deps.environment.after(waitMs, () => void this.#open());
  }

  #leave(code: number): void {
    this.#stopBeating?.();
    const socket = this.#socket;
    this.#socket = undefined;
    if (socket !== undefined && socket.readyState <= WebSocket.OPEN) socket.close(code);
  }

  /**
   * Resumes at the common address: the process behind the resume address may be gone for good, and
   * another one may have taken the session over.
   */
  #resumeElsewhere(): void {
    if (this.#session !== undefined) this.#session = { ...this.#session, url: undefined };
  }

  #forget(): void {
    this.#session = undefined;
    this.#sequence = null;
  }

  #become(status: ClientStatus, error: ClientError = ClientError.None, detail = 0): void {
    this.#status = status;
    this.#deps.changed(status, error, detail);
  }
}
