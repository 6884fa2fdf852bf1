// The connections of a gateway, from upgrade to close.
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { limits } from "@antechamber/contract";
import { CloseCode } from "@antechamber/contract/gateway";
import { WebSocket, WebSocketServer } from "ws";
import type { CallerAddresses } from "../../platform/network/caller-addresses.ts";
import { refuseUpgrade } from "../../platform/network/refuse-upgrade.ts";
import type { Clock, Millis } from "../../platform/clock.ts";
import type { TakeFault } from "../../platform/faults/fault-injection.ts";
import {
  ClientConnection,
  type AcceptedConnection,
  type ConnectionDeps,
  type HandedOverConnection,
} from "./socket.ts";
import { ConnectionsByAddress, type AddressLimits } from "./connections-by-address.ts";
import { readConnectionParams } from "./wire/connection-params.ts";
import { unreadable, type Refusal } from "./wire/refusal.ts";

/** Longest message in bytes; the rest of a longer one is not even read. */
const MESSAGE_MAX_BYTES = 65_536;
/** The close code with which a WebSocket rejects a message above that length. */
const MESSAGE_TOO_BIG = 1009;
/** Real time that clients get to disconnect by themselves when the service stops. */
const LEAVE_PATIENCE_MS = 1000;
/** Close code of a service that restarts: clients resume, or identify again. */
const SERVICE_RESTART = 1012;
/**
 * Sent with 4004, after which libraries do not reconnect: no user is left whom their token could
 * sign in.
 */
const WORLD_IS_GONE = "The world was deleted.";

/**
 * Uses one close code for everything that cannot be read. Source: protocol: gateway-oauth-limits
 * 4.2.
 */
class GatewayWebSocket extends WebSocket {
  override close(code?: number, reason?: string | Buffer): void {
    if (code === MESSAGE_TOO_BIG) super.close(unreadable.code, unreadable.reason);
    else super.close(code, reason);
  }
}

/** The type definitions do not have `closeTimeout` yet. */
const serverOptions = {
  noServer: true,
  WebSocket: GatewayWebSocket,
  maxPayload: MESSAGE_MAX_BYTES,
  // UTF-8 is validated where messages are decoded.
  skipUTF8Validation: true,
  closeTimeout: limits.closeWait.value,
  // `Connections` keeps track of all clients itself.
  clientTracking: false,
};

/** An error also closes its socket, so there is nothing to do. */
const closesIt = (): void => undefined;

export interface ConnectionsDeps extends ConnectionDeps {
  readonly addresses: Pick<CallerAddresses, "addressOf">;
  readonly addressLimits: AddressLimits;
}

/** A socket that was just upgraded, with parameters that may be invalid. */
interface OpenedSocket extends Omit<AcceptedConnection, "params" | "countedBy"> {
  readonly params: AcceptedConnection["params"] | Refusal;
}

export class Connections {
  readonly #deps: ConnectionsDeps;
  readonly #server = new WebSocketServer(serverOptions);
  readonly #open = new Map<WebSocket, ClientConnection | undefined>();
  readonly #byAddress: ConnectionsByAddress;
  /**
   * Event handlers shared by all sockets, with the socket as `this`: a closure for each of so many
   * would take too much memory.
   */
  readonly #onMessage: (this: WebSocket, bytes: Buffer) => void;
  readonly #onClose: (this: WebSocket, code: number) => void;
  #isStopping = false;
  #emptied: (() => void) | undefined;

  constructor(deps: ConnectionsDeps) {
    this.#deps = deps;
    this.#byAddress = new ConnectionsByAddress(deps.addressLimits);
    const open = this.#open;
    const forget = (ws: WebSocket) => this.#forget(ws);
    this.#onMessage = function received(bytes) {
      open.get(this)?.received(bytes);
    };
    this.#onClose = function closed(code) {
      const connection = open.get(this);
      forget(this);
      connection?.closed(code);
    };
  }

  get size(): number {
    return this.#open.size;
  }

  /** Answers an upgrade request. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const params = readConnectionParams(request.url ?? "");
    if (params === undefined) return refuseUpgrade(socket, "404 Not Found");
    if (this.#isStopping) return refuseUpgrade(socket, "503 Service Unavailable");
    const address = this.#deps.addresses.addressOf(request);
    if (this.#byAddress.isFull(address)) return refuseUpgrade(socket, "429 Too Many Requests");
    const { host } = request.headers;
    this.#server.handleUpgrade(request, socket, head, (ws) =>
      this.#accept({ ws, socket, params, address, host }),
    );
  }

  /** A separate method, since closures created in `upgrade` would keep the request alive. */
  #accept({ ws, socket, params, address, host }: OpenedSocket): void {
    ws.on("error", closesIt);
    this.#byAddress.add(address, ws);
    if ("code" in params) return this.#refuse(ws, address, params);
    this.#begin({ ws, socket, params, address, host, countedBy: this.#byAddress });
  }

  #begin(accepted: AcceptedConnection | HandedOverConnection): void {
    const { ws } = accepted;
    ws.on("message", this.#onMessage).on("close", this.#onClose);
    this.#open.set(ws, undefined);
    this.#open.set(ws, new ClientConnection(this.#deps, accepted));
  }

  /** Takes over a connection that another gateway accepted, and that stays counted there. */
  adopt(handed: HandedOverConnection): void {
    if (!this.#isStopping) return this.#begin(handed);
    const { ws, address, countedBy, outbox } = handed;
    ws.on("close", () => {
      countedBy.remove(address, ws);
      outbox.closed();
    });
    ws.close(SERVICE_RESTART, "The world is gone.");
  }

  /** Closes every connection, because its world is gone, and waits until all are closed. */
  async end(): Promise<void> {
    this.#isStopping = true;
    for (const [ws, connection] of this.#open) {
      const { AuthenticationFailed: code } = CloseCode;
      if (connection === undefined) ws.close(code, WORLD_IS_GONE);
      else connection.close(code, WORLD_IS_GONE);
    }
    await this.#allGone(LEAVE_PATIENCE_MS);
    for (const ws of this.#open.keys()) ws.terminate();
  }

  /** Invalidates every session: the world was replaced. */
  reset(): void {
    for (const connection of this.#open.values()) connection?.reset();
  }

  /** Injects a newly planned session fault into the open connections. */
  injectSessionFault(take: TakeFault): void {
    for (const connection of this.#open.values()) connection?.injectSessionFault(take);
  }

  /** Asks every client to disconnect, waits, and closes the remaining connections. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const connection of this.#open.values()) connection?.reconnect();
    await this.#allGone(LEAVE_PATIENCE_MS);
    for (const connection of this.#open.values()) {
      connection?.close(SERVICE_RESTART, "The service restarts.");
    }
    await this.#allGone(LEAVE_PATIENCE_MS);
    for (const ws of this.#open.keys()) ws.terminate();
    await this.#allGone(LEAVE_PATIENCE_MS);
  }

  /** Closes the connection after the same delay as HELLO, when the client is ready to receive. */
  #refuse(ws: WebSocket, address: string, { code, reason }: Refusal): void {
    this.#open.set(ws, undefined);
    const cancel = this.#deps.clock.after(this.#deps.helloDelayMs(), () => ws.close(code, reason));
    ws.on("close", () => {
      cancel();
      this.#byAddress.remove(address, ws);
      this.#forget(ws);
    });
  }

  #forget(ws: WebSocket): void {
    this.#open.delete(ws);
    if (this.#open.size === 0) this.#emptied?.();
  }

  async #allGone(patienceMs: Millis): Promise<void> {
    if (this.#open.size === 0) return;
    await untilCalled(this.#deps.clock, patienceMs, (call) => {
      this.#emptied = call;
    });
    this.#emptied = undefined;
  }
}

/** Resolves when the callback passed to `handOut` is called, or after `realMs` at the latest. */
function untilCalled(
  clock: Clock,
  realMs: Millis,
  handOut: (call: () => void) => void,
): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(realMs, resolve);
    handOut(() => {
      cancel();
      resolve();
    });
  });
}
