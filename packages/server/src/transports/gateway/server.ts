// Every connection of a gateway, from its upgrade to its end.
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { limits } from "@antechamber/contract";
import { CloseCode } from "@antechamber/contract/gateway";
import { WebSocket, WebSocketServer } from "ws";
import type { CallerAddresses } from "../../platform/network/caller-addresses.ts";
import type { Clock, Millis } from "../../platform/clock.ts";
import type { Take } from "../../platform/faults/fault-injection.ts";
import { ClientConnection, type Accepted, type ConnectionDeps, type HandedOver } from "./socket.ts";
import { ConnectionsByAddress, type AddressLimits } from "./connections-by-address.ts";
import { readConnectionParams } from "./wire/connection-params.ts";
import { unreadable, type Refusal } from "./wire/refusal.ts";

/** Messages above this are not even read to their end. */
const MESSAGE_MAX_BYTES = 65_536;
/** The code with which a WebSocket ends by itself over a message that is longer. */
const MESSAGE_TOO_BIG = 1009;
/** Real time that clients have to leave by themselves when the service stops. */
const LEAVE_PATIENCE_MS = 1000;
/** Close code of a service that comes back: clients resume, or identify again. */
const SERVICE_RESTART = 1012;
/** Libraries do not come back after this code: there is nobody whom their token could sign in. */
const WORLD_IS_GONE = "The world was deleted.";

/**
 * Whatever cannot be read ends a connection with the same code. Source: protocol:
 * gateway-oauth-limits 4.2.
 */
class GatewayWebSocket extends WebSocket {
  override close(code?: number, reason?: string | Buffer): void {
    if (code === MESSAGE_TOO_BIG) super.close(unreadable.code, unreadable.reason);
    else super.close(code, reason);
  }
}

/** `closeTimeout` is younger than the types. */
const serverOptions = {
  noServer: true,
  WebSocket: GatewayWebSocket,
  maxPayload: MESSAGE_MAX_BYTES,
  // It is looked at where messages are decoded.
  skipUTF8Validation: true,
  closeTimeout: limits.closeWait.value,
  // All are known here anyway.
  clientTracking: false,
};

/** What goes wrong on a socket also closes it. */
const closesIt = (): void => undefined;

export interface ConnectionsDeps extends ConnectionDeps {
  readonly addresses: Pick<CallerAddresses, "of">;
  readonly addressLimits: AddressLimits;
}

/** A socket that was just upgraded, whatever it asks for. */
interface OpenedSocket extends Omit<Accepted, "params" | "countedBy"> {
  readonly params: Accepted["params"] | Refusal;
}

export class Connections {
  readonly #deps: ConnectionsDeps;
  readonly #server = new WebSocketServer(serverOptions);
  readonly #open = new Map<WebSocket, ClientConnection | undefined>();
  readonly #byAddress: ConnectionsByAddress;
  /** What all sockets call, each as `this`: there are too many of them for closures of their own. */
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

  /** Answers a request to upgrade. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const params = readConnectionParams(request.url ?? "");
    if (params === undefined) return refuseUpgrade(socket, "404 Not Found");
    if (this.#isStopping) return refuseUpgrade(socket, "503 Service Unavailable");
    const address = this.#deps.addresses.of(request);
    if (this.#byAddress.isFull(address)) return refuseUpgrade(socket, "429 Too Many Requests");
    const { host } = request.headers;
    this.#server.handleUpgrade(request, socket, head, (ws) =>
      this.#accept({ ws, socket, params, address, host }),
    );
  }

  /** A method of its own, since its closures would keep the whole request as long as they live. */
  #accept({ ws, socket, params, address, host }: OpenedSocket): void {
    ws.on("error", closesIt);
    this.#byAddress.add(address, ws);
    if ("code" in params) return this.#refuse(ws, address, params);
    this.#begin({ ws, socket, params, address, host, countedBy: this.#byAddress });
  }

  #begin(accepted: Accepted | HandedOver): void {
    const { ws } = accepted;
    ws.on("message", this.#onMessage).on("close", this.#onClose);
    this.#open.set(ws, undefined);
    this.#open.set(ws, new ClientConnection(this.#deps, accepted));
  }

  /** Goes on with a connection that another gateway accepted, and where it goes on being counted. */
  adopt(handed: HandedOver): void {
    if (!this.#isStopping) return this.#begin(handed);
    const { ws, address, countedBy, outbox } = handed;
    ws.on("close", () => {
      countedBy.remove(address, ws);
      outbox.closed();
    });
    ws.close(SERVICE_RESTART, "The world is gone.");
  }

  /** Closes every connection, since its world is gone, and waits until that is done. */
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

  /** The world was replaced: no session goes on. */
  reset(): void {
    for (const connection of this.#open.values()) connection?.reset();
  }

  /** A fault of sessions was planned: injects it into the open ones. */
  strikeWith(take: Take): void {
    for (const connection of this.#open.values()) connection?.strikeWith(take);
  }

  /** Asks every client to leave, waits a while, and closes the rest. */
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

  /** Closes as late as a connection would say HELLO, when the client can listen. */
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

/** Waits until what it hands out is called, or real time runs out. */
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

function refuseUpgrade(socket: Duplex, status: string): void {
  socket.on("error", () => undefined);
  socket.once("finish", () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
