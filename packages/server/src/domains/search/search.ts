// Whether a guild's messages can be searched. They can, unless the world makes the guild's first
// search report a missing index, or older messages are still being indexed.
// Source: protocol: lobbies-and-sdk 9; 13, choice 20.
import { limits } from "@antechamber/contract";
import { snowflakeKey } from "@antechamber/contract/schema";
import type { Millis } from "../../platform/clock.ts";
import type { ReadContext } from "../../platform/context.ts";
import { tableOf } from "../../platform/store.ts";

/** Marks a guild whose index is built when it is first requested. */
export interface SearchIndexRecord {
  readonly guild_id: string;
  /** When it was first requested. */
  readonly askedAt?: Millis;
}

export const searchIndexes = tableOf<SearchIndexRecord>()({
  name: "search_index",
  key: (index) => snowflakeKey(index.guild_id),
});

/** Whether all messages that are older than the search index have been added to it. */
export interface SearchBackfillRecord {
  readonly name: "catch_up";
  readonly isDone: boolean;
}

export const searchBackfills = tableOf<SearchBackfillRecord>()({
  name: "search_catch_up",
  key: ({ name }) => name,
});

/** The record that says that all messages are indexed. */
export const caughtUp: SearchBackfillRecord = { name: "catch_up", isDone: true };

/** The state of a guild's index. */
export type IndexState =
  | { readonly state: "ready" }
  | { readonly state: "untouched" }
  | { readonly state: "catching_up" }
  | { readonly state: "indexing"; readonly readyAt: Millis };

export async function indexState(ctx: ReadContext, guildId: string): Promise<IndexState> {
  const record = await ctx.tx.get(searchIndexes, snowflakeKey(guildId));
  const backfill = await ctx.tx.get(searchBackfills, caughtUp.name);
  if (backfill?.isDone === false) return { state: "catching_up" };
  if (record === undefined) return { state: "ready" };
  if (record.askedAt === undefined) return { state: "untouched" };
  const readyAt = record.askedAt + limits.searchIndexing.value;
  return readyAt <= ctx.now ? { state: "ready" } : { state: "indexing", readyAt };
}
