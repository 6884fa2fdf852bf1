// The bytes in a world: files of messages and images, as a world file has them.
import type { WorldFile } from "@antechamber/contract/control";
import type { ReadContext } from "../../../platform/context.ts";
import { nextTurn } from "../../../platform/async/event-loop.ts";
import {
  attachments,
  encodedBytes,
  type AttachmentRecord,
} from "../../../domains/messages/files/attachment.ts";
import { filesOf, messages } from "../../../domains/messages/message.ts";
import { images } from "../../../domains/users/image.ts";
import type { ExportBudget } from "./export-budget.ts";
import { paged } from "./paged.ts";

type Entry<K extends "files" | "images"> = NonNullable<WorldFile[K]>[number];

/** Files of messages, each distinct content once; files without a message are left out. */
export async function fileEntries(
  ctx: ReadContext,
  budget: ExportBudget,
): Promise<Entry<"files">[]> {
  const fileIds = new Set<string>();
  for await (const message of paged(ctx, messages)) {
    for (const file of [...filesOf(message), ...(message.snapshotFiles ?? [])])
      fileIds.add(file.id);
  }
  const byDigest = new Map<string, AttachmentRecord[]>();
  for await (const file of paged(ctx, attachments)) {
    if (fileIds.has(file.id))
      byDigest.set(file.digest, [...(byDigest.get(file.digest) ?? []), file]);
  }
  const found: Entry<"files">[] = [];
  for (const [sha256, files] of byDigest) {
    const data = await encodedBytes(ctx, { digest: sha256, size: files[0]?.size ?? 0 });
    const sharing = files.map(({ digest: _digest, size: _size, ...file }) => file);
    found.push(budget.spendWith({ sha256, data, attachments: sharing }));
    await nextTurn();
  }
  return found;
}

/** Images as a world file has them. */
export async function imageEntries(
  ctx: ReadContext,
  budget: ExportBudget,
): Promise<Entry<"images">[]> {
  const found: Entry<"images">[] = [];
  for await (const { hash, contentType, base64 } of paged(ctx, images)) {
    found.push(budget.spendWith({ hash, content_type: contentType, data: base64 }));
  }
  return found;
}
