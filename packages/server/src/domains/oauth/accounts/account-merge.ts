// A provisional account that is being merged into a full one. Source: protocol: lobbies-and-sdk 8.7.
import { AccountLocked } from "@antechamber/contract/oauth";
import { snowflakeKey } from "@antechamber/contract/schema";
import { ApiError } from "../../../platform/api-error.ts";
import type { ReadContext } from "../../../platform/context.ts";
import { compoundKey } from "../../../platform/records/compound-keys.ts";
import { tableOf } from "../../../platform/store.ts";

/** A merge that has begun and whose job has not run yet. */
export interface AccountMerge {
  readonly id: string;
  readonly application_id: string;
  /** The provisional account, which is deleted by the merge. */
  readonly source_user_id: string;
  /** The full account that everything is moved to. */
  readonly user_id: string;
}

export const accountMerges = tableOf<AccountMerge>()({
  name: "account_merge",
  key: (merge) => snowflakeKey(merge.id),
  indexes: {
    source: (merge) => merge.source_user_id,
    target: (merge) => compoundKey(merge.application_id, merge.user_id),
  },
});

/** @throws AccountLocked while the account is being merged */
export async function requireUnlocked(ctx: ReadContext, sourceUserId: string): Promise<void> {
  const search = { index: "source", value: sourceUserId } as const;
  if ((await ctx.tx.count(accountMerges, search)) > 0) throw new ApiError(AccountLocked);
}

/** Whether another account of the application is being merged into a full account. */
export async function isMergeTarget(
  ctx: ReadContext,
  applicationId: string,
  userId: string,
): Promise<boolean> {
  const value = compoundKey(applicationId, userId);
  return (await ctx.tx.count(accountMerges, { index: "target", value })) > 0;
}
