// Members of a guild. Its owner and its bots are members even if the file does not list them.
import { WorldMember } from "@antechamber/contract/control";
import { timestamp, type Static } from "@antechamber/contract/schema";
import { guildInstalls } from "../../../domains/applications/installs.ts";
import { members, type MemberRecord } from "../../../domains/guilds/guild.ts";
import type { WorldBuilder } from "../world-builder.ts";
import type { Place } from "../json-path.ts";
import type { GuildBuilder } from "../guild-builder.ts";
import { personId } from "../people.ts";
import { asTimestamp } from "../timestamps.ts";
import { forEachEntry, type PlacedEntry } from "./placed-entries.ts";

type MemberEntry = Static<typeof WorldMember>;

export const ALREADY_MEMBER = "this user is a member already";

/** Loads the members of a guild, and adds its owner and its bots. */
export function loadMembers(
  builder: WorldBuilder,
  guild: GuildBuilder,
  entries: readonly (MemberEntry | undefined)[],
): void {
  const bots = botsOf(builder, guild);
  const present = new Set<string>();
  forEachEntry(entries, [...guild.place, "members"], (at) => {
    const member = memberOf(builder, guild, at);
    if (member === undefined) return;
    const { user_id: id } = member;
    const path = [...at.place, "user"];
    if (present.has(id)) builder.issue(path, ALREADY_MEMBER);
    if (builder.bots.has(id) && !bots.has(id)) {
      builder.issue(path, "this bot is not installed here with the scope bot");
    }
    present.add(id);
    builder.put(members, member);
  });
  for (const id of [guild.ownerId, ...bots]) {
    if (present.has(id)) continue;
    present.add(id);
    builder.put(members, memberRecord(builder, guild, { id, entry: {}, roles: [] }));
  }
}

/** The applications whose bots are in the guild. */
function botsOf(builder: WorldBuilder, guild: GuildBuilder): ReadonlySet<string> {
  const installs = builder.all(guildInstalls);
  const withBot = installs.filter(
    (install) => install.guild_id === guild.id && install.scopes.includes("bot"),
  );
  return new Set(
    withBot.map((install) => install.application_id).filter((id) => builder.bots.has(id)),
  );
}

/** A member's record from their entry; undefined if the entry names no user. */
export function memberOf(
  builder: WorldBuilder,
  guild: GuildBuilder,
  { entry, place }: PlacedEntry<MemberEntry>,
): MemberRecord | undefined {
  const { user, roles = [] } = builder.resolved(
    WorldMember,
    { entry, place },
    { role: guild.roles },
  );
  const id = personId(user);
  checkRoles(builder, guild, { roles, place: [...place, "roles"] });
  const existing = roles.filter((role) => role !== undefined);
  return id === undefined
    ? undefined
    : memberRecord(builder, guild, { id, entry, roles: existing });
}

interface KnownMember {
  readonly id: string;
  readonly entry: Partial<MemberEntry>;
  readonly roles: readonly string[];
}

function memberRecord(
  builder: WorldBuilder,
  guild: GuildBuilder,
  { id, entry, roles }: KnownMember,
): MemberRecord {
  const { user: _, joined_at, premium_since, communication_disabled_until, ...rest } = entry;
  const { onboarding_responses: chosen, ...fields } = rest;
  // A bot always has its managed role.
  const botRole = guild.botRoles.get(id) ?? [];
  return {
    ...members.defaults,
    ...fields,
    ...(chosen === undefined ? {} : { onboardingResponses: chosen }),
    ...(entry.pending === true ? { isUngreeted: true } : {}),
    guild_id: guild.id,
    user_id: id,
    roles: [...new Set([...roles, botRole].flat())],
    joined_at: asTimestamp(joined_at) ?? timestamp(builder.now),
    premium_since: asTimestamp(premium_since),
    communication_disabled_until: asTimestamp(communication_disabled_until),
  };
}

function checkRoles(
  builder: WorldBuilder,
  guild: GuildBuilder,
  { roles, place }: { readonly roles: readonly (string | undefined)[]; readonly place: Place },
): void {
  for (const [i, role] of roles.entries()) {
    const at = [...place, i];
    if (role === guild.id) builder.issue(at, "every member has this role without being given it");
    if (role !== undefined && roles.indexOf(role) < i) {
      builder.issue(at, "the member has this role already");
    }
  }
}

/** How many members a guild has, once they are loaded. */
export function memberCount(builder: WorldBuilder, guildId: string): number {
  return builder.all(members).filter(({ guild_id }) => guild_id === guildId).length;
}
