// A round-robin load balancer in front of several processes: each connection goes to the next
// process, or if that does not answer to the one after it.
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export interface RoundRobin {
  readonly url: string;
  close(): Promise<void>;
}

/** @param targets returns the addresses of the processes; called for each connection */
export async function roundRobin(targets: () => readonly string[]): Promise<RoundRobin> {
  const sockets = new Set<Socket>();
  let turn = 0;

  async function reached(): Promise<Socket | undefined> {
    const all = targets();
    for (let nth = 0; nth < all.length; nth += 1) {
      turn += 1;
      const { hostname, port } = new URL(all[turn % all.length] ?? "");
      const socket = connect(Number(port), hostname);
      try {
        await once(socket, "connect");
        return socket;
      } catch {
        // The next process may be alive.
      }
    }
    return undefined;
  }

  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => sockets.delete(socket));
  }

  const server = createServer({ pauseOnConnect: true }, (client) => {
    keep(client);
    void reached().then((target) => {
      if (target === undefined) return client.destroy();
      keep(target);
      client.once("close", () => target.destroy());
      // Clients retry after a reset, but not after a normal close.
      target.once("error", () => client.resetAndDestroy());
      target.once("close", () => client.destroy());
      client.pipe(target).pipe(client);
      return client;
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
