// The program around a server that several processes share, which ends with its last client. A
// client is a connection, which the system also closes for a process that was killed.
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { after } from "../client/environment.ts";
import { startAntechamber } from "./start.ts";

/** The file by which clients find the server. */
export interface SharedServer {
  readonly url: string;
  readonly controlKey: string;
  /** The port to which clients stay connected. */
  readonly port: number;
}

/** The byte sent to a client once it is counted. */
const COUNTED = "\n";

/**
 * How long a server without clients lingers, in milliseconds, since the next test file soon
 * follows.
 */
const LINGER_MS = 1000;

/** How long to wait for the first client, in milliseconds. */
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
    // The system accepts a connection before this program has counted it.
    socket.write(COUNTED);
    socket.on("close", () => {
      clients -= 1;
      if (clients === 0) cancel = after(LINGER_MS, end);
    });
  });
  door.listen(0, "127.0.0.1", () => {
    const { port } = door.address() as AddressInfo;
    const kept: SharedServer = { url: server.url, controlKey: server.controlKey, port };
    // Renamed into place, so that a reader finds the whole file or none.
    writeFileSync(`${path}.new`, JSON.stringify(kept), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  });
}

const [, , path] = process.argv;
if (path === undefined) throw new Error("only the test kit starts the keeper");
await keep(path);
