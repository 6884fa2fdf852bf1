// Merging a provisional account into the user who signs in: begun with the tokens, done by a job.
// Source: protocol: lobbies-and-sdk 8.5, 8.7, gateway-oauth-limits 5.4, 5.7.
import {
  ageKey,
  limits,
  MergeSourceBanned,
  MergeSourceNotProvisional,
  MergeTargetProvisional,
  TooManyIdentities,
  UserMergeOperationCompleted,
} from "@antechamber/contract";
import { ApiError } from "../../../platform/api-error.ts";
import type { Context, JobDeclaration } from "../../../platform/context.ts";
import type { ApplicationRecord } from "../../applications/application.ts";
import { userOf } from "../../users/operations.ts";
import { users, type UserRecord } from "../../users/user.ts";
import { accountMerges, requireUnlocked, type AccountMerge } from "./account-merge.ts";
import {
  externalIdentities,
  identitiesOf,
  identityRecord,
  type ExternalIdentity,
} from "./external-identity.ts";
import { clearUser } from "../installs/clearing.ts";
import { moveDirectMessages, moveLobbies, moveMemberships, movePurchases } from "./moving.ts";
import { revokeTokens } from "../revoking.ts";

/** Who signs in, and which player of another service they prove to be. */
export interface MergeRequest {
  readonly application: ApplicationRecord;
  readonly user_id: string;
  readonly identity: ExternalIdentity;
}

/**
 * Links an identity to the user who signs in. A provisional account that it stood for is merged
 * into the user's, soon and by itself.
 *
 * @throws MergeTargetProvisional, MergeSourceNotProvisional, MergeSourceBanned, TooManyIdentities,
 *   AccountLocked
 */
export async function beginMerge(ctx: Context, request: MergeRequest): Promise<void> {
  const { application, identity, user_id } = request;
  const target = await userOf(ctx, user_id);
  if (target.isProvisional === true) throw new ApiError(MergeTargetProvisional);
  if (target.isBanned) throw new ApiError(MergeSourceBanned);
  const known = await identityRecord(ctx, application.id, identity);
  if (known?.user_id === user_id) return;
  const moved = known === undefined ? 1 : await movable(ctx, application, known.user_id);
  const own = await identitiesOf(ctx, application.id, user_id);
  if (own.length + moved > limits.identitiesPerAccount.value) {
    throw new ApiError(TooManyIdentities);
  }
  if (known === undefined) {
    const { name: _, ...proven } = identity;
    ctx.tx.put(externalIdentities, { ...proven, application_id: application.id, user_id });
    return;
  }
  const merge = { id: ctx.id(), application_id: application.id, user_id };
  ctx.tx.put(accountMerges, { ...merge, source_user_id: known.user_id });
  ctx.schedule(mergeAccounts, ctx.now, { id: merge.id });
}

/**
 * How many identities come along with an account that may be merged.
 *
 * @throws MergeSourceNotProvisional, MergeSourceBanned, AccountLocked
 */
async function movable(ctx: Context, { id }: ApplicationRecord, sourceId: string): Promise<number> {
  const source = await userOf(ctx, sourceId);
  if (source.isProvisional !== true) throw new ApiError(MergeSourceNotProvisional);
  if (source.isBanned) throw new ApiError(MergeSourceBanned);
  await requireUnlocked(ctx, sourceId);
  return (await identitiesOf(ctx, id, sourceId)).length;
}

/** Moves everything to the full account, takes the provisional one away, and tells the user. */
export const mergeAccounts: JobDeclaration<{ readonly id: string }> = {
  name: "oauth.merge_accounts",
  async run(ctx, { id }) {
    const merge = await ctx.tx.get(accountMerges, ageKey(id));
    if (merge === undefined) return;
    ctx.tx.delete(accountMerges, ageKey(id));
    const [source, target] = await Promise.all([
      ctx.tx.get(users, ageKey(merge.source_user_id)),
      ctx.tx.get(users, ageKey(merge.user_id)),
    ]);
    // Either may have been removed meanwhile.
    if (source !== undefined && target !== undefined)
      await mergeNow(ctx, merge, { source, target });
  },
};

interface Accounts {
  readonly source: UserRecord;
  readonly target: UserRecord;
}

async function mergeNow(ctx: Context, merge: AccountMerge, { source, target }: Accounts) {
  const { application_id } = merge;
  const move = { from: source, to: target, application_id };
  await moveLobbies(ctx, move);
  await moveDirectMessages(ctx, move);
  await movePurchases(ctx, move);
  await moveMemberships(ctx, move);
  for (const identity of await identitiesOf(ctx, application_id, source.id)) {
    ctx.tx.put(externalIdentities, { ...identity, user_id: target.id });
  }
  await revokeTokens(ctx, source.id, application_id);
  await clearUser(ctx, source.id);
  ctx.tx.delete(users, ageKey(source.id));
  ctx.emit(
    UserMergeOperationCompleted,
    { kind: "users", user_ids: [target.id], application_id },
    { merge_operation_id: merge.id, source_user_id: source.id },
  );
}
