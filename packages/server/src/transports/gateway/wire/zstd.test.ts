import { constants, createZstdDecompress } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { seededRandom } from "../../../testing/seeded-random.ts";
import { ZstdStream } from "./zstd.ts";

/** Reads like a client: each message as soon as it arrives. */
function reader() {
  const stream = createZstdDecompress();
  let parts: Buffer[] = [];
  stream.on("data", (chunk: Buffer) => parts.push(chunk));
  return (message: Buffer) =>
    new Promise<Buffer>((resolve) => {
      stream.write(message);
      stream.flush(constants.ZSTD_e_flush, () => {
        resolve(Buffer.concat(parts));
        parts = [];
      });
    });
}

const noise = Buffer.from(seededRandom("noise").bytes(200_000));

/** Messages that compress well, and messages that do not compress at all. */
const anyMessage = fc.oneof(
  fc.string({ minLength: 1, maxLength: 300 }).map((text) => Buffer.from(text)),
  fc.integer({ min: 1, max: 400_000 }).map((length) => Buffer.alloc(length, "ab")),
  fc.integer({ min: 1, max: 200_000 }).map((length) => noise.subarray(0, length)),
);

const anyMessages = fc.array(anyMessage, { minLength: 1, maxLength: 8 });

test("each message decompresses completely by itself, in order, whatever it contains", async () => {
  await fc.assert(
    fc.asyncProperty(anyMessages, fc.nat(4), async (messages, plainCount) => {
      const stream = new ZstdStream();
      const read = reader();
      const plain = messages.slice(0, plainCount).map((message) => stream.plain(message));
      stream.openWindow();
      const compressed = await Promise.all(
        messages
          .slice(plainCount)
          .map((message) => new Promise<Buffer>((done) => stream.compress(message, done))),
      );
      const packed = [...plain, ...compressed];
      expect(stream.waitingBytes).toBe(0);
      for (const [i, message] of messages.entries()) {
        const got = await read(packed[i] ?? Buffer.alloc(0));
        expect(got.equals(message)).toBe(true);
      }
      stream.close();
    }),
    { numRuns: 40 },
  );
});

test("earlier messages make later ones shorter", async () => {
  const stream = new ZstdStream();
  const message = Buffer.from(seededRandom("once").bytes(5000));
  expect(stream.plain(message).length).toBeGreaterThan(message.length);
  expect(stream.hasWindow).toBe(false);
  stream.openWindow();
  const write = () => new Promise<Buffer>((done) => stream.compress(message, done));
  const [first, second] = [await write(), await write()];
  expect(second.length).toBeLessThan(first.length / 10);
  stream.close();
});
