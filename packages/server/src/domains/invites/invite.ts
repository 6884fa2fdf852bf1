// The invite record, the list of users that one may be for, and their tables.
import { limits, type PermissionName } from "@antechamber/contract";
import { parseTimestamp, timestamp } from "@antechamber/contract/schema";
import type { ReadContext } from "../../platform/context.ts";
import { compareText } from "../../platform/records/storage-keys.ts";
import { tableOf } from "../../platform/store.ts";

/** An invite to a guild channel. Ages are in seconds; an age or use limit of 0 means unlimited. */
export interface InviteRecord {
  readonly code: string;
  readonly guild_id: string;
  readonly channel_id: string;
  /** Absent if it was created without a user, or the user was deleted. */
  readonly inviter_id?: string;
  readonly created_at: string;
  readonly max_age: number;
  readonly max_uses: number;
  readonly uses: number;
  readonly temporary: boolean;
  readonly target_type?: number;
  readonly target_user_id?: string;
  readonly target_application_id?: string;
  /** The roles that users get when they join by it. */
  readonly role_ids: readonly string[];
  /** The only user who may use it. */
  readonly only_user_id?: string;
  /** It is not listed and cannot be deleted. */
  readonly hidden?: true;
  /** It is a guild's vanity URL, whose uses are counted in its own record. */
  readonly isVanity?: true;
}

export const invites = tableOf<InviteRecord>()({
  name: "invite",
  key: (invite) => invite.code,
  indexes: {
    guild: (invite) => invite.guild_id,
    channel: (invite) => invite.channel_id,
  },
  deadline: expiryOf,
});

/** The target users of an invite, in the order in which they were named. */
export interface TargetUsersRecord {
  readonly code: string;
  readonly user_ids: readonly string[];
  readonly created_at: string;
}

export const inviteTargets = tableOf<TargetUsersRecord>()({
  name: "invite_target_users",
  key: (targets) => targets.code,
});

/** The defaults of an invite. */
export const inviteDefaults = {
  max_age: limits.inviteMaxAgeDefault.value,
  max_uses: 0,
  uses: 0,
  temporary: false,
  role_ids: [],
} as const satisfies Partial<InviteRecord>;

/** The permissions of which one suffices to list the invites of a guild. */
export const inviteReaders = [
  "MANAGE_GUILD",
  "VIEW_AUDIT_LOG",
] as const satisfies readonly PermissionName[];

/** When an invite expires, in Unix milliseconds; undefined if it does not expire. */
export function expiryOf({ created_at, max_age }: InviteRecord): number | undefined {
  const begun = parseTimestamp(created_at);
  return max_age === 0 || begun === undefined ? undefined : begun + max_age * 1000;
}

/** When an invite expires, in wire format, or null. */
export function expiresAt(invite: InviteRecord): string | null {
  const at = expiryOf(invite);
  return at === undefined ? null : timestamp(at);
}

/** True while an invite may be used. */
export function isLive(invite: InviteRecord, now: number): boolean {
  const end = expiryOf(invite);
  if (end !== undefined && end <= now) return false;
  return invite.max_uses === 0 || invite.uses < invite.max_uses;
}

/** The usable invites of a guild or channel that are not hidden, oldest first. */
export async function invitesOf(
  ctx: ReadContext,
  index: "guild" | "channel",
  id: string,
): Promise<readonly InviteRecord[]> {
  const all = await ctx.tx.find(invites, { index, value: id });
  return all
    .filter((invite) => invite.hidden !== true && isLive(invite, ctx.now))
    .toSorted((a, b) => compareText(a.created_at, b.created_at));
}
