import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { forwardDatagrams, receiveDatagrams } from "./datagrams.ts";

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function aSocket(): Promise<Socket> {
  const socket = createSocket("udp4");
  cleanups.push(() => socket.close());
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return socket;
}

/** The inner port of a datagram echo server outside. */
async function throughTheWall(): Promise<number> {
  const server = await aSocket();
  server.on("message", (bytes, { port }) => {
    server.send(Buffer.concat([Buffer.from("got "), bytes]), port, "127.0.0.1");
  });
  const folder = await mkdtemp(join(tmpdir(), "antechamber-datagrams-"));
  cleanups.push(() => rm(folder, { recursive: true }));
  const path = join(folder, "sound");
  const outer = await forwardDatagrams(path, server.address().port);
  cleanups.push(() => outer?.close());
  return receiveDatagrams(0, path);
}

async function replyTo(client: Socket, port: number, text: string): Promise<string> {
  const answer = once(client, "message") as Promise<[Buffer]>;
  client.send(text, port, "127.0.0.1");
  const [bytes] = await answer;
  return bytes.toString();
}

test("a datagram to the inner port arrives outside, and the answer at its sender", async () => {
  const port = await throughTheWall();
  const [one, other] = [await aSocket(), await aSocket()];
  const long = "x".repeat(9_000);
  expect(await Promise.all([replyTo(one, port, "one"), replyTo(other, port, long)])).toEqual([
    "got one",
    `got ${long}`,
  ]);
  expect(await replyTo(one, port, "")).toBe("got ");
});

test("more senders than are tracked at once each receive their own answers", async () => {
  const port = await throughTheWall();
  const clients = await Promise.all(Array.from({ length: 103 }, () => aSocket()));
  for (const [i, client] of clients.entries()) {
    expect(await replyTo(client, port, `${i}`)).toBe(`got ${i}`);
  }
  expect(await replyTo(clients[0] as Socket, port, "again")).toBe("got again");
});
