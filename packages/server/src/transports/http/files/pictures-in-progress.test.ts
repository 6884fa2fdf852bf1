import { EventEmitter } from "node:events";
import { limits } from "@antechamber/contract";
import { expect, test } from "vitest";
import { FILE_CHUNK_BYTES } from "../../../domains/messages/files/attachment.ts";
import { PicturesInProgress } from "./pictures-in-progress.ts";
import type { ReplyConnection } from "../replies/when-gone.ts";

const most = limits.picturesUnderWay.value;
const large = 8 * 1024 * 1024;

function aPicture(hash: number, size = large) {
  return { hash: String(hash), base64: Buffer.alloc(size, hash).toString("base64") };
}

/** A connection to a client that stays, or that left before its picture was found. */
function aWay(closed = false) {
  return Object.assign(new EventEmitter(), { closed }) as EventEmitter & ReplyConnection;
}

test("readers of one image share its bytes until the last has finished", () => {
  const pictures = new PicturesInProgress();
  const ways = Array.from({ length: 100 }, () => aWay());
  const picture = aPicture(1);
  const [first, ...others] = ways.map((way) => pictures.take(picture, way));
  expect(first?.equals(Buffer.alloc(large, 1))).toBe(true);
  expect(others.every((each) => each === first)).toBe(true);
  for (const way of ways.slice(1)) way.emit("close");
  expect(pictures.take(picture, aWay(true))).toBe(first);
  ways[0]?.emit("close");
  expect(pictures.take(picture, aWay())).not.toBe(first);
});

test("images beyond the budget of bytes wait until others are finished", () => {
  const pictures = new PicturesInProgress();
  const room = Math.floor(most / large);
  const ways = Array.from({ length: room }, () => aWay());
  expect(ways.map((way, nth) => pictures.take(aPicture(nth), way))).not.toContain(undefined);
  expect(pictures.take(aPicture(room), aWay())).toBeUndefined();
  // Another reader of the same picture adds no bytes, and small pictures do not count.
  expect(pictures.take(aPicture(0), aWay())).toBeDefined();
  expect(pictures.take(aPicture(room, FILE_CHUNK_BYTES), aWay())).toBeDefined();
  ways[1]?.emit("close");
  expect(pictures.take(aPicture(room + 1), aWay())).toBeDefined();
  expect(pictures.take(aPicture(1), aWay())).toBeUndefined();
});

test("a client that left while its image was looked up takes no bytes", () => {
  const pictures = new PicturesInProgress();
  for (let nth = 0; nth < 20; nth += 1) {
    expect(pictures.take(aPicture(nth), aWay(true))).toBeDefined();
  }
});
