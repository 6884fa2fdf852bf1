import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { binaryMessage } from "./codec.ts";
import { JoiningRoom } from "./joining-room.ts";

const open: { destroy(): void }[] = [];

afterEach(() => {
  for (const each of open.splice(0)) each.destroy();
});

/** Both ends of a connection. */
async function aConnection(): Promise<{ readonly from: Socket; readonly to: Socket }> {
  const server = createServer().listen(0, "127.0.0.1");
  open.push({ destroy: () => server.close() });
  await once(server, "listening");
  const to = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const [from] = (await once(server, "connection")) as [Socket];
  open.push(from, to);
  return { from, to };
}

const LENGTH = 10_000;

/** The bytes of `count` messages, in which every byte names the receiver. */
async function received(to: Socket, count: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  while (bytes < count * (LENGTH + 4)) {
    const [chunk] = (await once(to, "data")) as [Buffer];
    chunks.push(chunk);
    bytes += chunk.length;
  }
  return Buffer.concat(chunks);
}

function expectOnly(bytes: Buffer, count: number, letter: number): void {
  for (let at = 0; at < count; at += 1) {
    const from = at * (LENGTH + 4);
    expect(bytes.readUInt16BE(from + 2)).toBe(LENGTH);
    expect(bytes.subarray(from + 4, from + 4 + LENGTH).every((each) => each === letter)).toBe(true);
  }
}

test("a client that pauses reading receives its own frames, whatever others were sent", async () => {
  const room = new JoiningRoom();
  const slow = await aConnection();
  const quick = await aConnection();
  slow.to.pause();
  const toQuick = received(quick.to, 2000);
  let count = 0;
  for (; count < 2000; count += 1) {
    room.write(slow.from, [binaryMessage(Buffer.alloc(LENGTH, 1))]);
    room.write(quick.from, [binaryMessage(Buffer.alloc(LENGTH, 2))]);
  }
  expect(slow.from.writableLength).toBeGreaterThan(0);
  expectOnly(await toQuick, count, 2);
  slow.to.resume();
  expectOnly(await received(slow.to, count), count, 1);
});
