import { MissingAccess } from "@antechamber/contract";
import { indexNotReady, searchMessages } from "@antechamber/contract/messages";
import { ApiError } from "../../platform/api-error.ts";
import type { Caller, ReadContext } from "../../platform/context.ts";
import { handleAsync, reply, type Binding } from "../../platform/handler.ts";
import { applicationOf, callerApplicationId } from "../applications/operations.ts";
import type { GuildRecord } from "../guilds/guild.ts";
import { guildOf } from "../guilds/operations.ts";
import { readsContent } from "../messages/readable.ts";
import { beginIndex, type SearchDeps, searchGuild } from "./operations.ts";
import { indexState, type IndexState } from "./search.ts";

/**
 * A guild that the caller's application may search. The error without the message content intent is
 * assumed, because the reference's is not public.
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

/** The handlers of searches, which yield to other long tasks. */
export function searchHandlers({ slicer }: Pick<SearchDeps, "slicer">): readonly Binding[] {
  return [
    // Not in a single transaction: the first search of a guild writes that its index was requested.
    handleAsync(searchMessages, async ({ work, caller }, { params, query }) => {
      const { guild, index, retryAfter } = await work.read((ctx) =>
        stateOf(ctx, caller, params.guild_id),
      );
      if (index.state === "untouched") {
        await work.transaction((ctx) => beginIndex(ctx, params.guild_id));
      }
      if (index.state !== "ready") return notReady(retryAfter);
      const userId = callerApplicationId(caller);
      const deps = {
        read: <T>(look: (ctx: ReadContext) => Promise<T>) => work.read(look),
        slicer,
      };
      const results = await searchGuild(deps, { guild, userId, query });
      return results === undefined ? notReady(indexNotReady.retry_after) : reply(200, results);
    }),
  ];
}

function notReady(retryAfter: number) {
  return reply(202, { ...indexNotReady, retry_after: retryAfter });
}

async function stateOf(ctx: ReadContext, caller: Caller, guildId: string) {
  const guild = await searchableGuild(ctx, caller, guildId);
  const index = await indexState(ctx, guildId);
  return { guild, index, retryAfter: secondsUntil(index, ctx.now) };
}
