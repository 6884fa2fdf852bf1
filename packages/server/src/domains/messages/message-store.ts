// Stores and deletes messages together with their search documents. Every change that affects what
// a search finds must go through here.
import type { Writer } from "../../platform/store.ts";
import { compoundKey } from "../../platform/records/compound-keys.ts";
import { messages, type MessageRecord } from "./message.ts";
import { searchDocument, searchDocuments } from "./search-document.ts";

/** Stores a new or changed message. */
export function storeMessage(tx: Writer, message: MessageRecord): void {
  tx.put(messages, message);
  const document = searchDocument(message);
  if (document !== undefined) tx.put(searchDocuments, document);
}

/** Deletes a message. */
export function dropMessage(tx: Writer, message: MessageRecord): void {
  tx.delete(messages, messages.key(message));
  const { guild_id, id, visibleTo } = message;
  if (guild_id === undefined || visibleTo !== undefined) return;
  tx.delete(searchDocuments, compoundKey(guild_id, id));
}
