// How messages get into the store and out of it: with what searches find them by. Whatever changes
// what a search may ask for goes through here.
import type { Writer } from "../../platform/store.ts";
import { compoundKey } from "../../platform/records/compound-keys.ts";
import { messages, type MessageRecord } from "./message.ts";
import { searchDocument, searchDocuments } from "./search-document.ts";

/** Stores a new or changed message. */
export function keepMessage(tx: Writer, message: MessageRecord): void {
  tx.put(messages, message);
  const document = searchDocument(message);
  if (document !== undefined) tx.put(searchDocuments, document);
}

/** Takes a message away. */
export function dropMessage(tx: Writer, message: MessageRecord): void {
  tx.delete(messages, messages.key(message));
  const { guild_id, id, visibleTo } = message;
  if (guild_id === undefined || visibleTo !== undefined) return;
  tx.delete(searchDocuments, compoundKey(guild_id, id));
}
