// Relays: listening sockets on both sides of the wall. A port of this machine is the same inside and
// outside: a connection to it on one side is led through a Unix socket to the server on the other.
import {
  createServer,
  connect,
  type ListenOptions,
  type Server,
  type Socket,
  type TcpNetConnectOpts,
} from "node:net";
import { rm } from "node:fs/promises";
import type { Cancel, Clock } from "../../platform/clock.ts";
import { joinStreams } from "../front/relay.ts";

/** Milliseconds between two scans for ports on which a program listens. */
const SCAN_MS = 100;

export type Target = { readonly path: string } | TcpNetConnectOpts;

/** Opens one end of a relay; undefined if the address is in use. */
export function openRelay(at: ListenOptions, to: Target): Promise<Server | undefined> {
  return openListener(at, (client) => joinStreams(client, connect(to)));
}

/** Listens; undefined if the address is in use. */
export function openListener(
  at: ListenOptions,
  onConnection: (client: Socket) => void,
): Promise<Server | undefined> {
  const server = createServer(onConnection);
  return new Promise((resolve) => {
    server.once("error", () => resolve(undefined));
    server.listen(at, () => resolve(server));
  });
}

export interface Watch {
  readonly clock: Pick<Clock, "after">;
  /** Returns the ports that should have a relay now. */
  readonly portsToRelay: () => Promise<ReadonlySet<number>>;
  readonly open: (port: number) => Promise<Server | undefined>;
}

/** Keeps a relay open for each wanted port, until it is stopped. */
export function keepRelays({ clock, portsToRelay, open }: Watch): { stop: () => Promise<void> } {
  const relays = new Map<number, Server | undefined>();
  let isStopped = false;
  let cancel: Cancel = () => undefined;
  let turn = Promise.resolve();

  async function scan(): Promise<void> {
    const ports = await portsToRelay();
    for (const [port, server] of relays) {
      if (ports.has(port)) continue;
      server?.close();
      relays.delete(port);
    }
    for (const port of ports) if (!relays.has(port)) relays.set(port, await open(port));
  }

  function scanRepeatedly(): void {
    turn = scan()
      // If reading fails, the next scan tries again.
      .catch(() => undefined)
      .finally(() => {
        if (!isStopped) cancel = clock.after(SCAN_MS, scanRepeatedly);
      });
  }
  scanRepeatedly();
  return {
    async stop() {
      isStopped = true;
      cancel();
      await turn;
      for (const server of relays.values()) server?.close();
    },
  };
}

/** Opens a relay at a path, after removing a socket that an earlier process left there. */
export async function openPath(path: string, to: Target): Promise<Server | undefined> {
  await rm(path, { force: true });
  return openRelay({ path }, to);
}
