import { indexNotReady, MissingAccess, searchMessages } from "@antechamber/contract";
import { ApiError } from "../../platform/api-error.ts";
import type { Caller, ReadContext } from "../../platform/context.ts";
import { handleAsync, reply, type Binding } from "../../platform/handler.ts";
import { applicationOf, callerApplicationId } from "../applications/operations.ts";
import type { GuildRecord } from "../guilds/guild.ts";
import { guildOf } from "../guilds/operations.ts";
import { readsContent } from "../messages/readable.ts";
import type { SearchQuery } from "./conditions.ts";
import { beginIndex, searchGuild } from "./operations.ts";
import { indexState, type IndexState } from "./search.ts";

/**
 * A guild that the caller's application may search. The refusal without the intent is assumed: it
 * is not public.
 */
async function searchableGuild(
  ctx: ReadContext,
  caller: Caller,
  guildId: string,
): Promise<GuildRecord> {
  const guild = await guildOf(ctx, caller, guildId);
  const application = await applicationOf(ctx, callerApplicationId(caller));
  if (!readsContent(application)) throw new ApiError(MissingAccess);
  return guild;
}

function secondsUntil(state: IndexState, now: number): number {
  if (state.state !== "indexing") return indexNotReady.retry_after;
  return Math.ceil((state.readyAt - now) / 1000);
}

export const searchHandlers: readonly Binding[] = [
  // Outside of one transaction: the first search of a guild begins its index.
  handleAsync(searchMessages, async ({ work, caller }, { params, query }) => {
    const found = await work.read((ctx) => searched(ctx, caller, { ...params, query }));
    if ("results" in found) return reply(200, found.results);
    if (found.index.state === "untouched") {
      await work.transaction((ctx) => beginIndex(ctx, params.guild_id));
    }
    return reply(202, { ...indexNotReady, retry_after: found.retryAfter });
  }),
];

async function searched(
  ctx: ReadContext,
  caller: Caller,
  { guild_id, query }: { readonly guild_id: string; readonly query: SearchQuery },
) {
  const guild = await searchableGuild(ctx, caller, guild_id);
  const index = await indexState(ctx, guild_id);
  if (index.state !== "ready") return { index, retryAfter: secondsUntil(index, ctx.now) };
  const userId = callerApplicationId(caller);
  return { results: await searchGuild(ctx, { guild, userId, query }) };
}
