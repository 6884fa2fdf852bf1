// Files in stores of earlier versions, which held the bytes of each file in one record: they are
// split into chunks when the service starts.
import type { Transactions } from "../../../platform/transactions.ts";
import { tableOf } from "../../../platform/store.ts";
import { attachments, fileChunks, fileSlices, type AttachmentRecord } from "./attachment.ts";

/** The bytes of a file, stored once for all identical files. */
export interface WholeFile {
  readonly digest: string;
  readonly base64: string;
}

export const wholeFiles = tableOf<WholeFile>()({
  name: "file_bytes",
  key: ({ digest }) => digest,
});

/** Splits all whole files, each in its own transaction, so that it can continue after a crash. */
export async function cutWholeFiles(work: Pick<Transactions, "transaction">): Promise<void> {
  for (let isDone = false; !isDone;) {
    isDone = await work.transaction(async ({ tx }) => {
      const [file] = await tx.find(wholeFiles, { limit: 1 });
      if (file === undefined) return true;
      const bytes = Buffer.from(file.base64, "base64");
      for (const slice of fileSlices(bytes, file.digest)) tx.put(fileChunks, slice);
      for (const each of await tx.find(attachments, { index: "digest", value: file.digest })) {
        const sized: AttachmentRecord = { ...each, size: bytes.byteLength };
        tx.put(attachments, sized);
      }
      tx.delete(wholeFiles, file.digest);
      return false;
    });
  }
}
