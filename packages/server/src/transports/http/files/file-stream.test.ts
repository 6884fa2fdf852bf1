import { EventEmitter } from "node:events";
import { limits } from "@antechamber/contract";
import { expect, test } from "vitest";
import {
  FILE_CHUNK_BYTES,
  type AttachmentRecord,
} from "../../../domains/messages/files/attachment.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Transactions } from "../../../platform/transactions.ts";
import { fileStream } from "./file-stream.ts";

const PIECES = 100;

/** A stored file of many chunks, and a clock whose timers the test fires. */
function aFile({ missing = PIECES } = {}) {
  const alarms = new Map<() => void, number>();
  const reads = { count: 0 };
  const work = {
    read: async () => {
      reads.count += 1;
      if (reads.count > missing) return undefined;
      return { base64: Buffer.alloc(FILE_CHUNK_BYTES, reads.count).toString("base64") };
    },
  };
  const clock = {
    after(ms: number, task: () => void) {
      alarms.set(task, ms);
      return () => alarms.delete(task);
    },
  };
  const reader = Object.assign(new EventEmitter<{ close: [] }>(), {
    isCut: false,
    destroy() {
      reader.isCut = true;
      reader.emit("close");
    },
  });
  const file = { digest: "0" } as AttachmentRecord;
  const range = { from: 0, to: PIECES * FILE_CHUNK_BYTES - 1 };
  const deps = { work: work as unknown as Transactions, clock: clock as unknown as Clock };
  return { stream: fileStream(deps, { file, range }, reader), reader, reads, alarms };
}

/** Runs everything that is only waiting for its turn. */
async function turns(): Promise<void> {
  for (let i = 0; i < 50; i += 1) await new Promise((resolve) => setImmediate(resolve));
}

test("no more of a file is buffered than its reader accepts", async () => {
  const { stream, reads } = aFile();
  stream.read(1);
  await turns();
  expect(reads.count).toBeLessThanOrEqual(3);
});

test("a reader that stalls is disconnected", async () => {
  const { stream, reader, alarms } = aFile();
  stream.read(1);
  await turns();
  expect([...alarms.values()]).toEqual([limits.fileReaderPatience.value]);
  for (const ring of alarms.keys()) ring();
  expect(reader.isCut).toBe(true);
  expect(alarms.size).toBe(0);
});

test("a reader that keeps reading receives every byte", async () => {
  const { stream, reader, alarms } = aFile();
  let bytes = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) bytes += piece.byteLength;
  expect([bytes, reader.isCut]).toEqual([PIECES * FILE_CHUNK_BYTES, false]);
  // The last bytes may still be in transit to a reader that has stopped.
  expect(alarms.size).toBe(1);
  reader.emit("close");
  expect(alarms.size).toBe(0);
});

test("a file that is deleted during the download ends with an error", async () => {
  const { stream } = aFile({ missing: 2 });
  const read = (async () => {
    for await (const piece of stream as AsyncIterable<Buffer>) expect(piece[0]).toBeGreaterThan(0);
  })();
  await expect(read).rejects.toThrow("deleted");
});
