// Members of a guild. Its owner and its bots are members whether named or not.
import { WorldMember } from "@antechamber/contract/control";
import { parseTimestamp, timestamp, type Static } from "@antechamber/contract/schema";
import { guildInstalls } from "../../domains/applications/installs.ts";
import { memberDefaults, members, type MemberRecord } from "../../domains/guilds/guild.ts";
import type { WorldBuilder } from "./world-builder.ts";
import type { Place } from "./json-path.ts";
import type { GuildBuilder } from "./guild-builder.ts";
import { personId } from "./people.ts";

type MemberEntry = Static<typeof WorldMember>;

/** Loads the members of a guild, and adds its owner and its bots. */
export function loadMembers(
  draft: WorldBuilder,
  guild: GuildBuilder,
  entries: readonly (MemberEntry | undefined)[],
): void {
  const bots = botsOf(draft, guild);
  const present = new Set<string>();
  for (const [i, entry] of entries.entries()) {
    if (entry === undefined) continue;
    const place = [...guild.place, "members", i];
    const member = memberOf(draft, guild, { entry, place });
    if (member === undefined) continue;
    const { user_id: id } = member;
    if (present.has(id)) draft.issue([...place, "user"], "this user is a member already");
    if (draft.bots.has(id) && !bots.has(id)) {
      draft.issue([...place, "user"], "this bot is not installed here with the scope bot");
    }
    present.add(id);
    draft.put(members, member);
  }
  for (const id of [guild.ownerId, ...bots]) {
    if (present.has(id)) continue;
    present.add(id);
    draft.put(members, memberRecord(draft, guild, { id, entry: {}, roles: [] }));
  }
}

/** The applications whose bots are in the guild. */
function botsOf(draft: WorldBuilder, guild: GuildBuilder): ReadonlySet<string> {
  const installs = draft.all(guildInstalls);
  const withBot = installs.filter(
    (install) => install.guild_id === guild.id && install.scopes.includes("bot"),
  );
  return new Set(
    withBot.map((install) => install.application_id).filter((id) => draft.bots.has(id)),
  );
}

/** A member's record from their entry; undefined where it names no user. */
export function memberOf(
  draft: WorldBuilder,
  guild: GuildBuilder,
  { entry, place }: { readonly entry: MemberEntry; readonly place: Place },
): MemberRecord | undefined {
  const { user, roles = [] } = draft.resolved(WorldMember, { entry, place }, { role: guild.roles });
  const id = personId(user);
  checkRoles(draft, guild, { roles, place: [...place, "roles"] });
  const known = roles.filter((role) => role !== undefined);
  return id === undefined ? undefined : memberRecord(draft, guild, { id, entry, roles: known });
}

interface KnownMember {
  readonly id: string;
  readonly entry: Partial<MemberEntry>;
  readonly roles: readonly string[];
}

function memberRecord(
  draft: WorldBuilder,
  guild: GuildBuilder,
  { id, entry, roles }: KnownMember,
): MemberRecord {
  const { user: _, joined_at, premium_since, communication_disabled_until, ...fields } = entry;
  // A bot always has the managed role that came with it.
  const botRole = guild.botRoles.get(id) ?? [];
  return {
    ...memberDefaults,
    ...fields,
    guild_id: guild.id,
    user_id: id,
    roles: [...new Set([...roles, botRole].flat())],
    joined_at: asTimestamp(joined_at) ?? timestamp(draft.now),
    premium_since: asTimestamp(premium_since),
    communication_disabled_until: asTimestamp(communication_disabled_until),
  };
}

function checkRoles(
  draft: WorldBuilder,
  guild: GuildBuilder,
  { roles, place }: { readonly roles: readonly (string | undefined)[]; readonly place: Place },
): void {
  for (const [i, role] of roles.entries()) {
    const at = [...place, i];
    if (role === guild.id) draft.issue(at, "every member has this role without being given it");
    if (role !== undefined && roles.indexOf(role) < i) {
      draft.issue(at, "the member has this role already");
    }
  }
}

/** A moment of the file as the wire writes it. */
export function asTimestamp(given: string | null | undefined): string | null {
  const at = given === undefined || given === null ? undefined : parseTimestamp(given);
  return at === undefined ? null : timestamp(at);
}
