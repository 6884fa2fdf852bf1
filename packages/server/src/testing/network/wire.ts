// A TCP proxy between a service and its database, which a test can cut or pause, as a failing
// network does.
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export interface Wire {
  /** The address of the database through the proxy. */
  readonly url: string;
  /** Ends every connection, and refuses new ones. */
  cut(): void;
  /** Keeps connections open but forwards nothing. */
  pause(): void;
  mend(): void;
  close(): Promise<void>;
}

/** @param target `postgres://user:password@host:port/database` */
export async function aWire(target: string): Promise<Wire> {
  const address = new URL(target);
  const sockets = new Set<Socket>();
  let state: "whole" | "paused" | "cut" = "whole";

  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => sockets.delete(socket));
  }

  function join(from: Socket, to: Socket): void {
    from.on("data", (bytes) => to.write(bytes));
    from.once("close", () => to.destroy());
    if (state === "paused") from.pause();
  }

  const server = createServer((client) => {
    if (state === "cut") return client.destroy();
    const database = connect(Number(address.port), address.hostname);
    keep(client);
    keep(database);
    join(client, database);
    join(database, client);
    return client;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const url = new URL(target);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    cut() {
      state = "cut";
      for (const socket of sockets) socket.destroy();
    },
    pause() {
      state = "paused";
      for (const socket of sockets) socket.pause();
    },
    mend() {
      state = "whole";
      for (const socket of sockets) socket.resume();
    },
    async close() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
