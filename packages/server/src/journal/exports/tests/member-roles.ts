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

/** The ids of a member, and of the roles that a call added or removed. */
function changeBy({ entry }: AppChange): RoleChange | undefined {
  const [, guild, user, role] = MEMBER.exec(entry.url.split("?")[0] ?? "") ?? [];
  const change = changes[entry.name]?.(role ?? "", jsonOf(entry.requestBody) ?? {});
  if (guild === undefined || user === undefined || change === undefined) return undefined;
  return { guild, user, ...change };
}

/** The names of everything in a change; undefined where something has no name of its own. */
function namedChange(change: RoleChange, names: Names): MemberRoles | undefined {
  const user = names.user(change.user);
  const isOnlyGuild = names.isOnlyGuild(change.guild);
  const guild = isOnlyGuild ? undefined : names.nameOf(change.guild);
  const added = change.added.flatMap((id) => names.nameOf(id) ?? []);
  const removed = change.removed.flatMap((id) => names.nameOf(id) ?? []);
  const isNamed =
    user !== undefined &&
    (guild !== undefined || isOnlyGuild) &&
    added.length === change.added.length &&
    removed.length === change.removed.length;
  return isNamed ? { user, guild, added, removed } : undefined;
}

/** The roles that a call changed; undefined where it did something that a test cannot check. */
export function changedRoles(change: AppChange, names: Names): MemberRoles | undefined {
  const roles = change.isLate ? undefined : changeBy(change);
  return roles && namedChange(roles, names);
}

/** What calls made of the roles of members, after the last of them. */
export function memberRoles(made: readonly AppChange[], names: Names): readonly MemberRoles[] {
  const members = new Map<string, MemberRoles>();
  for (const named of made.flatMap((change) => changedRoles(change, names) ?? [])) {
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
