// Bans of a guild.
import { WorldBan } from "@antechamber/contract/control";
import type { Static } from "@antechamber/contract/schema";
import { bans } from "../../../domains/guilds/members/bans.ts";
import { members } from "../../../domains/guilds/guild.ts";
import type { GuildBuilder } from "../guild-builder.ts";
import { personId } from "../people.ts";
import type { WorldBuilder } from "../world-builder.ts";
import { forEachEntry } from "./placed-entries.ts";

/** Loads the bans of a guild whose members are loaded already. */
export function loadBans(
  builder: WorldBuilder,
  guild: GuildBuilder,
  entries: readonly (Static<typeof WorldBan> | undefined)[],
): void {
  if (entries.length === 0) return;
  const inside = builder.all(members).filter(({ guild_id }) => guild_id === guild.id);
  const present = new Set(inside.map(({ user_id }) => user_id));
  const banned = new Set<string>();
  forEachEntry(entries, [...guild.place, "bans"], ({ entry, place }) => {
    const user = personId(builder.resolved(WorldBan, { entry, place }).user);
    if (user === undefined) return;
    if (present.has(user)) builder.issue([...place, "user"], "a member of the guild is not banned");
    if (banned.has(user)) builder.issue([...place, "user"], "this user is banned already");
    banned.add(user);
    builder.put(bans, { guild_id: guild.id, user_id: user, reason: entry.reason ?? null });
  });
}
