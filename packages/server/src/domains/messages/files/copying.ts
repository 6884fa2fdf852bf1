// Copies the files of one message for another message.
import type { Attachment } from "@antechamber/contract/messages";
import type { Static } from "@antechamber/contract/schema";
import type { Context } from "../../../platform/context.ts";
import { copyFile } from "./attachment.ts";

/**
 * Copied files, and a function that replaces references to the originals by references to the
 * copies.
 */
export interface CopiedFiles {
  readonly copies: Static<typeof Attachment>[];
  readonly exchange: <V>(value: V) => V;
}

/** Copies files for a message of a channel. */
export async function copyFiles(
  ctx: Context,
  files: readonly Static<typeof Attachment>[],
  channelId: string,
): Promise<CopiedFiles> {
  const copies: Static<typeof Attachment>[] = [];
  const words = new Map<string, string>();
  for (const file of files) {
    const copy = await copyFile(ctx, file, channelId);
    copies.push(copy);
    words.set(file.id, copy.id).set(file.url, copy.url).set(file.proxy_url, copy.proxy_url);
  }
  return { copies, exchange: <V>(value: V) => exchanged(value, words) as V };
}

/** A copy of a value in which some strings are replaced, at any depth. */
function exchanged(value: unknown, by: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") return by.get(value) ?? value;
  if (Array.isArray(value)) return value.map((each) => exchanged(each, by));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, exchanged(each, by)]));
}
