// A TCP proxy that can stall: connections stay open, but nothing that is sent arrives, as behind a
// router that has dropped its state.
import { once } from "node:events";
import { createConnection, createServer, type AddressInfo, type Socket } from "node:net";

export interface StallingProxy {
  readonly port: number;
  stall(): void;
  /** Ends all connections, and lets new ones work. */
  mend(): void;
  close(): Promise<void>;
}

export async function aStallingProxy(target: {
  readonly host: string;
  readonly port: number;
}): Promise<StallingProxy> {
  const sockets = new Set<Socket>();
  let isStalled = false;
  const carry = (from: Socket, to: Socket): void => {
    sockets.add(from);
    from.on("error", () => undefined);
    from.on("close", () => {
      sockets.delete(from);
      to.destroy();
    });
    from.on("data", (bytes: Buffer) => {
      if (!isStalled) to.write(bytes);
    });
  };
  const server = createServer((socket) => {
    const there = createConnection(target.port, target.host);
    carry(socket, there);
    carry(there, socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const end = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    stall() {
      isStalled = true;
    },
    mend() {
      isStalled = false;
      end();
    },
    async close() {
      const closed = once(server, "close");
      server.close();
      end();
      await closed;
    },
  };
}
