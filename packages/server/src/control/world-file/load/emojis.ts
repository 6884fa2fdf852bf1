// Emojis of a guild, with the users who added them and their image files.
import { WorldEmoji, type WorldGuild } from "@antechamber/contract/control";
import type { Static } from "@antechamber/contract/schema";
import { emojiImages } from "../../../domains/guilds/emojis.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import type { WorldBuilder } from "../world-builder.ts";
import type { GuildBuilder } from "../guild-builder.ts";
import { adderId } from "../people.ts";
import { forEachEntry } from "./placed-entries.ts";

/** Loads the emojis. @returns them as the guild's record holds them */
export function loadEmojis(
  builder: WorldBuilder,
  guild: GuildBuilder,
  { emojis: entries }: Static<typeof WorldGuild>,
): object[] {
  const emojis: object[] = [];
  forEachEntry(entries, [...guild.place, "emojis"], ({ entry, place }) => {
    const { id: givenId, user, image, name, ...fields } = entry;
    const id = builder.id("emoji", givenId, [...place, "id"]);
    const user_id = adderId(builder.resolved(WorldEmoji, { entry, place }).user, guild);
    if (image !== undefined || user !== undefined) {
      const origin = { id, guild_id: guild.id, ...definedFields({ user_id, image }) };
      builder.put(emojiImages, origin);
    }
    const defaults = { roles: [], require_colons: true, managed: false };
    emojis.push({ id, name, ...defaults, animated: false, available: true, ...fields });
  });
  return emojis;
}
