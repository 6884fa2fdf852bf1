// Members of a guild. Its owner and its bots are members whether named or not.
import type { WorldMember } from "@antechamber/contract/control";
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
    const id = personId(draft, entry.user, [...place, "user"]);
    if (id === undefined) continue;
    if (present.has(id)) draft.issue([...place, "user"], "this user is a member already");
    if (draft.bots.has(id) && !bots.has(id)) {
      draft.issue([...place, "user"], "this bot is not installed here with the scope bot");
    }
    present.add(id);
    draft.put(members, memberRecord(draft, guild, { id, entry, place }));
  }
  for (const id of [guild.ownerId, ...bots]) {
    if (present.has(id)) continue;
    present.add(id);
    draft.put(members, memberRecord(draft, guild, { id, entry: { user: id }, place: guild.place }));
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

/** A member's record from their entry. */
export function memberRecord(
  draft: WorldBuilder,
  guild: GuildBuilder,
  { id, entry, place }: { readonly id: string; readonly entry: MemberEntry; readonly place: Place },
): MemberRecord {
  const { user: _, joined_at, premium_since, communication_disabled_until, ...fields } = entry;
  return {
    ...memberDefaults,
    ...fields,
    guild_id: guild.id,
    user_id: id,
    roles: memberRoles(draft, guild, { id, entry, place }),
    joined_at: asTimestamp(joined_at) ?? timestamp(draft.now),
    premium_since: asTimestamp(premium_since),
    communication_disabled_until: asTimestamp(communication_disabled_until),
  };
}

/** The roles named, with the managed role that a bot always has. */
function memberRoles(
  draft: WorldBuilder,
  guild: GuildBuilder,
  { id, entry, place }: { readonly id: string; readonly entry: MemberEntry; readonly place: Place },
): string[] {
  const named = new Set<string>();
  for (const [i, reference] of (entry.roles ?? []).entries()) {
    const at = [...place, "roles", i];
    const role = guild.roles.find(reference, at);
    if (role === undefined) continue;
    if (role === guild.id) draft.issue(at, "every member has this role without being given it");
    if (named.has(role)) draft.issue(at, "the member has this role already");
    named.add(role);
  }
  const botRole = guild.botRoles.get(id);
  if (botRole !== undefined) named.add(botRole);
  return [...named];
}

/** A moment of the file as the wire writes it. */
export function asTimestamp(given: string | null | undefined): string | null {
  const at = given === undefined || given === null ? undefined : parseTimestamp(given);
  return at === undefined ? null : timestamp(at);
}
