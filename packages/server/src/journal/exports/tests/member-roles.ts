// The roles of members that applications changed.
import type { MemberRoles } from "./model.ts";
import type { Names } from "./names.ts";
import type { Wire } from "./visible-messages.ts";
import { jsonOf, type AppChange } from "./segments.ts";

/** `/guilds/1/members/2` and `/guilds/1/members/2/roles/3`. */
const MEMBER = /\/guilds\/(\d+)\/members\/(\d+)(?:\/roles\/(\d+))?$/;

interface RoleChange {
  readonly guild: string;
  readonly user: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** The ids of a member, and of the roles that a call added or removed. */
function changeBy({ entry }: AppChange): RoleChange | undefined {
  const [, guild, user, role] = MEMBER.exec(entry.url.split("?")[0] ?? "") ?? [];
  const change = changes[entry.name]?.(role ?? "", jsonOf(entry.requestBody) ?? {});
  if (guild === undefined || user === undefined || change === undefined) return undefined;
  return { guild, user, ...change };
}

type RolesOf = (role: string, body: Wire) => Pick<RoleChange, "added" | "removed"> | undefined;

/** Calls that change the roles of a member. */
const changes: Readonly<Record<string, RolesOf>> = {
  "guilds.addMemberRole": (role) => ({ added: [role], removed: [] }),
  "guilds.removeMemberRole": (role) => ({ added: [], removed: [role] }),
  // It names the roles that the member has afterwards, not those that it takes away.
  "guilds.editMember": (_role, { roles, ...others }) => {
    const isOfRoles = Array.isArray(roles) && roles.length > 0;
    if (!isOfRoles || Object.keys(others).length > 0) return undefined;
    return { added: roles.map(String), removed: [] };
  },
};

/** The names of everything in a change; undefined where something has no name of its own. */
function namedChange(change: RoleChange | undefined, names: Names): MemberRoles | undefined {
  if (change === undefined) return undefined;
  const user = names.user(change.user);
  const guild = names.isOnlyGuild(change.guild) ? undefined : names.nameOf(change.guild);
  const added = change.added.flatMap((id) => names.nameOf(id) ?? []);
  const removed = change.removed.flatMap((id) => names.nameOf(id) ?? []);
  const isNamed =
    user !== undefined &&
    (guild !== undefined || names.isOnlyGuild(change.guild)) &&
    added.length === change.added.length &&
    removed.length === change.removed.length;
  return isNamed ? { user, guild, added, removed } : undefined;
}

/** Whether a test can check the roles that a call changed. */
export function isAboutRoles(change: AppChange, names: Names): boolean {
  return !change.isLate && namedChange(changeBy(change), names) !== undefined;
}

/** What calls made of the roles of members, after the last of them. */
export function memberRoles(made: readonly AppChange[], names: Names): readonly MemberRoles[] {
  const members = new Map<string, MemberRoles>();
  for (const change of made) {
    const named = change.isLate ? undefined : namedChange(changeBy(change), names);
    if (named === undefined) continue;
    const key = JSON.stringify([named.guild, named.user]);
    const { added = [], removed = [] } = members.get(key) ?? {};
    members.set(key, {
      ...named,
      added: [...without(added, named.removed), ...without(named.added, added)],
      removed: [...without(removed, named.added), ...without(named.removed, removed)],
    });
  }
  return [...members.values()];
}

function without(roles: readonly string[], others: readonly string[]): readonly string[] {
  return roles.filter((role) => !others.includes(role));
}
