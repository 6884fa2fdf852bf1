import { EventEmitter } from "node:events";
import { Duplex } from "node:stream";
import { setImmediate as aTurn } from "node:timers/promises";
import { constants, inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { encodeDispatch, type Framing } from "./codec.ts";
import { OutboxBudget } from "./outbox-budget.ts";
import { Outbox } from "./outbox.ts";
import { WriteTurns } from "./write-turns.ts";

const limits = { outboxSize: 1000, outboxesTotal: 1_000_000, zstdConnections: 1 };

/** An outbox, with what was written to its socket, and a client that reads or does not. */
function anOutbox(framing: Framing, { isRead = true, turns = new WriteTurns() } = {}) {
  const written: Buffer[] = [];
  let take: () => void = () => undefined;
  const socket = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      written.push(chunk);
      if (isRead) done();
      else take = done;
    },
    writableHighWaterMark: 100,
  });
  let isCut = false;
  const readyState: number = WebSocket.OPEN;
  const ws = Object.assign(new EventEmitter(), {
    readyState,
    terminate: () => {
      isCut = true;
    },
  });
  const budget = new OutboxBudget(limits);
  const outbox = new Outbox(ws as unknown as WebSocket, socket, { framing, budget, turns });
  return { outbox, written, ws, socket, isCut: () => isCut, take: () => take() };
}

const plain = { encoding: "json", compress: "none" } as const;
const anEvent = (content: string) => encodeDispatch("E", { content });

/** The payloads of short messages. Source: RFC 6455 5.2. */
function payloadsIn(bytes: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = at + 2 + bytes.readUInt8(at + 1);
    found.push(bytes.subarray(at + 2, end));
    at = end;
  }
  return found;
}

test("frames of one turn are sent in one write, each with its sequence number", async () => {
  const { outbox, written } = anOutbox(plain);
  for (const sequence of [9, 10, 1000]) outbox.push(anEvent(`é${sequence}`), sequence);
  expect(written).toEqual([]);
  await aTurn();
  expect(written).toHaveLength(1);
  const [bytes = Buffer.of()] = written;
  expect(payloadsIn(bytes).map((each) => JSON.parse(each.toString()) as unknown)).toEqual(
    [9, 10, 1000].map((s) => ({ t: "E", s, op: 0, d: { content: `é${s}` } })),
  );
});

test("a zlib stream that is sent in several writes decodes as one", async () => {
  const { outbox, written } = anOutbox({ encoding: "json", compress: "zlib-stream" });
  for (const turn of [1, 3]) {
    outbox.push(anEvent("one"), turn);
    outbox.push(anEvent("two"), turn + 1);
    await aTurn();
  }
  expect(written).toHaveLength(2);
  const stream = Buffer.concat(written.flatMap(payloadsIn));
  const text = inflateSync(stream, { finishFlush: constants.Z_SYNC_FLUSH }).toString();
  expect([...text.matchAll(/"s":(\d)/g)].map(([, s]) => s)).toEqual(["1", "2", "3", "4"]);
});

test("frames that wait for the turn are sent before one that is sent at once", () => {
  const { outbox, written } = anOutbox(plain);
  outbox.push(anEvent("last words"), 1);
  outbox.flush(() => written.push(Buffer.from("close")));
  expect(written.map((each) => each.includes("last words"))).toEqual([true, false]);
});

test("each flush of a compressed stream calls back once, after the frames before it", async () => {
  const { outbox, written } = anOutbox({ encoding: "json", compress: "zstd-stream" });
  outbox.openWindow();
  const calls: (readonly [string, number])[] = [];
  const note = (name: string) => () => calls.push([name, written.length]);
  const compressed = () => new Promise<void>((resolve) => outbox.flush(resolve));
  outbox.push(anEvent("one"), 1);
  outbox.flush(note("first"));
  outbox.flush(note("second"));
  await compressed();
  outbox.push(anEvent("two"), 2);
  await compressed();
  expect(calls).toEqual([
    ["first", 1],
    ["second", 1],
  ]);
});

test("a client is disconnected for its unread backlog, not for what one turn sends", async () => {
  const { outbox, written, isCut } = anOutbox(plain, { isRead: false });
  for (let s = 1; s <= 100; s += 1) outbox.push(anEvent("x".repeat(80)), s);
  await aTurn();
  expect([written.length, isCut()]).toEqual([1, false]);
  outbox.push(anEvent("x"), 101);
  await aTurn();
  expect([written.length, isCut()]).toEqual([1, true]);
});

test("a socket has a drain listener only while it has a backlog", async () => {
  const { outbox, socket, take } = anOutbox(plain, { isRead: false });
  const say = () => outbox.push(anEvent("x".repeat(80)), 1);
  const listeners: number[] = [];
  for (const act of [() => undefined, say, say, take, take]) {
    act();
    await aTurn();
    listeners.push(socket.listenerCount("drain"));
  }
  expect(listeners).toEqual([0, 1, 1, 1, 0]);
});

test("the first payload of a session does not count as backlog, later ones do", async () => {
  const { outbox, isCut } = anOutbox(plain, { isRead: false });
  outbox.beginCatchingUp();
  for (let s = 1; s <= 100; s += 1) outbox.push(anEvent("x".repeat(80)), s);
  outbox.endCatchingUp();
  await aTurn();
  const sayMore = async (times: number) => {
    for (let s = 101; s <= 100 + times; s += 1) {
      outbox.push(anEvent("x".repeat(80)), s);
      await aTurn();
    }
  };
  await sayMore(5);
  expect(isCut()).toBe(false);
  await sayMore(20);
  expect(isCut()).toBe(true);
});

test("a client that closes while others are written receives nothing more", async () => {
  const turns = new WriteTurns();
  const crowd = Array.from({ length: 500 }, () => anOutbox(plain, { turns }));
  for (const { outbox } of crowd) outbox.push(anEvent("x"), 1);
  await aTurn();
  const waiting = crowd.filter(({ written }) => written.length === 0);
  expect(waiting.length).toBeGreaterThan(100);
  for (const { ws } of waiting) ws.readyState = WebSocket.CLOSING;
  for (let i = 0; i < 20; i += 1) await aTurn();
  expect(waiting.filter(({ written }) => written.length > 0)).toEqual([]);
});
