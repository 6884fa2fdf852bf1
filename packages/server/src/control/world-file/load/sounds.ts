// Sounds of a guild, with the users who added them and their files.
import { WorldSound, type WorldGuild } from "@antechamber/contract/control";
import type { Static } from "@antechamber/contract/schema";
import { guildSounds } from "../../../domains/guilds/soundboard/sound.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import { checkEachDerived, namedBy } from "../derived-fields.ts";
import type { GuildBuilder } from "../guild-builder.ts";
import { forEachEntry } from "./placed-entries.ts";
import { adderId } from "../people.ts";
import type { WorldBuilder } from "../world-builder.ts";

/** Loads the sounds of a guild. */
export function loadSounds(
  builder: WorldBuilder,
  guild: GuildBuilder,
  { soundboard_sounds: entries }: Static<typeof WorldGuild>,
): void {
  forEachEntry(entries, [...guild.place, "soundboard_sounds"], ({ entry, place }) => {
    const { name, volume = 1, available = true, sound } = entry;
    const { id: own, sound_id: shown } = entry;
    const key = own === undefined && shown !== undefined ? "sound_id" : "id";
    const { emoji_id = null, emoji_name = null } = entry;
    const found = builder.resolved(WorldSound, { entry, place });
    const soundId = namedBy(builder, [...place, "sound_id"], { own, shown });
    checkEachDerived(builder, { given: found, place }, { guild_id: guild.id });
    builder.put(guildSounds, {
      sound_id: builder.id("sound", soundId, [...place, key]),
      guild_id: guild.id,
      name,
      volume,
      emoji_id,
      emoji_name,
      available,
      ...definedFields({ user_id: adderId(found.user, guild), sound }),
    });
  });
}
