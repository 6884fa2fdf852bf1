// The program around a server that several processes share: it ends with its last client. A client is a
// connection, which the system closes also for a process that was killed.
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { after } from "../client/environment.ts";
import { startAntechamber } from "./start.ts";

/** What clients read to find the server. */
export interface KeptServer {
  readonly url: string;
  readonly controlKey: string;
  /** Where clients stay connected. */
  readonly port: number;
}

/** What a client is sent for whom the server stays. */
const COUNTED = "\n";

/** How long a server stays without clients: the next file of a run comes within this time. */
const LINGER_MS = 1000;

/** How long the first client may take to come. */
const FIRST_CLIENT_MS = 30_000;

async function keep(path: string): Promise<void> {
  const server = await startAntechamber({ inProcess: true });
  let clients = 0;
  let isEnding = false;
  let cancel = after(FIRST_CLIENT_MS, end);

  function end(): void {
    isEnding = true;
    rmSync(path, { force: true });
    void server.stop().finally(() => process.exit(0));
  }

  const door = createServer((socket) => {
    socket.on("error", () => undefined);
    if (isEnding) return void socket.destroy();
    clients += 1;
    cancel();
    socket.resume();
    // The system connects a client before this program has counted it.
    socket.write(COUNTED);
    socket.on("close", () => {
      clients -= 1;
      if (clients === 0) cancel = after(LINGER_MS, end);
    });
  });
  door.listen(0, "127.0.0.1", () => {
    const { port } = door.address() as AddressInfo;
    const kept: KeptServer = { url: server.url, controlKey: server.controlKey, port };
    // A reader finds all of it or nothing.
    writeFileSync(`${path}.new`, JSON.stringify(kept), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  });
}

const [, , path] = process.argv;
if (path === undefined) throw new Error("the keeper is started by the test kit alone");
await keep(path);
