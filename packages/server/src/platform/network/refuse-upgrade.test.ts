import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { refuseUpgrade } from "./refuse-upgrade.ts";

test("a refused upgrade is answered, and its connection is closed", async () => {
  const socket = new PassThrough();
  const answer = socket.toArray();
  refuseUpgrade(socket, "503 Service Unavailable");
  expect(Buffer.concat(await answer).toString()).toBe(
    "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
  );
  expect(socket.destroyed).toBe(true);
});

test("a client that resets the connection of its refused upgrade affects nothing else", () => {
  const socket = new PassThrough();
  refuseUpgrade(socket, "503 Service Unavailable");
  expect(() => socket.emit("error", new Error("read ECONNRESET"))).not.toThrow();
});
