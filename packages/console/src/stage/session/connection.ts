// A gateway session and its REST calls, with a token from the control plane. When the token
// expires, another is requested.
import {
  ClientStatus,
  GatewayConnection,
  Rest,
  RestError,
  systemEnvironment,
  type CallId,
  type CallInput,
  type CallReply,
} from "@antechamber/sdk";

export interface Link {
  readonly status: "connecting" | "ready" | "lost" | "refused";
  /** Why the service refuses a session. */
  readonly error: unknown;
}

export interface ConnectionDeps {
  /** Requests a token, in the format of the Authorization header. */
  readonly newToken: () => Promise<string>;
  /** The requested intents; absent: the default of the session's kind. */
  readonly intents?: number;
  readonly dispatched: (name: string, d: unknown) => void;
}

/** How long changes are batched before subscribers are notified, in milliseconds. */
const GATHER_MS = 10;
const RENEW_MS = 500;
const UNAUTHORIZED = 401;

export class Connection {
  readonly #deps: ConnectionDeps;
  readonly #rest: Rest;
  readonly #gateway: GatewayConnection;
  readonly #listeners = new Set<() => void>();
  #token = "";
  #renewing: Promise<void> | undefined;
  #link: Link = { status: "connecting", error: undefined };
  #isOpen = false;
  #isDue = false;

  constructor(deps: ConnectionDeps) {
    this.#deps = deps;
    const { intents } = deps;
    this.#rest = new Rest({ baseUrl: location.origin, authorization: () => this.#token });
    this.#gateway = new GatewayConnection({
      environment: systemEnvironment,
      address: () => this.#address(),
      token: () => this.#token,
      ...(intents === undefined ? {} : { intents }),
      dispatched: deps.dispatched,
      changed: (status) => this.#follow(status),
    });
  }

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly link = (): Link => this.#link;

  open(): void {
    this.#isOpen = true;
    this.#gateway.connect();
  }

  /** Reconnects without waiting for the back-off, because the service is reachable again. */
  comeBack(): void {
    if (this.#isOpen) this.#gateway.tryNow();
  }

  close(): void {
    this.#isOpen = false;
    this.#gateway.disconnect();
  }

  /** Calls the API. @throws RestError, NetworkError */
  async call<I extends CallId>(id: I, input: CallInput<I>): Promise<CallReply<I>> {
    if (this.#token === "") await this.#renew();
    try {
      return await this.#rest.call(id, input);
    } catch (error) {
      if (!(error instanceof RestError) || error.status !== UNAUTHORIZED) throw error;
      await this.#renew();
      return this.#rest.call(id, input);
    }
  }

  /** Sends a request over the session. */
  request(op: number, d: object): void {
    this.#gateway.request(op, d);
  }

  /** Notifies subscribers of a change. */
  changed(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setTimeout(() => {
      this.#isDue = false;
      for (const listener of this.#listeners) listener();
    }, GATHER_MS);
  }

  #follow(status: ClientStatus): void {
    if (!this.#isOpen) return;
    if (status === ClientStatus.Ready) this.#become("ready");
    else if (status === ClientStatus.Reconnecting) this.#become("lost");
    else if (status === ClientStatus.Disconnected) void this.#beginAnew();
  }

  /** Starts a new session with a new token, because the old one expired or the world was reset. */
  async #beginAnew(): Promise<void> {
    this.#become("lost");
    await new Promise((resolve) => {
      setTimeout(resolve, RENEW_MS);
    });
    if (!this.#isOpen) return;
    try {
      await this.#renew();
      if (this.#isOpen) this.#gateway.connect();
    } catch (error) {
      if (error instanceof RestError) return this.#become("refused", error);
      await this.#beginAnew();
    }
  }

  async #address(): Promise<string> {
    try {
      if (this.#token === "") await this.#renew();
    } catch (error) {
      if (error instanceof RestError) this.#refuse(error);
      throw error;
    }
    return `${location.origin.replace(/^http/, "ws")}/gateway/`;
  }

  #refuse(error: RestError): void {
    this.close();
    this.#become("refused", error);
  }

  #renew(): Promise<void> {
    this.#renewing ??= this.#newToken().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #newToken(): Promise<void> {
    this.#token = await this.#deps.newToken();
  }

  #become(status: Link["status"], error?: unknown): void {
    this.#link = { status, error };
    this.changed();
  }
}
