// Entitlements: the record, its table and its view.
import type { Entitlement } from "@antechamber/contract/entitlements";
import { snowflakeKey, parseTimestamp, type Static } from "@antechamber/contract/schema";
import type { Millis } from "../../platform/clock.ts";
import { tableOf } from "../../platform/store.ts";

/** An entitlement of a user or, if it has a guild id, of a guild; then `user_id` is the buyer. */
export type EntitlementRecord = Static<typeof Entitlement> & {
  /** True for a test entitlement, which may be deleted. */
  readonly isTest?: true;
};

/** The index value of the entitlements of an application, or of one user or guild within it. */
export function entitledIn(
  applicationId: string,
  owner: { readonly user_id?: string | undefined; readonly guild_id?: string | undefined } = {},
): string {
  if (owner.guild_id !== undefined) return `${applicationId}:guild:${owner.guild_id}`;
  return owner.user_id === undefined ? applicationId : `${applicationId}:user:${owner.user_id}`;
}

export const entitlements = tableOf<EntitlementRecord>()({
  name: "entitlement",
  key: (entitlement) => snowflakeKey(entitlement.id),
  indexes: {
    in: ({ application_id: id, user_id, guild_id }) => [
      entitledIn(id),
      entitledIn(id, { user_id }),
      ...(guild_id === undefined ? [] : [entitledIn(id, { guild_id })]),
    ],
    sku: ({ sku_id }) => sku_id,
    owner: ({ user_id, guild_id }) => [user_id, ...(guild_id === undefined ? [] : [guild_id])],
  },
});

function isPast(moment: string | null, now: Millis): boolean {
  return moment !== null && (parseTimestamp(moment) ?? 0) <= now;
}

/** True for an entitlement that has ended. */
export function hasEnded({ ends_at }: EntitlementRecord, now: Millis): boolean {
  return isPast(ends_at, now);
}

/** True for an entitlement that is in effect now. */
export function isActive(entitlement: EntitlementRecord, now: Millis): boolean {
  const { deleted, starts_at } = entitlement;
  return !deleted && (starts_at === null || isPast(starts_at, now)) && !hasEnded(entitlement, now);
}

/** An entitlement in the format of the API. */
export function entitlementView({
  isTest: _test,
  ...entitlement
}: EntitlementRecord): Static<typeof Entitlement> {
  return entitlement;
}
