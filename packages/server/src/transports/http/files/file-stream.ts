// Streams the bytes of a stored file in chunks, at the pace of the reader.
import { Readable } from "node:stream";
import { limits } from "@antechamber/contract";
import {
  chunkKey,
  FILE_CHUNK_BYTES,
  fileChunks,
  type AttachmentRecord,
} from "../../../domains/messages/files/attachment.ts";
import type { Cancel, Clock } from "../../../platform/clock.ts";
import type { Transactions } from "../../../platform/transactions.ts";
import type { ByteRange } from "./file-ranges.ts";

export interface StreamDeps {
  readonly work: Transactions;
  readonly clock: Clock;
}

/** The connection to the client, which closes when the client is gone. */
interface Reader {
  destroy(): unknown;
  once(event: "close", listener: () => void): unknown;
}

/** The bytes of a range. A reader that takes none for a while is disconnected. */
export function fileStream(
  deps: StreamDeps,
  { file, range }: { readonly file: AttachmentRecord; readonly range: ByteRange },
  reader: Reader,
): Readable {
  let cancel: Cancel | undefined;
  reader.once("close", () => cancel?.());
  async function* taken() {
    for await (const piece of piecesOf(deps.work, file, range)) {
      yield piece;
      cancel?.();
      cancel = deps.clock.after(limits.fileReaderPatience.value, () => reader.destroy());
    }
  }
  cancel = deps.clock.after(limits.fileReaderPatience.value, () => reader.destroy());
  return Readable.from(taken(), { objectMode: false, highWaterMark: FILE_CHUNK_BYTES });
}

async function* piecesOf(
  work: Transactions,
  { digest }: AttachmentRecord,
  { from, to }: ByteRange,
) {
  const first = Math.floor(from / FILE_CHUNK_BYTES);
  const last = Math.floor(to / FILE_CHUNK_BYTES);
  for (let n = first; n <= last; n += 1) {
    const chunk = await work.read(({ tx }) => tx.get(fileChunks, chunkKey(digest, n)));
    if (chunk === undefined) throw new Error("a file was deleted while it was read");
    const start = n * FILE_CHUNK_BYTES;
    yield Buffer.from(chunk.base64, "base64").subarray(Math.max(0, from - start), to + 1 - start);
  }
}
