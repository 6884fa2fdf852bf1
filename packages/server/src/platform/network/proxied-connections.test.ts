import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { proxyHeader } from "../../testing/clients/proxy-header.ts";
import { callerAddresses } from "./caller-addresses.ts";
import { acceptProxyHeaders, PROXY_HEADER_TIMEOUT_MS } from "./proxied-connections.ts";

/** A server whose timeout is triggered by the test. */
async function aServer() {
  const waits: { readonly ms: number; readonly task: () => void }[] = [];
  const began = Promise.withResolvers<void>();
  const server = createServer((_request, response) => response.end("served"));
  const addresses = callerAddresses(["127.0.0.1"], () => undefined);
  const after = (ms: number, task: () => void) => {
    waits.push({ ms, task });
    began.resolve();
    return () => undefined;
  };
  acceptProxyHeaders(server, { addresses, clock: { after } });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { port, waits, began: began.promise, server };
}

test.each([
  ["nothing", Buffer.alloc(0)],
  ["half a header", proxyHeader({ source: [192, 0, 2, 1] }).subarray(0, 20)],
])("a proxy that sends %s is disconnected after a time-out", async (_case, bytes) => {
  const { port, waits, began, server } = await aServer();
  const socket = connect(port, "127.0.0.1");
  socket.write(bytes);
  await began;
  expect(waits).toMatchObject([{ ms: PROXY_HEADER_TIMEOUT_MS }]);
  const closed = once(socket, "close");
  waits[0]?.task();
  await closed;
  server.close();
});

test("a proxy that disconnects in the middle leaves nothing behind", async () => {
  const { port, began, server } = await aServer();
  const socket = connect(port, "127.0.0.1");
  socket.end(proxyHeader({ source: [192, 0, 2, 1] }).subarray(0, 20));
  await began;
  await once(socket, "close");
  server.close();
  await once(server, "close");
  expect(server.listening).toBe(false);
});
