import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { callerAddresses } from "../../../platform/network/caller-addresses.ts";
import { steerableClock } from "../../../platform/time/system-clock.ts";
import { closed, openSocket } from "../../../testing/clients/raw-http.ts";
import { boundSockets, type SocketBounds } from "./sockets.ts";

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const GET = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
/** More than the buffers of both ends hold. */
const LARGE = Buffer.alloc(64 * 1024 * 1024);

async function aServer(bounds: Partial<SocketBounds>, listener: RequestListener, trusted = "") {
  const server = createServer(listener);
  boundSockets(server, {
    clock: steerableClock(),
    addresses: callerAddresses(trusted === "" ? [] : [trusted], () => undefined),
    bounds: { perAddress: 100, writePatienceMs: 150, ...bounds },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  ends.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("an answer", () => {
  test("whose client stalls is abandoned", async () => {
    const gone = Promise.withResolvers<void>();
    const url = await aServer({}, (_request, response) => {
      response.on("close", gone.resolve);
      response.end(LARGE);
    });
    const socket = await openSocket(url);
    socket.pause();
    socket.write(GET);
    await gone.promise;
    socket.resume();
    await closed(socket);
    expect(socket.bytesRead).toBeLessThan(LARGE.length);
  });

  test("whose client reads it is sent completely, and the connection stays open", async () => {
    const url = await aServer({ writePatienceMs: 5000 }, (_request, response) => {
      response.end(LARGE);
    });
    for (let call = 0; call < 2; call++) {
      const response = await fetch(url);
      expect((await response.arrayBuffer()).byteLength).toBe(LARGE.length);
    }
  });

  test("that is not written yet may take its time", async () => {
    const url = await aServer({ writePatienceMs: 10 }, (_request, response) => {
      setTimeout(() => response.end("late"), 100);
    });
    expect(await (await fetch(url)).text()).toBe("late");
  });
});

describe("an address", () => {
  const answerAll: RequestListener = (_request, response) => response.end("here");

  test("may open a limited number of sockets, and another when one closes", async () => {
    const url = await aServer({ perAddress: 2 }, answerAll);
    const first = await openSocket(url);
    const second = await openSocket(url);
    // The socket is reset, perhaps before the client notices that it is open.
    await openSocket(url).then(closed, (error: unknown) => {
      expect(error).toMatchObject({ code: "ECONNRESET" });
    });
    expect([first.destroyed, second.destroyed]).toEqual([false, false]);
    first.destroy();
    second.destroy();
    await Promise.all([closed(first), closed(second)]);
    await expect.poll(async () => (await fetch(url)).text()).toBe("here");
  });

  test("of a trusted proxy is not limited", async () => {
    const url = await aServer({ perAddress: 1 }, answerAll, "127.0.0.1");
    const sockets = [await openSocket(url), await openSocket(url), await openSocket(url)];
    expect(await (await fetch(url)).text()).toBe("here");
    for (const socket of sockets) socket.destroy();
  });
});
