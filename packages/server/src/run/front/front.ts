// The front that a redirected program connects to instead of the platform: TLS under each guarded
// name, and a proxy that sends guarded names here and everything else to its destination.
import { createServer, connect, type AddressInfo, type Server, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { TLSSocket } from "node:tls";
import type { Clock } from "../../platform/clock.ts";
import {
  guardedDomains,
  guardedNetworks,
  isGuardedName,
} from "../../platform/network/guarded-names.ts";
import { isLoopback } from "../../platform/network/loopback.ts";
import { networks } from "../../platform/network/networks.ts";
import type { Authority } from "../certificates/authority.ts";
import { readConnectRequest, type TunnelTarget } from "./connect-request.ts";
import { joinStreams } from "./relay.ts";

export interface FrontDeps {
  readonly authority: Pick<Authority, "contextFor">;
  readonly clock: Pick<Clock, "after">;
  /** Where the service listens. */
  readonly service: TunnelTarget;
  /** The proxy in the operator's own environment, for everything that is not guarded. */
  readonly outerProxy?: OuterProxy | undefined;
  /** Called when a tunnel that would have reached the platform was refused. */
  readonly prevented: (address: string) => void;
}

export interface OuterProxy extends TunnelTarget {
  /** The value of the Proxy-Authorization header. */
  readonly authorization: string | undefined;
}

export interface Front {
  readonly port: number;
  /** Also listens on a Unix socket, for programs without a network. */
  listenAt(path: string): Promise<void>;
  stop(): Promise<void>;
}

/** Real milliseconds that a client has to send its first bytes. */
const FIRST_BYTES_TIMEOUT_MS = 10_000;
/** The most simultaneous connections. */
const CONNECTIONS_MAX = 10_000;
/** The content type of a TLS handshake record. Source: RFC 8446 5.1. */
const HANDSHAKE = 0x16;
const HTTP_PORTS: readonly number[] = [80, 443];
const ESTABLISHED = "HTTP/1.1 200 Connection Established\r\n\r\n";
const refusal = (status: string) =>
  `HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;

const isPlatformAddress = networks(guardedNetworks);

/** Opens the front on a port of this machine; 0 picks a free one. */
export async function openFront(port: number, deps: FrontDeps): Promise<Front> {
  const connections = new Connections(deps);
  const servers = [connections.server()];
  const [first] = servers as [Server];
  await untilListening(first, () => first.listen(port, "127.0.0.1"));
  return {
    port: (first.address() as AddressInfo).port,
    async listenAt(path) {
      const server = connections.server();
      servers.push(server);
      await untilListening(server, () => server.listen(path));
    },
    async stop() {
      const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)));
      connections.end();
      await Promise.all(closed);
    },
  };
}

function untilListening(server: Server, listen: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.once("listening", resolve);
    listen();
  });
}

class Connections {
  readonly #deps: FrontDeps;
  readonly #open = new Set<Socket>();

  constructor(deps: FrontDeps) {
    this.#deps = deps;
  }

  server(): Server {
    return createServer((socket) => {
      if (this.#open.size >= CONNECTIONS_MAX) {
        socket.destroy();
        return;
      }
      this.#track(socket);
      this.#receive(socket);
    });
  }

  end(): void {
    for (const socket of this.#open) socket.destroy();
  }

  #track(socket: Socket): void {
    this.#open.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => this.#open.delete(socket));
  }

  /**
   * Reads the first bytes, puts them back, and passes the connection on as TLS, as a
   * CONNECT request, or as HTTP.
   */
  #receive(socket: Socket): void {
    let bytes = Buffer.alloc(0);
    const cancel = this.#deps.clock.after(FIRST_BYTES_TIMEOUT_MS, () => socket.destroy());
    const settle = (next: (rest: Buffer) => void, consumed = 0) => {
      cancel();
      socket.off("data", onData).off("close", cancel);
      socket.pause();
      next(bytes.subarray(consumed));
    };
    const putBack = (next: () => void) => (rest: Buffer) => {
      if (rest.length > 0) socket.unshift(rest);
      next();
    };
    const onData = (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      if (bytes[0] === HANDSHAKE) return settle(putBack(() => this.#encrypt(socket)));
      const request = readConnectRequest(bytes);
      if (request.is === "malformed") return settle(() => socket.end(refusal("400 Bad Request")));
      if (request.is === "another") return settle(putBack(() => this.#serve(socket)));
      if (request.is === "whole") {
        const { target, length } = request;
        const head = bytes.subarray(0, length);
        settle((rest) => this.#tunnel(socket, target, { head, rest }), length);
      }
    };
    socket.on("data", onData).on("close", cancel);
    socket.resume();
  }

  /** Terminates TLS for a guarded name; any other name (SNI) has no certificate. */
  #encrypt(socket: Socket): void {
    const { contextFor } = this.#deps.authority;
    const encrypted = new TLSSocket(socket, {
      isServer: true,
      secureContext: contextFor(guardedDomains[0]),
      ALPNProtocols: ["http/1.1"],
      SNICallback: (name, done) => {
        if (isGuardedName(name)) done(null, contextFor(name.toLowerCase()));
        else done(new Error(`${name} is not guarded`));
      },
    });
    encrypted.on("error", () => socket.destroy());
    encrypted.once("secure", () => this.#serve(encrypted));
  }

  #serve(client: Duplex): void {
    const service = connect(this.#deps.service);
    this.#track(service);
    joinStreams(client, service);
  }

  #tunnel(
    client: Socket,
    target: TunnelTarget,
    { head, rest }: { head: Buffer; rest: Buffer },
  ): void {
    const { host, port } = target;
    const isGuarded = isGuardedName(host);
    if (isGuarded && HTTP_PORTS.includes(port)) {
      client.write(ESTABLISHED);
      if (rest.length > 0) client.unshift(rest);
      this.#receive(client);
      return;
    }
    if (isGuarded || isPlatformAddress(host)) {
      this.#deps.prevented(`${host}:${port}`);
      client.end(refusal("403 Forbidden"));
      return;
    }
    if (rest.length > 0) client.unshift(rest);
    this.#connectElsewhere(client, target, head);
  }

  #connectElsewhere(client: Socket, target: TunnelTarget, head: Buffer): void {
    const { outerProxy } = this.#deps;
    const isThroughProxy = outerProxy !== undefined && !isLoopback(target.host);
    const { host, port } = isThroughProxy ? outerProxy : target;
    const upstream = connect({ host, port });
    this.#track(upstream);
    const unreachable = () => client.end(refusal("502 Bad Gateway"));
    upstream.once("error", unreachable);
    upstream.once("connect", () => {
      upstream.off("error", unreachable);
      if (isThroughProxy) upstream.write(requestWithCredential(outerProxy, head));
      else client.write(ESTABLISHED);
      joinStreams(client, upstream);
    });
  }
}

/** The request as it was received, with the outer proxy's credential added. */
function requestWithCredential({ authorization }: OuterProxy, head: Buffer): Buffer {
  if (authorization === undefined) return head;
  const own = Buffer.from(`Proxy-Authorization: ${authorization}\r\n\r\n`);
  return Buffer.concat([head.subarray(0, head.length - 2), own]);
}
